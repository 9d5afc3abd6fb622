internal import CProcesses

/// A program that runs beside the measurement and is ended with this value.
final class Background {
  let process: CInt
  private var isOver = false

  init(_ command: Command, _ log: Log) throws(BenchmarkError) {
    let sink = processes_open("/dev/null", true)
    defer { processes_close(sink) }
    process = try command.start(output: sink, log)
  }

  /// Waits for a first line on its standard output, for ten seconds at most.
  init(_ command: Command, awaitingLine line: inout String, _ log: Log) throws(BenchmarkError) {
    var ends: [CInt] = [0, 0]
    guard processes_pipe(&ends) else { throw BenchmarkError("no pipe") }
    defer { processes_close(ends[0]) }
    do throws(BenchmarkError) {
      process = try command.start(output: ends[1], log)
    } catch {
      processes_close(ends[1])
      throw error
    }
    processes_close(ends[1])
    // To the newline: a program that writes it by itself would else find the pipe closed.
    while line.last != "\n" {
      guard processes_readable(ends[0], 10_000) else {
        throw log.failure("\(command.name) says nothing")
      }
      var byte: CChar = 10
      _ = processes_read(ends[0], &byte, 1)
      line.unicodeScalars.append(Unicode.Scalar(UInt8(bitPattern: byte)))
    }
    line.removeLast()
  }

  deinit { stop() }

  /// Whether it is still at work.
  var isRunning: Bool {
    if !isOver { isOver = processes_ended(process) }
    return !isOver
  }

  /// Asks it to end, and kills it if it has not within five seconds.
  func stop() {
    guard isRunning else { return }
    processes_signal(process, 15)
    let deadline = processes_now() + 5_000_000_000
    while isRunning {
      if processes_now() > deadline { processes_signal(process, 9) }
      processes_sleep(1_000_000)
    }
  }
}

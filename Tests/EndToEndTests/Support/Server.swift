internal import Glibc

/// A private X server.
final class Server {
  let display: String
  private let process: Child

  /// Starts a server on a free number, or on one of the caller's choice.
  init(number: Int? = nil, options: [String] = []) throws {
    let choice = number.map { [":\($0)"] } ?? []
    process = try Child(
      ["Xvfb"] + choice + ["-displayfd", "1", "-noreset", "-nolisten", "tcp"]
        + ["-screen", "0", "1280x800x24"] + options,
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"],
      output: .pipe
    )
    guard let line = readLine(from: process.output, within: .seconds(10)), let number = Int(line)
    else {
      throw HarnessError("no X server: \(String(decoding: process.errorsSoFar, as: UTF8.self))")
    }
    display = ":\(number)"
  }

  var number: Int { Int(display.dropFirst()) ?? 0 }
  var pid: pid_t { process.pid }

  /// Ends the server at once, as a crash would.
  func kill() {
    process.send(SIGKILL)
    _ = process.waited(within: .seconds(5))
    unlink("/tmp/.X\(number)-lock")
    unlink("/tmp/.X11-unix/X\(number)")
  }

  deinit {
    process.send(SIGTERM)
    if process.waited(within: .seconds(5)) == nil { kill() }
  }
}

/// Reads up to a newline, or gives `nil` at the deadline or the end.
func readLine(from number: CInt, within limit: Duration) -> String? {
  let deadline = ContinuousClock.now + limit
  var line: [UInt8] = []
  while true {
    let left = (deadline - .now).milliseconds
    var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard left > 0, poll(&wait, 1, CInt(clamping: left)) > 0 else { return nil }
    var byte: UInt8 = 0
    guard read(number, &byte, 1) == 1 else { return nil }
    if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
    line.append(byte)
  }
}

/// Reads to the end of a stream, or gives `nil` if it does not end before the deadline.
func readAll(from number: CInt, within limit: Duration) -> [UInt8]? {
  let deadline = ContinuousClock.now + limit
  var all: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65536)
  while true {
    let left = (deadline - .now).milliseconds
    var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard left > 0, poll(&wait, 1, CInt(clamping: left)) > 0 else { return nil }
    let count = read(number, &block, block.count)
    guard count > 0 else { return all }
    all += block[..<count]
  }
}

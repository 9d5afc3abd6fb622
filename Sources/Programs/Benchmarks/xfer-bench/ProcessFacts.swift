internal import CProcesses
internal import LinuxIO

/// What the system says of a process that runs.
enum ProcessFacts {
  /// A line of `/proc/PID/status`, such as `VmRSS`, in MiB.
  static func mebibytes(_ process: CInt, _ label: String) -> Double {
    mebibytes(label, in: "/proc/\(process)/status")
  }

  /// What is resident, pages that are shared with others counted in part.
  static func proportional(_ process: CInt) -> Double {
    mebibytes("Pss", in: "/proc/\(process)/smaps_rollup")
  }

  private static func mebibytes(_ label: String, in file: String) -> Double {
    number(label, in: contents(of: file)).map { Double($0) / 1024 } ?? .nan
  }

  /// Sets the peak (`VmHWM`) back to what is resident now.
  static func resetPeak(_ process: CInt) {
    let descriptor = processes_open("/proc/\(process)/clear_refs", true)
    _ = processes_write(descriptor, "5", 1)
    processes_close(descriptor)
  }

  /// How often the threads of a process have gone to sleep.
  static func switches(_ process: CInt) -> Int {
    tasks(process).reduce(0) { sum, task in
      sum + (number("voluntary_ctxt_switches", in: contents(of: "\(task)/status")) ?? 0)
    }
  }

  /// The process, what it has started and what these have.
  static func family(_ process: CInt) -> [CInt] {
    let children = tasks(process).flatMap { task in
      contents(of: "\(task)/children").split(separator: " ").compactMap { CInt($0) }
    }
    return [process] + children.flatMap(family)
  }

  /// Waits until the process has done nothing for half a second, a minute at most.
  static func settle(_ process: CInt) {
    var before = -1
    for _ in 0..<120 {
      let now = used(process)
      if now == before { return }
      before = now
      processes_sleep(500_000_000)
    }
  }

  /// Milliseconds for which the process, and what it has started, have had a processor.
  static func processorTime(_ process: CInt) -> Double {
    family(process).flatMap(tasks).reduce(0) { sum, task in
      let words = contents(of: "\(task)/schedstat").split(separator: " ")
      return sum + (words.first.flatMap { Double($0) } ?? 0) / 1e6
    }
  }

  /// The ticks of the clock that it has had a processor for.
  private static func used(_ process: CInt) -> Int {
    // The name, which stands before, may have blanks in it.
    let fields = contents(of: "/proc/\(process)/stat").split(separator: ")").last?
      .split(separator: " ")
    guard let fields, fields.count > 12 else { return 0 }
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }

  private static func tasks(_ process: CInt) -> [String] {
    let directory = "/proc/\(process)/task"
    let names = (try? FileSystem.names(in: Array(directory.utf8))) ?? []
    return names.map { "\(directory)/\(String(decoding: $0, as: UTF8.self))" }
  }
}

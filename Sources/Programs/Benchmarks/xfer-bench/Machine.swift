internal import CProcesses

/// What the numbers were measured on.
enum Machine {
  static func show(_ laboratory: Laboratory) {
    var system = [CChar](repeating: 0, count: 256)
    processes_system(&system, system.count)
    let processors = contents(of: "/proc/cpuinfo").split(separator: "\n").filter {
      $0.hasPrefix("model name")
    }
    let model = processors.first?.split(separator: ":").last.map(String.init) ?? " ?"
    let memory = number("MemTotal", in: contents(of: "/proc/meminfo")) ?? 0
    print("machine   \(processors.count) x\(model), \(fixed(Double(memory) / 1_048_576, 1)) GiB")
    print("system    \(text(system))")
    for (label, words) in [
      ("Xvfb", ["sh", "-c", "dpkg-query -W -f '${Version}' xvfb 2>&1"]),
      ("xclip", ["sh", "-c", "xclip -version 2>&1 | head -n1"]),
      ("xsel", ["sh", "-c", "xsel --version 2>&1 | head -n1"]),
    ] {
      print(label.padded(to: 10, right: false) + firstLine(words, laboratory))
    }
    let version = laboratory.xfer("--version").words
    print("xfer      " + (laboratory.hasXfer ? firstLine(version, laboratory) : "not built"))
    print("files     \(laboratory.scratch)")
    showLoad()
  }

  static func showLoad() {
    let load = contents(of: "/proc/loadavg").split(separator: " ").prefix(3)
    let first = load.first.flatMap { Double($0) } ?? 0
    let warning = first > 1 ? "   (others are at work: compare ratios, not numbers)" : ""
    print("load      \(load.joined(separator: " "))\(warning)")
  }

  private static func firstLine(_ words: [String], _ laboratory: Laboratory) -> String {
    guard let (_, bytes) = try? Command(words).runReading(laboratory.log) else { return "?" }
    let line = bytes.prefix { $0 != 10 }
    return String(decoding: line, as: UTF8.self)
  }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

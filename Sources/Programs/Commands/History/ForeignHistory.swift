import Arguments
import LinuxIO

/// Another program that keeps what was copied, and can be asked for it.
enum ForeignHistory: String, ArgumentChoice {
  case copyq, gpaste

  /// Its history; the program must run, and is not changed.
  func archive() throws(Failure) -> ForeignArchive {
    switch self {
    case .copyq: try CopyQ.archive()
    case .gpaste: try GPaste.archive()
    }
  }
}

/// What another program keeps, as an archive that the daemon takes.
struct ForeignArchive {
  let file: SharedDescriptor
  /// What is not in it, for people.
  var notes: [String] = []
  /// Whether nothing failed.
  var isWhole = true
}

/// The command line of such a program.
struct ForeignProgram {
  let name: String
  /// What to do if it does not answer.
  let advice: String

  /// Runs it to its end; what it prints is to be read from the file's beginning.
  func run(_ words: [String]) throws(Failure) -> SharedDescriptor {
    guard let path = ProgramSearch.find(Array(name.utf8)) else {
      throw Failure(name, "there is no such program", code: .unavailable)
    }
    let (output, errors) = (try temporaryFile().descriptor, try temporaryFile().descriptor)
    let status: ExitStatus?
    do throws(SystemError) {
      status = try Interruption.run { () throws(SystemError) in
        try ChildProcess.spawn(
          path,
          arguments: ([name] + words).map { Array($0.utf8) },
          standardOutput: output.number,
          standardError: errors.number
        )
      }
    } catch {
      throw Failure(name, error.reason, code: .unavailable)
    }
    guard status == .exited(0) else {
      let reason = try Self.lastLine(of: errors).map { ": " + $0 } ?? ""
      let why = "it does not tell its history" + reason
      throw Failure(name, why, advice: advice, code: .unavailable)
    }
    return output
  }

  /// The last thing that it says, without what GLib puts in front: the program, a level and the time.
  private static func lastLine(of file: SharedDescriptor) throws(Failure) -> String? {
    var last: String?
    try forEachLine(of: file) { line in
      if !line.isEmpty { last = String(decoding: line.prefix(400), as: UTF8.self) }
    }
    guard let last else { return nil }
    guard let mark = last.firstRange(of: " **: ") else { return last.picture }
    let message = last[mark.upperBound...]
    let time = message.firstRange(of: ": ")
    return String(message[(time?.upperBound ?? message.startIndex)...]).picture
  }
}

/// Where work goes that ends with us: a file that nobody else sees.
func temporaryFile() throws(Failure) -> UnnamedFile {
  let directory = Environment.value("TMPDIR").flatMap { $0.first == UInt8(ascii: "/") ? $0 : nil }
  do {
    return try UnnamedFile(in: directory ?? Array("/tmp".utf8))
  } catch {
    throw Failure("a temporary file", error.reason, code: .inputOutput)
  }
}

import Arguments
import LinuxIO

/// Another program that keeps what was copied, and can be asked for it.
enum ForeignHistory: String, ArgumentChoice {
  case copyq

  /// Its history as an archive that the daemon takes; the program must run, and is not changed.
  func archive() throws(Failure) -> SharedDescriptor {
    switch self {
    case .copyq: try CopyQ.archive()
    }
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

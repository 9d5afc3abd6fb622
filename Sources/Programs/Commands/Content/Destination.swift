import Arguments
import LinuxIO

/// Where content goes: standard output, or a file that appears when it is complete.
struct Destination {
  let descriptor: SharedDescriptor
  let isTerminal: Bool
  /// As it stands in a message.
  let name: String
  private let staged: StagedFile?

  /// Standard output for no path or `-`.
  ///
  /// What is there and no regular file, a device or a pipe, is written as it is.
  init(path: [UInt8]?, _ output: Output) throws(Failure) {
    guard let path, path != Put.dash else {
      (descriptor, isTerminal) = (output.descriptor, output.isTerminal)
      (name, staged) = ("standard output", nil)
      return
    }
    name = Word.shown(path)
    isTerminal = false
    do throws(SystemError) {
      let kind = try FileSystem.status(of: path)?.kind
      if kind == .directory || path.last == UInt8(ascii: "/") {
        throw SystemError(call: "open", code: SystemError.isDirectory)
      }
      if let kind, kind != .regular {
        (descriptor, staged) = (SharedDescriptor(try FileSystem.open(path, .writeOnly)), nil)
      } else {
        let file = try StagedFile(for: try Destination.target(of: path))
        (descriptor, staged) = (file.descriptor, file)
      }
    } catch {
      if error.code == SystemError.isDirectory {
        throw Failure(name, "directories come in a later release", code: .usage)
      }
      throw Failure(name, error.reason, code: .cannotCreate)
    }
  }

  /// Gives a file its name.
  func commit() throws(Failure) {
    do {
      try staged?.commit(replacing: true)
    } catch {
      throw Failure(name, error.reason, code: .cannotCreate)
    }
  }

  /// The file that a symbolic link stands for, so that the link stays one.
  private static func target(of path: [UInt8]) throws(SystemError) -> [UInt8] {
    let status = try FileSystem.status(of: path, followingLinks: false)
    return status?.kind == .symbolicLink ? try FileSystem.resolved(path) : path
  }
}

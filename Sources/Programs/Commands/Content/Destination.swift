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
    guard !path.isEmpty else { throw Failure("-o", "the name of the file is empty", code: .usage) }
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
        // A symbolic link stays one.
        let file = try StagedFile(for: try FileSystem.followed(path))
        (descriptor, staged) = (file.descriptor, file)
      }
    } catch {
      throw Failure(name, error.reason, code: .cannotCreate)
    }
  }

  /// A file that gets its name elsewhere.
  init(_ descriptor: SharedDescriptor, name: String) {
    (self.descriptor, self.name) = (descriptor, name)
    (isTerminal, staged) = (false, nil)
  }

  /// Gives a file its name; what is sensitive makes no new file that others may read.
  func commit(isSensitive: Bool = false) throws(Failure) {
    do {
      try staged?.commit(replacing: true, permissions: isSensitive ? 0o600 : 0o666)
    } catch {
      throw Failure(name, error.reason, code: .cannotCreate)
    }
  }
}

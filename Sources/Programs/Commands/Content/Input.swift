import Arguments
import LinuxIO

/// Descriptors of content that is put.
enum Input {
  /// Standard input; what a terminal says is read here, to its end.
  ///
  /// The daemon may read everything else itself. But it is in no session of ours: it would go on
  /// reading the terminal while we are stopped, against the shell.
  static func standard() throws(Failure) -> SharedDescriptor {
    let descriptor = SharedDescriptor(FileDescriptor(owning: 0))
    let kind = try kind(of: descriptor, named: "standard input")
    guard kind == .characterDevice, Terminal.isTerminal(0) else { return descriptor }
    do {
      let typed = try descriptor.descriptor.readToEnd(limit: 64 << 20)
      let memory = try MemoryFile.create(name: "xfer-input")
      try memory.writeAll(typed)
      try memory.seek(to: 0)
      return SharedDescriptor(memory)
    } catch {
      throw Failure("standard input", error.reason, code: .noInput)
    }
  }

  /// A file that `-r` names.
  static func file(_ path: [UInt8]) throws(Failure) -> SharedDescriptor {
    let name = Word.shown(path)
    let descriptor: SharedDescriptor
    do {
      descriptor = SharedDescriptor(try FileSystem.open(path))
    } catch {
      throw Failure(name, error.reason, code: .noInput)
    }
    _ = try kind(of: descriptor, named: name)
    return descriptor
  }

  private static func kind(
    of descriptor: SharedDescriptor,
    named name: String
  ) throws(Failure) -> FileStatus.Kind {
    do {
      let kind = try descriptor.descriptor.status().kind
      if kind != .directory { return kind }
    } catch {
      throw Failure(name, error.reason, code: .noInput)
    }
    throw Failure(name, "it is a directory", code: .noInput)
  }
}

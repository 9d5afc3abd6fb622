internal import CLinux
internal import Glibc

/// Files by their name in a directory that is open, whose own path may change meanwhile.
///
/// Links are never followed. Source: openat(2) and the other calls that end in "at".
extension FileSystem {
  /// The number that stands for the working directory.
  static let workingDirectory = AT_FDCWD

  static func open(
    _ name: [UInt8],
    in directory: CInt,
    _ flags: CInt
  ) throws(SystemError) -> SharedDescriptor {
    let number = try call("open", name) {
      clinux_open_at(directory, $0, flags | O_NOFOLLOW, 0o600)
    }
    return SharedDescriptor(FileDescriptor(owning: number))
  }

  static func openDirectory(
    _ name: [UInt8],
    in directory: CInt
  ) throws(SystemError) -> SharedDescriptor {
    try open(name, in: directory, O_RDONLY | O_DIRECTORY)
  }

  /// Opens a directory that need not be readable, to reach what is in it.
  static func openPlace(
    _ path: [UInt8],
    in directory: CInt,
    followingLinks: Bool
  ) throws(SystemError) -> SharedDescriptor {
    let number = try call("open", path) { clinux_open_place(directory, $0, followingLinks) }
    return SharedDescriptor(FileDescriptor(owning: number))
  }

  /// Makes a file for writing; an error if something is there.
  static func create(_ name: [UInt8], in directory: CInt) throws(SystemError) -> SharedDescriptor {
    try open(name, in: directory, O_WRONLY | O_CREAT | O_EXCL)
  }

  /// What has a name; `nil` if nothing has.
  static func details(
    of name: [UInt8],
    in directory: CInt
  ) throws(SystemError) -> FileDetails? {
    var raw = clinux_details()
    do {
      _ = try call("stat", name) { clinux_details(directory, $0, &raw) }
    } catch  where error.code == ENOENT {
      return nil
    }
    return FileDetails(raw)
  }

  static func makeDirectory(_ name: [UInt8], in directory: CInt) throws(SystemError) {
    _ = try call("mkdir", name) { mkdirat(directory, $0, 0o700) }
  }

  static func remove(_ name: [UInt8], in directory: CInt) throws(SystemError) {
    _ = try call("unlink", name) { unlinkat(directory, $0, 0) }
  }

  static func removeDirectory(_ name: [UInt8], in directory: CInt) throws(SystemError) {
    _ = try call("rmdir", name) { unlinkat(directory, $0, AT_REMOVEDIR) }
  }

  static func content(ofLink name: [UInt8], in directory: CInt) throws(SystemError) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try call("readlink", name) {
      CInt(readlinkat(directory, $0, &buffer, buffer.count))
    }
    return buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }
  }

  static func makeLink(
    to content: [UInt8],
    _ name: [UInt8],
    in directory: CInt
  ) throws(SystemError) {
    try call("symlink", content, name) { symlinkat($0, directory, $1) }
  }

  /// Gives a file a second name.
  static func link(
    _ from: [UInt8],
    in source: CInt,
    to name: [UInt8],
    in target: CInt
  ) throws(SystemError) {
    try call("link", from, name) { linkat(source, $0, target, $1, 0) }
  }

  /// Moves a file or directory, over what is there unless `replacing` is false.
  static func rename(
    _ from: [UInt8],
    in source: CInt,
    to name: [UInt8],
    in target: CInt,
    replacing: Bool
  ) throws(SystemError) {
    do {
      try call("rename", from, name) {
        replacing
          ? renameat(source, $0, target, $1) : clinux_rename_no_replace(source, $0, target, $1)
      }
    } catch  where !replacing && error.code == EINVAL {
      try renameInTwoSteps(from, in: source, to: name, in: target)
    }
  }

  /// For file systems, such as NFS, that cannot rename without replacing.
  ///
  /// The name is taken first, which succeeds for one only, by a second name of the file or by
  /// something empty that the rename then replaces: a directory replaces an empty one only.
  static func renameInTwoSteps(
    _ from: [UInt8],
    in source: CInt,
    to name: [UInt8],
    in target: CInt
  ) throws(SystemError) {
    let isDirectory = try details(of: from, in: source)?.status.kind == .directory
    if isDirectory {
      try makeDirectory(name, in: target)
    } else {
      do {
        try link(from, in: source, to: name, in: target)
        return try remove(from, in: source)
      } catch  where error.call == "link" && [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code) {
        // FAT has no second names.
        _ = try create(name, in: target)
      }
    }
    do {
      try rename(from, in: source, to: name, in: target, replacing: true)
    } catch {
      // The first error says more. What is not empty any more is somebody else's.
      if isDirectory {
        try? removeDirectory(name, in: target)
      } else {
        try? remove(name, in: target)
      }
      throw error
    }
  }
}

extension FileDescriptor {
  func details() throws(SystemError) -> FileDetails {
    var raw = clinux_details()
    let number = number
    _ = try retrying("fstat") { clinux_details(number, nil, &raw) }
    return FileDetails(raw)
  }

  /// Whether another machine or another program answers for its content, and may never do so.
  public var isServedByOthers: Bool {
    get throws(SystemError) {
      let number = number
      return try retrying("statfs") { clinux_is_served(number) } == 1
    }
  }

  /// Whether its file system is one of the kernel's, whose files say nothing true of their size.
  var isMadeByKernel: Bool {
    get throws(SystemError) {
      let number = number
      return try retrying("statfs") { clinux_is_made_by_kernel(number) } == 1
    }
  }
}

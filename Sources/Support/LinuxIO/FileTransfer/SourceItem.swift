internal import CLinux
internal import Glibc

/// A file, link or directory that is to be brought elsewhere: its name in a directory that is open.
struct SourceItem {
  let parent: SharedDescriptor
  let name: [UInt8]
  let details: FileDetails
  /// File systems that need no look any more.
  private let ordinary: DeviceMemory

  /// Looks at what is there, and refuses what has no content to bring.
  init(_ path: [UInt8], ordinary: DeviceMemory) throws(FileTransferError) {
    self.ordinary = ordinary
    let (directory, name) = try on(.source) { () throws(SystemError) in try Self.split(path) }
    self.name = name
    parent = try on(.source) { () throws(SystemError) in
      try FileSystem.openPlace(directory, in: FileSystem.workingDirectory, followingLinks: true)
    }
    details = try on(.source) { [parent] () throws(SystemError) in
      guard let found = try FileSystem.details(of: name, in: parent.number) else {
        throw SystemError(call: "stat", code: ENOENT)
      }
      return found
    }
    switch details.status.kind {
    case .regular, .directory, .symbolicLink:
      if !ordinary.contains(details.status.device) { try Self.refuseKernelFiles(parent) }
    default: throw FileTransferError(.source, .special(details.status.kind))
    }
  }

  /// Opens a regular file or a directory, which must still be the same, and says how it is now.
  func open() throws(FileTransferError) -> (SharedDescriptor, FileDetails) {
    let isDirectory = details.status.kind == .directory
    let opened: SharedDescriptor
    do {
      opened =
        try isDirectory
        ? FileSystem.openDirectory(name, in: parent.number)
        // Nothing waits at a named pipe that has come to be there.
        : FileSystem.open(name, in: parent.number, O_RDONLY | O_NONBLOCK)
    } catch {
      throw Self.isReplacement(error.code)
        ? FileTransferError(.source, .replacedMeanwhile)
        : FileTransferError(.source, .system(error))
    }
    let now = try on(.source) { () throws(SystemError) in try opened.descriptor.details() }
    guard now.identity == details.identity, now.status.kind == details.status.kind else {
      throw FileTransferError(.source, .replacedMeanwhile)
    }
    if !ordinary.contains(now.status.device) {
      // Another one may be mounted on the name.
      try Self.refuseKernelFiles(opened)
      ordinary.insert(now.status.device)
    }
    return (opened, now)
  }

  /// Whether the file that has the name is still this one, with the same content.
  var isUnchanged: Bool {
    get throws(SystemError) {
      try FileSystem.details(of: name, in: parent.number)?.version == details.version
    }
  }

  func remove() throws(SystemError) { try FileSystem.remove(name, in: parent.number) }

  static func refuseKernelFiles(_ file: SharedDescriptor) throws(FileTransferError) {
    let isOne = try on(.source) { () throws(SystemError) in try file.descriptor.isMadeByKernel }
    if isOne { throw FileTransferError(.source, .madeByKernel) }
  }

  /// Whether an error in opening says that there is something of another kind by now.
  static func isReplacement(_ code: CInt) -> Bool {
    [ELOOP, ENOTDIR, ENXIO, ENODEV].contains(code)
  }

  /// The directory and the name in it.
  private static func split(_ path: [UInt8]) throws(SystemError) -> ([UInt8], [UInt8]) {
    let slash = UInt8(ascii: "/")
    var path = path
    while path.count > 1, path.last == slash { path.removeLast() }
    let start = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
    let name = Array(path[start...])
    if [[], [UInt8(ascii: ".")], Array("..".utf8)].contains(name) {
      let resolved = try FileSystem.resolved(path)
      // The root has no name, and everything lies in it.
      guard resolved.count > 1 else { throw SystemError(call: "open", code: EINVAL) }
      return try split(resolved)
    }
    return (start == 0 ? [UInt8(ascii: ".")] : Array(path[..<start]), name)
  }
}

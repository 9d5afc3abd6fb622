internal import LinuxIO

extension FolderEvent.Look {
  /// Looks at what has a path now; not below it.
  static func at(_ path: [UInt8]) -> FolderEvent.Look {
    do throws(SystemError) {
      guard let found = try FileSystem.version(of: path, followingLinks: false) else {
        return .absent
      }
      switch found.kind {
      case .regular: return try file(path, found, leadingTo: found)
      case .symbolicLink: return try link(path, found)
      case .directory: return .directory(found, tree: nil)
      case .pipe: return .unacceptable(found, reason: "it is a named pipe")
      case .socket: return .unacceptable(found, reason: "it is a socket")
      case .characterDevice, .blockDevice, .other:
        return .unacceptable(found, reason: "it is a device")
      }
    } catch {
      // It went between the two calls, or we may not even look, which will be known of the folder.
      return error.code == SystemError.notFound ? .absent : .unknown
    }
  }

  private static func link(
    _ path: [UInt8],
    _ link: FileVersion
  ) throws(SystemError) -> FolderEvent.Look {
    let target: FileVersion?
    do {
      target = try FileSystem.version(of: path)
    } catch  where error.code == SystemError.accessDenied {
      return .unacceptable(link, reason: "it is a link to what we may not look at")
    } catch {
      return .unacceptable(link, reason: "it is a link that leads nowhere: \(error.reason)")
    }
    guard let target else { return .unacceptable(link, reason: "it is a link to nothing") }
    guard target.kind == .regular else {
      let what = target.kind == .directory ? "a directory" : "something that is no file"
      return .unacceptable(link, reason: "it is a link to \(what)")
    }
    guard target.owner == CurrentProcess.userID else {
      return .unacceptable(link, reason: "it is a link to a file of somebody else")
    }
    return try file(path, link, leadingTo: target)
  }

  private static func file(
    _ path: [UInt8],
    _ found: FileVersion,
    leadingTo target: FileVersion
  ) throws(SystemError) -> FolderEvent.Look {
    do {
      let isLink = found.kind == .symbolicLink
      let writer = try FileSystem.writer(of: path, followingLinks: isLink)
      return .file(found, byteCount: target.byteCount, writer)
    } catch  where error.code == SystemError.accessDenied {
      return .unreadable(found)
    }
  }
}

public import LinuxIO

extension SharedMIMEInfo {
  /// The types that the file at a path may have, the best first; never empty.
  ///
  /// Links are followed, as `gio info` and `xdg-mime` do; the name is that of the link, and a link
  /// to nothing is an `inode/symlink`. Only regular files are opened, never one without content,
  /// which may be one of /proc that waits, and only if its name does not settle the matter. A file
  /// that cannot be read is judged by its name.
  ///
  /// - Throws: If there is nothing at the path, or it cannot be looked at.
  public func guesses(forFile path: [UInt8]) throws(SystemError) -> [MIMEGuess] {
    let status: FileStatus
    if let found = try FileSystem.status(of: path) {
      status = found
    } else if let link = try FileSystem.status(of: path, followingLinks: false) {
      status = link
    } else {
      throw SystemError(call: "stat", code: SystemError.notFound)
    }
    let attribute = FileSystem.attribute("user.mime_type", of: path)
    return guesses(
      forName: path,
      kind: status.kind,
      explicitType: attribute.flatMap { String(validating: $0, as: UTF8.self) },
      // Unreadable, or gone by now: the name has to do.
      head: status.byteCount == 0 ? [] : try? head(of: path)
    )
  }

  private func head(of path: [UInt8]) throws(SystemError) -> [UInt8]? {
    // Another file may have come to the path, even one whose opening would wait.
    let file = try FileSystem.open(path, waits: false)
    guard try file.status().kind == .regular else { return nil }
    let head = UnsafeMutableRawBufferPointer.allocate(byteCount: contentExtent, alignment: 1)
    defer { head.deallocate() }
    var count = 0
    while count < head.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: head[count...])
      let read = try file.pread(into: rest, at: count)
      if read == 0 { break }
      count += read
    }
    return Array(head[..<count])
  }
}

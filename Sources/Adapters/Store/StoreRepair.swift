internal import LinuxIO

/// Puts what is damaged aside, where somebody may look at it, and takes over what can be read of it.
struct StoreRepair {
  let directory: StoreDirectory
  let report: @Sendable (String) -> Void

  /// Moves the database and the payload files into a directory of their own.
  func replace() throws(StoreError) {
    do throws(SystemError) {
      let aside = try directory.makeSetAside()
      for path in [directory.database] + directory.companions + [directory.payloads]
      where try FileSystem.status(of: path, followingLinks: false) != nil {
        let name = path[(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)...]
        try FileSystem.rename(path, to: aside + name, replacing: false)
      }
      try directory.prepare()
      report("the damaged history is now \(String(decoding: aside, as: UTF8.self))")
    } catch {
      throw .system(error)
    }
  }
}

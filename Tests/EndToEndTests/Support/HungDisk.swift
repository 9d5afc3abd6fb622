import Glibc

/// A file system that answers, or does not, as the test wants: a server that is gone, or a disk that dies.
///
/// It has one file, `a.json`, and an empty directory, `folder`.
final class HungDisk {
  let path: String
  private let wish: String
  private let server: Child

  /// FUSE's own server, in Python: each request waits for as long as a file names its operation.
  private static let script = """
    import errno, os, stat, sys, time
    from fusepy import FUSE, FuseOSError, Operations

    content = b'{"a": 1}'
    wish = sys.argv[2]

    class Disk(Operations):
        def __call__(self, operation, path, *rest):
            while path != '/' and os.path.exists(wish) and operation in open(wish).read().split():
                time.sleep(0.01)
            return super().__call__(operation, path, *rest)

        def getattr(self, path, handle=None):
            if path in ('/', '/folder'):
                return dict(st_mode=stat.S_IFDIR | 0o755, st_nlink=2)
            if path != '/a.json':
                raise FuseOSError(errno.ENOENT)
            return dict(st_mode=stat.S_IFREG | 0o644, st_nlink=1, st_size=len(content))

        def readdir(self, path, handle):
            return ['.', '..'] + (['a.json', 'folder'] if path == '/' else [])

        def read(self, path, size, offset, handle):
            return content[offset:offset + size]

    FUSE(Disk(), sys.argv[1], foreground=True, direct_io=True, attr_timeout=0, entry_timeout=0)
    """

  /// `nil` where there can be none, which is said on standard output.
  init?(in session: Session) throws {
    path = session.scratch + "/hung"
    wish = session.scratch + "/wish"
    try Files.makeDirectory(path)
    try Files.write(Self.script, to: session.scratch + "/disk.py")
    let words = ["/usr/bin/python3", session.scratch + "/disk.py", path, wish]
    server = try Child(words, environment: session.environment)
    let file = path + "/a.json"
    let isThere = holds(within: .seconds(20)) { [server] in
      Files.exists(file) || server.poll() != nil
    }
    guard isThere, Files.exists(file) else {
      print("not tested, since FUSE cannot be had here: \(server.outcome(within: .zero).complaint)")
      return nil
    }
  }

  deinit {
    // With its server everything that waits is answered.
    server.send(SIGKILL)
    _ = server.waited(within: .seconds(5))
    umount2(path, CInt(MNT_DETACH))
  }

  /// Answers none of these operations from now on.
  func hang(_ operations: String...) throws {
    try Files.write(operations.joined(separator: " "), to: wish)
  }

  func answer() { Files.remove(wish) }
}

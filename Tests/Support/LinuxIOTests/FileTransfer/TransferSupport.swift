import Glibc
import LinuxIO
import TestSupport
import Testing

/// A place with `source` and `target` directories, on one file system or on two, gone with this.
final class TransferPlace: Sendable {
  let path: String
  /// Where another file system is.
  private let mounts: [String]

  var source: String { "\(path)/source" }
  var target: String { "\(path)/target" }

  /// With a tmpfs of so many KiB at `target`, if given.
  init(in parent: String = "/tmp", targetKiB: Int? = nil) throws {
    path = try bash("mktemp -d \(parent)/xfer-transfer-XXXXXX").trimmed
    mounts = targetKiB == nil ? [] : ["\(path)/target"]
    try bash("mkdir '\(path)/source' '\(path)/target'")
    if let targetKiB { try bash("mount -t tmpfs -o size=\(targetKiB)k none '\(path)/target'") }
  }

  deinit {
    for mount in mounts { _ = try? bash("umount -l '\(mount)'") }
    // A test that could not clean up says so elsewhere.
    _ = try? bash("chmod -R u+rwx '\(path)'; rm -rf '\(path)'")
  }

  /// A script that runs in the source directory.
  @discardableResult
  func make(_ script: String) throws -> String { try bash("cd '\(source)' && \(script)") }

  func directory() throws -> TargetDirectory { try TargetDirectory(Array(target)) }

  @discardableResult
  func transfer(
    _ name: String,
    _ action: FileTransfer.Action = .copy,
    _ conflict: NameConflict = .rename,
    into directory: TargetDirectory? = nil
  ) throws -> FileTransfer.Outcome {
    try start(name, action, conflict, into: directory).run()
  }

  func start(
    _ name: String,
    _ action: FileTransfer.Action = .copy,
    _ conflict: NameConflict = .rename,
    into directory: TargetDirectory? = nil
  ) throws -> FileTransfer {
    FileTransfer(
      Array("\(source)/\(name)"),
      into: try directory ?? self.directory(),
      as: .numbered(name, conflict),
      action
    )
  }

  /// All names in the target, hidden ones, too.
  func targetNames() throws -> [String] {
    try FileSystem.names(in: Array(target)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Whether this process may mount file systems; the tests that need that are skipped elsewhere.
let canMount = (try? bash("unshare -m mount -t tmpfs none /mnt")) != nil

/// Whether this process may make and mount a disk that clones files.
let canMountLoop =
  canMount
  && (try? bash("command -v mkfs.btrfs && grep -qw btrfs /proc/filesystems && test -b /dev/loop0"))
    != nil

extension NameChoice {
  /// `name`, `name (2)` and so on.
  static func numbered(_ name: String, _ conflict: NameConflict = .rename) -> NameChoice {
    NameChoice(onConflict: conflict) { Array($0 == 1 ? name : "\(name) (\($0))") }
  }
}

/// Runs a script, which must succeed, and answers what it printed.
@discardableResult
func bash(_ script: String, within duration: Duration = .seconds(60)) throws -> String {
  let done = try run("bash", ["-c", script], within: duration)
  guard done.status == 0 else { throw TestFailure("\(script): \(done.errorText)") }
  return done.text
}

/// Names, kinds, modes, owners, times and sizes of all that is in a directory, and what it holds.
func manifest(of path: String, times: Bool = true) throws -> String {
  let what = "%P %y %m %U:%G \(times ? "%T@" : "") %l"
  return try bash(
    """
    cd '\(path)' && find . -printf '\(what)\\n' | sort \
    && find . -type f -print0 | sort -z | xargs -0 -r sha256sum
    """
  )
}

/// Gives a file an extended attribute.
func setAttribute(_ name: String, _ value: String, of path: String) throws {
  let words = ["-c", "import os, sys; os.setxattr(sys.argv[1], sys.argv[2], sys.argv[3].encode())"]
  let done = try run("python3", words + [path, name, value])
  guard done.status == 0 else { throw TestFailure("setxattr: \(done.errorText)") }
}

extension String {
  var trimmed: String { last == "\n" ? String(dropLast()) : self }
}

internal import Glibc

/// Where programs are, as a shell finds them.
///
/// Source: execvp(3).
public enum ProgramSearch {
  /// The file that a name stands for: a path as it is, else the first in `path`, by default `PATH`
  /// and then the directory of our own program.
  ///
  /// A service manager's `PATH` need not have that. `nil` if there is none that can be executed.
  public static func find(_ name: [UInt8], in path: [UInt8]? = nil) -> [UInt8]? {
    guard !name.isEmpty, !name.contains(0) else { return nil }
    if name.contains(UInt8(ascii: "/")) { return isProgram(name) ? name : nil }
    if let path { return first(of: name, in: path) }
    let path = Environment.value("PATH") ?? Array("/usr/local/bin:/usr/bin:/bin".utf8)
    return first(of: name, in: path) ?? first(of: name, in: ownDirectory)
  }

  private static func first(of name: [UInt8], in path: [UInt8]) -> [UInt8]? {
    // A relative one depends on where we stand, and the program is to stand elsewhere.
    for directory in path.split(separator: UInt8(ascii: ":"))
    where directory.first == UInt8(ascii: "/") {
      let file = Array(directory) + [UInt8(ascii: "/")] + name
      if isProgram(file) { return file }
    }
    return nil
  }

  private static var ownDirectory: [UInt8] {
    // Without /proc there is still the PATH.
    guard let own = try? CurrentProcess.executablePath(),
      let slash = own.lastIndex(of: UInt8(ascii: "/"))
    else { return [] }
    return Array(own[..<slash])
  }

  private static func isProgram(_ path: [UInt8]) -> Bool {
    guard let status = try? FileSystem.status(of: path), status.kind == .regular else {
      return false
    }
    return FileSystem.withCString(path + [0]) { access($0, X_OK) == 0 }
  }
}

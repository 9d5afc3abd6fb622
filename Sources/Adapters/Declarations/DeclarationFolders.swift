public import LinuxIO

/// The folders in which type declarations are looked for, the most important first.
public struct DeclarationFolders: Sendable {
  /// Absolute paths.
  public let paths: [[UInt8]]

  public init(_ paths: [[UInt8]]) {
    self.paths = paths
  }

  /// Those of a user: the own ones, the administrator's, then what is installed.
  ///
  /// Source: XDG Base Directory Specification 0.8; interface, section 2.
  public init(of user: UserDirectories) {
    let parents = [user.config] + user.configDirs + [user.data] + user.dataDirs
    self.init(parents.map { $0 + Array("/xfer/types".utf8) })
  }

  /// The declaration files; one whose name an earlier folder has is hidden by it.
  ///
  /// A folder that cannot be read has none: most of them do not exist.
  var files: [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return paths.flatMap { folder in
      // Absent, or closed to us on purpose.
      let names = (try? FileSystem.names(in: folder)) ?? []
      return names.filter { Self.isDeclaration($0) && seen.insert($0).inserted }
        .map { folder + [UInt8(ascii: "/")] + $0 }
    }
  }

  private static func isDeclaration(_ name: [UInt8]) -> Bool {
    name.count > 5 && name.suffix(5).elementsEqual(".toml".utf8) && name.first != UInt8(ascii: ".")
  }
}

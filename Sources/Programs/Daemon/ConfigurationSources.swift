internal import LinuxIO

/// Where a configuration is read from: the environment, the command line and the disk.
struct ConfigurationSources: Sendable {
  /// What became of reading a file.
  enum Content: Sendable {
    case bytes([UInt8])
    case absent
    /// Why it could not be read, in words.
    case failed(String)
  }

  /// The value of a variable of the environment; nil if it is not set.
  var variable: @Sendable (_ name: String) -> [UInt8]?
  /// The content of a file, up to a little more than the 1 MiB that a document may have.
  var read: @Sendable (_ path: [UInt8]) -> Content
  /// The names in a directory, in any order; none if it cannot be read.
  var names: @Sendable (_ directory: [UInt8]) -> [[UInt8]]
  /// `--set SECTION.KEY=VALUE`, as given.
  var settings: [String] = []

  /// The directories that have a `config.toml` and a `conf.d`, the least important first.
  ///
  /// Source: XDG Base Directory Specification 0.8: `XDG_CONFIG_DIRS` is in order of preference.
  var directories: [[UInt8]] {
    let user = UserDirectories(environment: variable)
    return (user.configDirs.reversed() + [user.config]).map { $0 + Array("/xfer".utf8) }
  }

  /// The files that are read, the least important first; only the first of a directory may be
  /// absent.
  var files: [[UInt8]] {
    directories.flatMap { directory in
      let folder = directory + Array("/conf.d".utf8)
      let dropIns =
        names(folder)
        .filter { $0.count > 5 && $0.suffix(5).elementsEqual(".toml".utf8) && $0.first != 0x2e }
        .sorted { $0.lexicographicallyPrecedes($1) }
        .map { folder + [0x2f] + $0 }
      return [directory + Array("/config.toml".utf8)] + dropIns
    }
  }
}

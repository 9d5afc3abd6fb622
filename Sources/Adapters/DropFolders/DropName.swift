/// Which names in a folder are those of finished files.
enum DropName {
  /// Whether a file with this name is meant to be one: not hidden, and no name that programs use while
  /// they write.
  static func isProper(_ name: [UInt8]) -> Bool {
    guard let first = name.first, let last = name.last else { return false }
    // With the dot: rsync's, `.#lock`, `.goutputstream-…`, `.xfer-…`; with the tilde: Office's locks and
    // `~syncthing~…`; at the end: an editor's backup.
    guard first != UInt8(ascii: "."), first != tilde, last != tilde else { return false }
    let lowercase = name.suffix(maximumSuffix).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return !suffixes.contains {
      lowercase.count >= $0.count && lowercase.suffix($0.count) == $0[...]
    }
  }

  private static let tilde = UInt8(ascii: "~")
  /// Firefox and wget-like programs, Chromium, FileZilla and WinSCP, everybody.
  private static let suffixes = [".part", ".crdownload", ".filepart", ".tmp"].map { Array($0.utf8) }
  private static let maximumSuffix = 11
}

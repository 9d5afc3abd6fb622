internal import Pasteboards

/// How file managers say on the clipboard that files are copied or cut.
///
/// Source: `x-special/gnome-copied-files` as Nautilus, Thunar and PCManFM write it: `copy` or `cut`, then the
/// URIs, joined by LF without a last one; KDE's KUrlMimeData, `application/x-kde-cutselection` beside a
/// list.
public enum CopiedFiles {
  /// The targets whose first line says what is to be done with the files of the next ones.
  static let lists: [TargetName] = [
    "x-special/gnome-copied-files", "x-special/mate-copied-files", "x-special/KDE-copied-files",
  ]

  /// The target that says it for a list beside it.
  static let cutSelection: TargetName = "application/x-kde-cutselection"

  /// What file managers look for beside a list of URIs; the others take one of these.
  static let companions: [TargetName] = [lists[0], lists[1], cutSelection]

  /// What a file manager once wrote into plain text.
  private static let nautilusMark = Array("x-special/nautilus-clipboard".utf8)
  private static let copy = Array("copy".utf8)
  private static let cut = Array("cut".utf8)

  /// The targets of which one is to be read to know the files, the best first.
  public static let sources: [TargetName] =
    [.uriList] + lists + ["application/x-kde4-urilist", .mozillaURL]

  /// The targets that may say that files are cut; the first is only looked at, where taking one of
  /// the others may be the paste.
  public static let marks: [TargetName] = [cutSelection] + lists

  /// The lists of an offer that say no more than what is kept beside them.
  ///
  /// They are left to whoever pastes: when PCManFM has told somebody that files are cut, they are
  /// moved, and it gives its selection up.
  ///
  /// Source: libfm 1.3, src/gtk/fm-clipboard.c.
  public static func spare(beside kept: Set<TargetName>) -> Set<TargetName> {
    kept.isSuperset(of: [.uriList, cutSelection]) ? kept.intersection(lists) : []
  }

  /// Whether the content of one of ``marks`` says so.
  public static func isCut(_ target: TargetName, _ content: [UInt8]) -> Bool {
    if target == cutSelection { return content.first == UInt8(ascii: "1") }
    guard lists.contains(target) else { return false }
    return split(content)?.word == cut[...]
  }

  /// The URIs in the content of one of ``sources``, as they stand there.
  public static func uris(in content: [UInt8], of target: TargetName) -> [ArraySlice<UInt8>] {
    if target == .mozillaURL {
      let lines = (TextEncoding.utf8(addresses: content) ?? [])
        .split(separator: 0x0A, omittingEmptySubsequences: false)
      // A title follows each, if only an empty one.
      return lines.enumerated().filter { $0.offset % 2 == 0 }
        .flatMap { FileList.lines(of: Array($0.element)) }
    }
    guard lists.contains(target), let (_, rest) = split(content) else {
      return FileList.lines(of: content)
    }
    return FileList.lines(of: Array(rest))
  }

  /// A list of URIs as file managers write it.
  static func list(ofURIs uriList: [UInt8], isCut: Bool) -> [UInt8] {
    FileList.lines(of: uriList).reduce(into: isCut ? cut : copy) { list, uri in
      list.append(0x0A)
      list += uri
    }
  }

  /// What a file manager wrote, with `copy` in the place of `cut`.
  static func copied(_ content: [UInt8]) -> [UInt8] {
    guard let (word, _) = split(content), word == cut[...] else { return content }
    return content[..<word.startIndex] + copy + content[word.endIndex...]
  }

  /// The first line if it says what is to be done, and what follows.
  private static func split(
    _ content: [UInt8]
  ) -> (word: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    var rest = content[...]
    func line() -> ArraySlice<UInt8> {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
      rest = rest[line.endIndex...].drop { $0 == 0x0A || $0 == 0x0D }
      return line
    }
    var word = line()
    if word == nautilusMark[...] { word = line() }
    return word == copy[...] || word == cut[...] ? (word, rest) : nil
  }
}

/// Files that something refers to, in their order.
public struct FileList: Sendable, Equatable {
  public let references: [FileReference]

  public init(_ references: [FileReference]) { self.references = references }

  /// The files at absolute paths.
  public init(paths: [[UInt8]]) { references = paths.map(FileReference.local) }

  /// Reads `text/uri-list`, as its writers mean it.
  ///
  /// Lines may end in any way, the last in none; comments and blanks before a URI are left out. What
  /// is there twice stays there twice.
  ///
  /// Source: RFC 2483 §5.
  public init(uriList: [UInt8], hostNames: [String] = []) {
    references = Self.lines(of: uriList).map { FileReference(uri: $0, hostNames: hostNames) }
  }

  /// The list as `text/uri-list`, each line ended by CR LF.
  ///
  /// Source: RFC 2483 §5.
  public var uriList: [UInt8] {
    var list: [UInt8] = []
    for reference in references {
      list += reference.uri
      list += [0x0D, 0x0A]
    }
    return list
  }

  /// The paths, one a line, without an end of the last line: pasted into a terminal, it runs nothing.
  public var text: [UInt8] { Array(references.map(\.text).joined(separator: "\n").utf8) }

  /// The URIs in a list as they stand there.
  public static func lines(of uriList: [UInt8]) -> [ArraySlice<UInt8>] {
    uriList.split { $0 == 0x0D || $0 == 0x0A || $0 == 0 }.compactMap { line in
      let uri = line.drop { $0 == 0x20 || $0 == 0x09 }
      return uri.isEmpty || uri.first == UInt8(ascii: "#") ? nil : uri
    }
  }
}

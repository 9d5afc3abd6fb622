internal import LinuxIO
internal import UniformTypeIdentifiers

/// What one directory of the database says.
///
/// A class only so that going through them copies none of what is in them.
final class MIMEDirectory: Sendable {
  let path: [UInt8]
  /// The files that it was read from, and those whose coming would change it.
  let stamps: [FileStamp]
  /// `nil` if there is nothing to be had.
  let cache: MIMECache?
  let types: TypeNames
  /// The types whose patterns less important directories have no say in.
  let forgottenPatterns: Set<String>
  /// The types whose contents less important directories have no say in.
  let forgottenContents: Set<String>
  /// The names that are not in lower case, by what they are then.
  private let capitals: [String: String]

  /// Debian's largest file has 150 KiB.
  private static let limit = 1 << 24
  /// Debian's largest description has 6 KiB.
  private static let documentLimit = 1 << 18

  /// Reads `mime.cache` or, where that is missing, damaged or of another version, the text files.
  init(_ path: [UInt8]) {
    self.path = path
    var reading = Reading(path: path)
    cache = reading.cache() ?? reading.cacheOfTextFiles()
    types = cache == nil ? TypeNames() : TypeNames(reading.file("types") ?? [])
    stamps = reading.stamps
    forgottenPatterns = cache?.typesWithoutOtherPatterns ?? []
    forgottenContents = cache?.typesWithoutOtherContents ?? []
    capitals = Dictionary(
      (types.withCapitals + (cache?.namesWithCapitals ?? [])).map { ($0.asciiLowercased, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The name as the files spell it, of one in lower case.
  func spelling(of name: String) -> String {
    capitals.isEmpty ? name : capitals[name] ?? name
  }

  /// What a name in lower case is an alias of.
  func type(ofAlias name: String?) -> String? {
    name.flatMap { cache?.type(ofAlias: spelling(of: $0)) }
  }

  /// The file that describes a type in lower case to people; empty if there is none.
  ///
  /// Source: update-mime-database, which names it in lower case since shared-mime-info 1.3.
  func document(of type: String) -> [UInt8] {
    // The name is input, and becomes a path.
    guard type.utf8.isTypeName, !type.hasPrefix("."), !type.contains("/.") else { return [] }
    for name in [type, types.spelling(of: type) ?? type].uniqued() {
      let file = path + "/\(name).xml".utf8
      if let found = FileStamp.read(file, limit: Self.documentLimit).content { return found }
    }
    return []
  }

  /// Whether every file is as it was; looks at two of them if the directory has a cache, and at one
  /// place if it is missing.
  var isCurrent: Bool { stamps.allSatisfy(\.isCurrent) }

  /// Reads files and keeps their stamps.
  private struct Reading {
    let path: [UInt8]
    var stamps: [FileStamp] = []

    init(path: [UInt8]) { self.path = path }

    mutating func cache() -> MIMECache? {
      let (stamp, content) = FileStamp.read(path + "/mime.cache".utf8, limit: MIMEDirectory.limit)
      stamps.append(stamp)
      return content.flatMap(MIMECache.init)
    }

    mutating func cacheOfTextFiles() -> MIMECache? {
      let directory = FileStamp(of: path)
      guard directory.status != nil else {
        stamps = [directory]
        return nil
      }
      var files = MIMETextFiles()
      var isThere = false
      func take(_ name: String, _ read: (inout MIMETextFiles, [UInt8]) -> Void) -> Bool {
        guard let content = file(name) else { return false }
        read(&files, content)
        isThere = true
        return true
      }
      if !take("globs2", { $0.readGlobs2($1) }) { _ = take("globs", { $0.readGlobs($1) }) }
      _ = take("aliases") { $0.readAliases($1) }
      _ = take("subclasses") { $0.readSubclasses($1) }
      _ = take("magic") { $0.readMagic($1) }
      return isThere ? MIMECache(MIMECacheWriter.cache(of: files)) : nil
    }

    mutating func file(_ name: String) -> [UInt8]? {
      let (stamp, content) = FileStamp.read(path + "/\(name)".utf8, limit: MIMEDirectory.limit)
      stamps.append(stamp)
      return content
    }
  }
}

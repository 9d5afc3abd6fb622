public import LinuxIO
internal import Synchronization
internal import UniformTypeIdentifiers

/// The desktop's MIME database: which types there are, and which one a file has.
///
/// Holds what the directories said when it was first asked anything; ``isCurrent`` tells whether they
/// still do. All of it is read at once, except for descriptions, which are read when first asked for.
/// Damaged files and look-ups of nonsense only ever mean to know less.
///
/// The files are read and not mapped: one that is cut in place, while it is mapped, ends the process.
///
/// Source: freedesktop.org Shared MIME-info Database 0.21. Neither `XMLnamespaces`, nor `treemagic`,
/// nor icons are used: nobody but the root element of a document, a mounted volume and a file
/// manager has a question for them.
public final class SharedMIMEInfo: Sendable {
  private let read = Mutex<[MIMEDirectory]?>(nil)
  private let languages: [String]
  private let paths: [[UInt8]]
  private let reverse = Mutex<ReverseIndex?>(nil)
  private let parents = Mutex<[String: [String]]>([:])
  private let aliases = Mutex<[String: [String]]>([:])
  private let descriptions = Mutex<[String: Description]>([:])
  private let extensions = Mutex<[String: [String]]>([:])

  /// The database in these directories, of which nothing is read before the first question.
  ///
  /// - Parameters:
  ///   - directories: Such as `/usr/share/mime`, the most important first.
  ///   - languages: Those of descriptions, the best first, such as `de_AT`, `de`.
  public init(directories: [[UInt8]], languages: [String] = []) {
    paths = directories
    self.languages = languages
  }

  /// The database of the user that an environment describes: `$XDG_DATA_HOME/mime`, then
  /// `mime` in each of `$XDG_DATA_DIRS`, with descriptions in the language of messages.
  ///
  /// Source: XDG Base Directory Specification.
  public convenience init(environment: (String) -> [UInt8]? = { Environment.value($0) }) {
    let user = UserDirectories(environment: environment)
    self.init(
      directories: ([user.data] + user.dataDirs).map { $0 + "/mime".utf8 },
      languages: MessageLanguages.preferred(environment: environment)
    )
  }

  /// The most important first; read by the first who asks, which takes a millisecond.
  var directories: [MIMEDirectory] {
    read.withLock { directories in
      let made = directories ?? paths.map { MIMEDirectory($0) }
      directories = made
      return made
    }
  }

  // MARK: Change

  /// Whether what was read is still there; costs one or two looks at a file for each directory.
  ///
  /// As long as nobody has asked anything, nothing was read that could be out of date.
  /// What was read is compared by inode, size and time: `mime.cache` and `types`, or the text files
  /// where there is no cache. Descriptions are not: they change together with the others.
  public var isCurrent: Bool { read.withLock { $0 }?.allSatisfy(\.isCurrent) ?? true }

  /// This database if it is current, else one that was read anew.
  public func reloaded() -> SharedMIMEInfo {
    isCurrent ? self : SharedMIMEInfo(directories: paths, languages: languages)
  }

  // MARK: Answers that are kept
  // Only of what the database knows: of everything else there is no end.

  /// What is said of a type to people.
  struct Description: Sendable {
    let comment: String?
    /// The best first.
    let filenameExtensions: [String]
  }

  /// The canonical names of the parents; `nil` if the type is not known.
  func knownParents(of type: String) -> [String]? {
    if let made = parents.withLock({ $0[type] }) { return made }
    let made = directories.flatMap { $0.cache?.parents(of: $0.spelling(of: type)) ?? [] }
      .map { canonical($0) }.uniqued().filter { $0 != type }
    guard !made.isEmpty || directories.contains(where: { isKnown(type, to: $0) }) else {
      return nil
    }
    parents.withLock { $0[type] = made }
    return made
  }

  /// Every type is in `types`, unless somebody has left out that file.
  ///
  /// Names are given in lower case: in any case there would be too many that are the same.
  private func isKnown(_ type: String, to directory: MIMEDirectory) -> Bool {
    guard !type.utf8.contains(where: \.isCapital) else { return false }
    return directory.types.isEmpty && directory.cache != nil
      ? reverseIndex.knows(type) : directory.types.spelling(of: type) != nil
  }

  /// The other names of a type.
  func knownAliases(of type: String) -> [String] {
    if let made = aliases.withLock({ $0[type] }) { return made }
    let made = reverseIndex.aliases(of: type).uniqued()
    if !made.isEmpty { aliases.withLock { $0[type] = made } }
    return made
  }

  /// The best first; none if no pattern has the extension.
  func types(ofExtension filenameExtension: String) -> [String] {
    if let made = extensions.withLock({ $0[filenameExtension] }) { return made }
    let made = nameMatches { $0.extensionMatches(filenameExtension) }.map(\.type)
    if !made.isEmpty { extensions.withLock { $0[filenameExtension] = made } }
    return made
  }

  /// `nil` if the type is not known.
  func description(of type: String) -> Description? {
    if let made = descriptions.withLock({ $0[type] }) { return made }
    guard knownParents(of: type) != nil else { return nil }
    let made = newDescription(of: type)
    descriptions.withLock { $0[type] = made }
    return made
  }

  /// Among extensions of equal weight the order is that of the type's own file, whose first pattern
  /// is the main one; `mime.cache` has lost it.
  private func newDescription(of type: String) -> Description {
    let documents = directories.filter { $0.cache != nil }.map {
      MIMEDocument($0.document(of: type), languages: languages)
    }
    let order = documents.flatMap(\.patterns)
    let extensions = reverseIndex.extensions(of: type).map { found in
      let place = order.firstIndex(of: "*.\(found.text)") ?? order.count
      return (rank: (-Int(found.weight), place), text: found.text)
    }
    return Description(
      comment: documents.lazy.compactMap(\.comment).first,
      filenameExtensions: extensions.sorted { $0.rank < $1.rank }.map(\.text).uniqued()
    )
  }

  /// From types to their other names and extensions.
  private var reverseIndex: ReverseIndex {
    reverse.withLock { index in
      let made = index ?? ReverseIndex(directories)
      index = made
      return made
    }
  }
}

public import LinuxIO
internal import UniformTypeIdentifiers

extension SharedMIMEInfo {
  /// How many bytes from the beginning of a content the rules look at.
  public var contentExtent: Int {
    max(directories.compactMap(\.cache?.contentExtent).max() ?? 0, Self.leastExtent)
  }

  /// Enough to tell text from other contents.
  ///
  /// Source: Shared MIME-info Database, "Recommended checking order".
  private static let leastExtent = 128

  /// The types that a file may have, the best first and each once; never empty.
  ///
  /// Names come before contents: the content is asked only if no pattern fits, or several do that
  /// are equally good.
  ///
  /// - Parameters:
  ///   - name: The file's name or path, in bytes; `nil` if there is only content.
  ///   - kind: What the file is.
  ///   - explicitType: What its attribute `user.mime_type` says, or somebody else who knows.
  ///   - head: The first ``contentExtent`` bytes, or all if there are less, empty only if the
  ///     content is; `nil` if it could not be read. Not evaluated where it is not needed.
  /// - Returns: At least one.
  ///
  /// Source: Shared MIME-info Database, "Recommended checking order".
  public func guesses(
    forName name: [UInt8]?,
    kind: FileStatus.Kind = .regular,
    explicitType: String? = nil,
    head: @autoclosure () -> [UInt8]?
  ) -> [MIMEGuess] {
    var found: [MIMEGuess] = []
    if let type = explicitType.flatMap(MIMEType.init) {
      found.append(MIMEGuess(mimeType: canonical(type.essence), reason: .explicit))
    }
    if let type = kind.mimeType {
      found.append(MIMEGuess(mimeType: type, reason: .inode))
    } else {
      found += guesses(forRegularFile: name, isSettled: !found.isEmpty, head: head)
    }
    return found.map(\.mimeType).uniqued().compactMap { type in
      found.first { $0.mimeType == type }
    }
  }

  /// The type of a content without a name, of which the first ``contentExtent`` bytes are enough.
  public func guess(forContent head: [UInt8]) -> MIMEGuess {
    if head.isEmpty { return MIMEGuess(mimeType: "application/x-zerosize", reason: .empty) }
    if let match = contentMatch(head) {
      return MIMEGuess(mimeType: match.type, reason: .content(priority: match.priority))
    }
    return head.prefix(Self.leastExtent).contains(where: \.isBinary)
      ? .nothing : MIMEGuess(mimeType: "text/plain", reason: .text)
  }

  private func guesses(
    forRegularFile name: [UInt8]?,
    isSettled: Bool,
    head: () -> [UInt8]?
  ) -> [MIMEGuess] {
    let matches = name.map { nameMatches(NameForms($0)) } ?? []
    let names = matches.map { MIMEGuess(mimeType: $0.type, reason: .name) }
    let best = matches.prefix {
      $0.weight == matches[0].weight && $0.length == matches[0].length
    }
    if isSettled || best.count == 1 { return names }
    guard let head = head() else { return names.isEmpty ? [.nothing] : names }
    let content = guess(forContent: head, ofFileWithName: name != nil)
    // A name that says the same more precisely; all are binary, so that means nothing.
    let agreed = best.first { isSubclass($0.type, of: content.mimeType) }
    guard let agreed, content.reason != .nothing else { return names + [content] }
    return [MIMEGuess(mimeType: agreed.type, reason: .name)] + names + [content]
  }

  /// A program starter is one by its name only, lest one hide behind a name that looks harmless.
  ///
  /// Source: `g_content_type_guess` of GLib does the same.
  private func guess(forContent head: [UInt8], ofFileWithName hasName: Bool) -> MIMEGuess {
    let guess = guess(forContent: head)
    guard hasName, guess.mimeType == "application/x-desktop" else { return guess }
    return MIMEGuess(mimeType: "text/plain", reason: .text)
  }

  /// Literal names come before all other patterns.
  private func nameMatches(_ name: NameForms) -> [NameMatch] {
    let literal = nameMatches { $0.literalMatches(name) }
    guard literal.isEmpty else { return literal }
    return nameMatches { $0.suffixMatches(name) + $0.patternMatches(name) }
  }

  /// The match of the highest priority, of the most important directory among equals.
  private func contentMatch(_ head: [UInt8]) -> ContentMatch? {
    var best: ContentMatch?
    for (number, directory) in directories.enumerated() {
      let match = directory.cache?.contentMatch(head) {
        isForgotten($0, in: number, by: { $0.forgottenContents })
      }
      if let match, match.priority > best?.priority ?? 0 { best = match }
    }
    return best.map { ContentMatch(type: canonical($0.type), priority: $0.priority) }
  }
}

extension MIMEGuess {
  static let nothing = MIMEGuess(mimeType: "application/octet-stream", reason: .nothing)
}

extension FileStatus.Kind {
  /// The type of what has no content of its own.
  ///
  /// A mount point is left a directory, as GLib does it: every reader treats it as one.
  ///
  /// Source: Shared MIME-info Database, "Non-regular files".
  fileprivate var mimeType: String? {
    switch self {
    case .regular, .other: nil
    case .directory: "inode/directory"
    case .pipe: "inode/fifo"
    case .socket: "inode/socket"
    case .characterDevice: "inode/chardevice"
    case .blockDevice: "inode/blockdevice"
    case .symbolicLink: "inode/symlink"
    }
  }
}

extension UInt8 {
  /// Whether a byte does not belong in text: control characters do not, but for backspace, tab, line
  /// feed, form feed and carriage return; what is not ASCII may be of any encoding.
  ///
  /// Source: Shared MIME-info Database, "Recommended checking order"; the exceptions are those of
  /// xdgmime, which GLib uses.
  fileprivate var isBinary: Bool {
    self < 0x20 && ![0x08, 0x09, 0x0A, 0x0C, 0x0D].contains(self)
  }
}

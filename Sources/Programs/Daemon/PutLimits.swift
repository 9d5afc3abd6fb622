internal import Wire

/// What a put may ask for at most.
struct PutLimits {
  /// In bytes: a list has many of them.
  static let titleLimit = 4096
  /// In milliseconds: a hundred years, as on the command line.
  private static let longestExpire = 100 * 366 * 86_400_000
  private let representationCount: Int

  init(_ configuration: Configuration) {
    representationCount = configuration.limits.representations
  }

  func check(_ request: PutRequest, more: Bool) throws(PasteboardError) {
    guard !request.items.isEmpty, !request.items.contains(where: \.representations.isEmpty) else {
      throw .invalidRequest(parameter: "items", reason: "nothing is put")
    }
    let count = request.items.reduce(0) { $0 + $1.representations.count }
    guard count <= representationCount else {
      throw .tooLarge(what: "the number of representations", limit: representationCount)
    }
    for item in request.items {
      if item.encodedName != nil, item.fileName == nil {
        throw .invalidRequest(parameter: "encodedName", reason: "a % is without its digits")
      }
      if let name = item.fileName, name.count > 255 {
        throw .tooLarge(what: "a name", limit: 255)
      }
    }
    if let title = request.title, title.utf8.count > Self.titleLimit {
      throw .tooLarge(what: "a title", limit: Self.titleLimit)
    }
    try PasteboardService.check(tagCount: request.tags?.count)
    for tag in request.tags ?? [] { try PasteboardService.check(tag: tag) }
    let named = request.items.flatMap { $0.representations.compactMap(\.descriptor) }
    guard Set(named).count == named.count else {
      // Read to its end for the first, it would be empty for the second.
      throw .invalidRequest(parameter: "descriptor", reason: "one is named twice")
    }
    guard more || !request.isPromising else {
      throw .invalidRequest(parameter: "more", reason: "what is promised is asked for in replies")
    }
    if let pastes = request.pastes, pastes < 1 {
      throw .invalidRequest(parameter: "pastes", reason: "it is less than 1")
    }
    if let expire = request.expire {
      guard expire >= 1 else {
        throw .invalidRequest(parameter: "expire", reason: "it is less than a millisecond")
      }
      guard expire <= Self.longestExpire else {
        throw .invalidRequest(parameter: "expire", reason: "it is more than 100 years")
      }
    }
    if request.restore == true, request.expire == nil, request.pastes == nil {
      throw .invalidRequest(parameter: "restore", reason: "it needs expire or pastes")
    }
  }
}

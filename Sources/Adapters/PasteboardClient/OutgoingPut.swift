internal import CoreTransferable
internal import LinuxIO
internal import Wire

/// Items on their way to a board: promised, or with what was loaded of them.
struct OutgoingPut: Sendable {
  /// A representation and its content, unless it is promised.
  fileprivate struct Part: Sendable {
    let representation: OutgoingItem.Representation?
    let content: TransferContent?
  }

  private let items: [OutgoingItem]
  private let parts: [[Part]]

  /// Everything as promises.
  init(promising items: [OutgoingItem]) {
    self.items = items
    parts = items.map { item in
      let parts = item.shared.map { Part(representation: $0, content: nil) }
      return parts.isEmpty ? [Part(representation: nil, content: nil)] : parts
    }
  }

  /// Everything that can be loaded, loaded.
  ///
  /// - Throws: What went wrong with an item of which nothing can be loaded.
  init(loading items: [OutgoingItem]) async throws {
    self.items = items
    var parts: [[Part]] = []
    for item in items {
      var loaded: [Part] = []
      var attempts: [PasteboardFailure.Attempt] = []
      for representation in item.shared {
        do {
          let content = try await representation.routes.firstContent { $0 }
          loaded.append(Part(representation: representation, content: content))
        } catch {
          try Task.checkCancellation()
          attempts.append(.init(contentType: representation.contentType, error: error))
        }
      }
      if item.hasOwn { loaded.append(Part(representation: nil, content: nil)) }
      guard !loaded.isEmpty else { throw PasteboardFailure.of(attempts) }
      parts.append(loaded)
    }
    self.parts = parts
  }

  /// What is promised, by its place in the put; the place of a stand-in has no representation.
  var promises: [(place: WantedContent, representation: OutgoingItem.Representation?)] {
    parts.enumerated().flatMap { item, parts in
      parts.enumerated().compactMap { index, part in
        guard part.content == nil else { return nil }
        return (WantedContent(item: item, representation: index), part.representation)
      }
    }
  }

  /// The message, and the descriptors that it names; to be made where waiting is allowed.
  func request(
    for board: String,
    _ options: CopyOptions
  ) throws -> (request: PutRequest, descriptors: [SharedDescriptor]) {
    var descriptors: [SharedDescriptor] = []
    var wireItems: [PutItem] = []
    for (item, parts) in zip(items, parts) {
      var representations: [PutRepresentation] = []
      for part in parts { representations.append(try part.wire(with: &descriptors)) }
      wireItems.append(PutItem(name: item.name, representations: representations))
    }
    var request = PutRequest(items: wireItems, board: board)
    request.sensitive = options.isSensitive ? true : nil
    request.expire = options.expiresAfter.map(\.milliseconds)
    request.pastes = options.pastes
    request.restore = options.restoresPrevious ? true : nil
    return (request, descriptors)
  }
}

extension OutgoingPut.Part {
  fileprivate func wire(
    with descriptors: inout [SharedDescriptor]
  ) throws -> PutRepresentation {
    guard let representation else { return OwnContent.representation }
    let type = representation.contentType.identifier
    var wire = PutRepresentation.promise(of: type)
    if let content {
      wire = PutRepresentation(type: type, descriptor: descriptors.count)
      descriptors.append(try ExportedContent(content).descriptor)
    }
    wire.visibility = representation.audience == .user ? .user : nil
    return wire
  }
}

extension [ExportRoute] {
  /// What `use` makes of the first content that can be loaded and used.
  func firstContent<Result>(
    _ use: (TransferContent) async throws -> Result
  ) async throws -> Result {
    var attempts: [PasteboardFailure.Attempt] = []
    for route in self {
      do {
        return try await use(try await route.load())
      } catch let error as KeepRun.Refusal {
        throw error
      } catch {
        try Task.checkCancellation()
        attempts.append(.init(contentType: route.contentType, error: error))
      }
    }
    throw PasteboardFailure.of(attempts)
  }
}

extension Duration {
  /// Rounded up: nothing ends before its time.
  ///
  /// What a number cannot hold is the largest one.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    let (sum, overflow2) = whole.addingReportingOverflow(part)
    guard !overflow, !overflow2 else { return seconds < 0 ? .min : .max }
    return Int(clamping: sum)
  }
}

public import CoreTransferable
internal import DaemonClient
internal import LinuxIO
internal import Wire

extension Pasteboard {
  /// Copies one item, and returns when a paste would get it.
  ///
  /// Every representation that its type names is offered, in its order, and made when somebody asks
  /// for it. While the program lives, its closures are kept until the entry is replaced; when it
  /// ends, see ``keepPromises(within:byteLimit:)``. What is for this process alone never leaves it.
  /// A directory is offered to others by its address, as `text/uri-list`, and must stay where it is.
  ///
  /// - Parameters:
  ///   - item: What is copied.
  ///   - options: How long it lasts and how it is kept.
  ///   - eagerly: Whether to make every representation now, so that nothing depends on this program
  ///     any more; one that fails is then not offered.
  /// - Returns: The entry that the board has now.
  /// - Throws: ``PasteboardFailure``. A content type that nobody declared is an error that says how
  ///   to declare it, and nothing is copied.
  ///
  /// Source: Apple's `NSPasteboard.writeObjects(_:)`, whose promises end with their program.
  @discardableResult
  public func copy(
    _ item: some Transferable,
    options: CopyOptions = CopyOptions(),
    eagerly: Bool = false
  ) async throws -> CopyReceipt {
    try await copy([item], options: options, eagerly: eagerly)
  }

  /// Copies several items, also of different types, as one entry.
  ///
  /// Otherwise it is as with one item.
  @discardableResult
  public func copy(
    _ items: [any Transferable],
    options: CopyOptions = CopyOptions(),
    eagerly: Bool = false
  ) async throws -> CopyReceipt {
    do {
      let outgoing = try items.map { try OutgoingItem($0) }
      return try await copy(outgoing, options, eagerly: eagerly)
    } catch {
      throw PasteboardFailure.translated(error)
    }
  }

  /// Copies what item providers have, as one entry.
  ///
  /// Otherwise it is as with one item.
  @discardableResult
  public func copy(
    _ providers: [ItemProvider],
    options: CopyOptions = CopyOptions(),
    eagerly: Bool = false
  ) async throws -> CopyReceipt {
    do {
      return try await copy(providers.map { OutgoingItem($0) }, options, eagerly: eagerly)
    } catch {
      throw PasteboardFailure.translated(error)
    }
  }

  private func copy(
    _ items: [OutgoingItem],
    _ options: CopyOptions,
    eagerly: Bool
  ) async throws -> CopyReceipt {
    let line = try DaemonLines.take()
    try await DaemonLines.ask(on: line) { try KnownTypes.require(items, over: $0) }
    let items = items.map(\.withDirectoriesReferred)
    let put =
      eagerly ? try await OutgoingPut(loading: items) : OutgoingPut(promising: items)
    let reply = try await DaemonLines.ask(on: line) { [name] connection in
      let (request, descriptors) = try put.request(for: name, options)
      return try connection.put(request, descriptors: descriptors)
    }
    if put.promises.isEmpty {
      DaemonLines.giveBack(line)
    } else {
      PromiseBook.shared.open(put, items: items, entry: reply.entry, board: name, on: line)
    }
    return CopyReceipt(entry: reply.entry, changeCount: reply.changeCount)
  }

  /// Keeps what this program has promised and nobody has asked for yet: the daemon has it then.
  ///
  /// Without a call this happens when the program ends by itself or by SIGINT, SIGTERM or SIGHUP, within
  /// two seconds and 256 MiB; one line on standard error says what could not be kept. The same signal
  /// again ends it at once. A program that handles these signals itself calls this; one that is killed
  /// keeps nothing, and what it promised is withdrawn.
  ///
  /// The oldest copies come first. What is not kept is still promised while the program lives.
  ///
  /// - Parameters:
  ///   - limit: How long it may take altogether.
  ///   - byteLimit: How many bytes the daemon is given at most.
  /// - Returns: What was kept, and what could not be kept and why.
  @discardableResult
  public static func keepPromises(
    within limit: Duration = .seconds(2),
    byteLimit: Int = 256 << 20
  ) async -> KeepReport {
    await PromiseBook.shared.keep(within: limit, byteLimit: byteLimit)
  }
}

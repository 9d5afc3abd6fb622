public import Pasteboards

/// All replies in pieces that are under way, each at its place.
///
/// One client has one event mask on a window, so the windows' transfers are counted.
///
/// Source: ICCCM 2.0 §2.7.2; X11 protocol, ChangeWindowAttributes, event-mask.
public struct OutgoingTransfers: Sendable {
  /// What is to be done, and where.
  public enum Action: Sendable, Equatable {
    case watch(WindowID)
    case unwatch(WindowID)
    case announce(PropertyPlace, lowerBound: UInt32)
    case write(PropertyPlace, offset: Int, byteCount: Int)
    case awaitMore(PropertyPlace, than: Int)
    case terminate(PropertyPlace)
    case restartTimer(PropertyPlace)
    case end(PropertyPlace, OutgoingTransfer.Ending)
  }

  private let limit: Int
  private var transfers: [PropertyPlace: OutgoingTransfer] = [:]
  private var counts: [WindowID: Int] = [:]

  /// - Parameter limit: The most at a time; a request beyond it is refused.
  public init(limit: Int = 64) { self.limit = limit }

  public var count: Int { transfers.count }

  /// Begins a transfer; `nil` when there are too many and the request is refused.
  ///
  /// One that runs at the same place can never end well, and makes way.
  public mutating func begin(
    at place: PropertyPlace,
    byteCount: Int,
    isComplete: Bool = true,
    elementBits: Representation.ElementBits,
    sizes: TransferSizes
  ) -> [Action]? {
    guard transfers[place] != nil || transfers.count < limit else { return nil }
    // Counted before the former one is, so that the window stays watched in between.
    counts[place.window, default: 0] += 1
    let isWatched = counts[place.window] != 1
    let replaced = handle(.replaced, at: place)
    var transfer = OutgoingTransfer(
      byteCount: byteCount,
      isComplete: isComplete,
      elementBits: elementBits,
      sizes: sizes
    )
    let started = transfer.handle(.start)
    transfers[place] = transfer
    return replaced + started.compactMap { isWatched && $0 == .watch ? nil : placed($0, place) }
  }

  /// Tells the transfer at a place what happened; nothing if there is none.
  public mutating func handle(
    _ event: OutgoingTransfer.Event,
    at place: PropertyPlace
  ) -> [Action] {
    guard var transfer = transfers[place] else { return [] }
    let actions = transfer.handle(event)
    transfers[place] = transfer
    return actions.compactMap { apply($0, at: place) }
  }

  /// Drops all transfers to a window that is no more.
  public mutating func windowGone(_ window: WindowID) -> [Action] {
    let places = transfers.keys.filter { $0.window == window }
    return places.flatMap { handle(.requestorGone, at: $0) }.filter { $0 != .unwatch(window) }
  }

  private mutating func apply(
    _ action: OutgoingTransfer.Action,
    at place: PropertyPlace
  ) -> Action? {
    switch action {
    case .unwatch:
      let rest = (counts[place.window] ?? 1) - 1
      counts[place.window] = rest > 0 ? rest : nil
      return rest > 0 ? nil : .unwatch(place.window)
    case .end:
      transfers[place] = nil
    case .watch, .announce, .write, .awaitMore, .terminate, .restartTimer: break
    }
    return placed(action, place)
  }

  private func placed(_ action: OutgoingTransfer.Action, _ place: PropertyPlace) -> Action {
    switch action {
    case .watch: .watch(place.window)
    case .announce(let bound): .announce(place, lowerBound: bound)
    case .write(let offset, let count): .write(place, offset: offset, byteCount: count)
    case .awaitMore(let count): .awaitMore(place, than: count)
    case .terminate: .terminate(place)
    case .restartTimer: .restartTimer(place)
    case .unwatch: .unwatch(place.window)
    case .end(let ending): .end(place, ending)
    }
  }
}

/// One MULTIPLE request: its pairs are answered in order, then there is one notification.
///
/// Source: ICCCM 2.0 §2.6.2, MULTIPLE.
public struct MultipleConversion: Sendable {
  /// What happened.
  public enum Event: Sendable {
    case start
    /// The pair under way is written, or is in INCR state; or it is refused.
    case converted(Bool)
  }

  /// What is to be done.
  public enum Action: Sendable, Equatable {
    /// Answer this target, an atom, on this property.
    case convert(target: UInt32, on: PropertyID)
    /// Write the pairs back with the type that they were found with.
    case writeBack([UInt32])
    /// Notify the requestor that all is done; the property is that of the pairs.
    case notify
  }

  /// The most pairs that are answered; longer lists are refused.
  public static let maximumPairCount = 256

  private enum State: Sendable {
    case fresh
    case converting(Int)
    case done
  }

  private var state: State = .fresh
  private var items: [UInt32]
  private var hasFailure = false

  /// Takes the pairs as the requestor wrote them; `nil` when the whole request is refused.
  ///
  /// Any type is taken, since programs disagree about it, and an odd last item is dropped.
  public init?(items: [UInt32], elementBits: Int) {
    guard elementBits == 32 || items.isEmpty, items.count / 2 <= Self.maximumPairCount
    else { return nil }
    self.items = Array(items.prefix(items.count / 2 * 2))
  }

  /// The targets that are asked for, as atoms, in order.
  public var targets: [UInt32] { stride(from: 0, to: items.count, by: 2).map { items[$0] } }

  public mutating func handle(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.fresh, .start): return convert(from: 0)
    case (.converting(let index), .converted(let isDone)):
      if !isDone { fail(index) }
      return convert(from: index + 1)
    case (.fresh, .converted), (.converting, .start), (.done, .start), (.done, .converted):
      return []
    }
  }

  private mutating func convert(from start: Int) -> [Action] {
    for index in start..<(items.count / 2) {
      let target = items[2 * index]
      guard target != 0, let property = PropertyID(rawValue: items[2 * index + 1]) else {
        fail(index)
        continue
      }
      state = .converting(index)
      return [.convert(target: target, on: property)]
    }
    state = .done
    return hasFailure ? [.writeBack(items), .notify] : [.notify]
  }

  /// Current toolkits look for the property to be None, though the rules name the target.
  private mutating func fail(_ index: Int) {
    items[2 * index + 1] = 0
    hasFailure = true
  }
}

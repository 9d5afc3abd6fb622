/// Content that is made when somebody first asks for it, and then kept, by most for ever.
///
/// One promise may be asked from several threads at once; it is made once. ``Promise`` is one that
/// does the counting.
public protocol PromisedPayload: AnyObject, Sendable {
  /// The content, once it is there; it is never a promise itself.
  var kept: Payload? { get }

  /// Why there will never be any content, once that is known: nobody is offered it any more.
  var failure: PayloadFailure? { get }

  /// Has the content made unless that has begun, and calls `then` once, when it is there or failed.
  ///
  /// `then` is called on any thread, also before this returns. A promise with a ``failure`` stays failed;
  /// one that has none is made again for the next who asks.
  /// Whoever waits no longer calls what is returned, and is told no more unless that has begun.
  @discardableResult
  func keep(_ then: @escaping @Sendable (Result<Payload, PayloadFailure>) -> Void) -> Leave

  /// What there is of content that is being made and may be seen before it is whole; it gets longer.
  var beginning: (any PayloadFile)? { get }

  /// Calls `then` once, when the beginning has more than `byteCount` bytes or it is settled.
  ///
  /// Has nothing made, and is otherwise like ``keep(_:)``.
  @discardableResult
  func whenLonger(than byteCount: Int, _ then: @escaping @Sendable () -> Void) -> Leave

  /// Nobody is offered it any more: it is made only for those who wait for it.
  func release()

  /// Gives up a wait; harmless when it has ended.
  typealias Leave = @Sendable () -> Void
}

extension PromisedPayload {
  public var failure: PayloadFailure? { nil }
  public var beginning: (any PayloadFile)? { nil }
  public func release() {}

  @discardableResult
  public func whenLonger(than byteCount: Int, _ then: @escaping @Sendable () -> Void) -> Leave {
    keep { _ in then() }
  }
}

/// An answer that is on its way: collect it exactly once, or discard it.
///
/// Sending several requests and then collecting costs one wait for all of them. Only the
/// connection that sent the request can collect.
public struct Pending<Answer: ~Copyable>: Hashable, Sendable {
  public let sequence: SequenceNumber
  let request: String

  init(_ sequence: UInt32, _ request: String) {
    self.sequence = SequenceNumber(rawValue: sequence)
    self.request = request
  }
}

/// The place of a request in its connection's order, by which a later error is matched.
public struct SequenceNumber: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A window on the X server, ours or somebody else's, alive or not.
public struct Window: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let none = Window(rawValue: 0)
}

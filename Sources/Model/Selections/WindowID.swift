/// A window on the server, as the state machines know it.
public struct WindowID: Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A property's name on the server, as the state machines know it: a number that stands for it.
public struct PropertyID: Hashable, Sendable {
  public let rawValue: UInt32

  /// - Parameter rawValue: The atom; `nil` comes back for 0, which names no property.
  public init?(rawValue: UInt32) {
    guard rawValue != 0 else { return nil }
    self.rawValue = rawValue
  }
}

/// A property on a window: the place that one conversion goes to.
public struct PropertyPlace: Hashable, Sendable {
  public let window: WindowID
  public let property: PropertyID

  public init(window: WindowID, property: PropertyID) {
    self.window = window
    self.property = property
  }
}

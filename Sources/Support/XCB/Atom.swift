/// A name that the X server knows by number.
///
/// Source: X11 protocol, "Predefined Atoms".
public struct Atom: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No atom; as the type asked of a property it means "any type".
  public static let none = Atom(rawValue: 0)
  public static let primary = Atom(rawValue: 1)
  public static let secondary = Atom(rawValue: 2)
  public static let atom = Atom(rawValue: 4)
  public static let cardinal = Atom(rawValue: 6)
  public static let integer = Atom(rawValue: 19)
  public static let string = Atom(rawValue: 31)
  public static let window = Atom(rawValue: 33)
}

/// The name of a selection target, compared byte for byte.
///
/// Also what a property type and a selection are called, since all of them are atoms. Peers may
/// choose any bytes; what is no UTF-8 is kept as it came.
///
/// Source: ICCCM 2.0 §2.6.2.
public struct TargetName: Hashable, Sendable, ExpressibleByStringLiteral {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public init(_ name: String) { bytes = Array(name.utf8) }

  public init(stringLiteral name: String) { self.init(name) }

  /// The name as text; `nil` when its bytes are no UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }
}

extension TargetName: CustomStringConvertible {
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

// The targets and types that the protocols name.
extension TargetName {
  public static let targets: TargetName = "TARGETS"
  public static let multiple: TargetName = "MULTIPLE"
  public static let timestamp: TargetName = "TIMESTAMP"
  public static let saveTargets: TargetName = "SAVE_TARGETS"

  public static let atom: TargetName = "ATOM"
  public static let atomPair: TargetName = "ATOM_PAIR"
  public static let integer: TargetName = "INTEGER"
  public static let null: TargetName = "NULL"
  public static let incr: TargetName = "INCR"

  public static let utf8String: TargetName = "UTF8_STRING"
  public static let utf8PlainText: TargetName = "text/plain;charset=utf-8"
  public static let plainText: TargetName = "text/plain"
  public static let compoundText: TargetName = "COMPOUND_TEXT"
  public static let string: TargetName = "STRING"
  public static let anyText: TargetName = "TEXT"
  public static let cString: TargetName = "C_STRING"

  public static let uriList: TargetName = "text/uri-list"
  /// An address in one line, perhaps with a title in the next.
  public static let netscapeURL: TargetName = "_NETSCAPE_URL"
  /// The same in UTF-16.
  public static let mozillaURL: TargetName = "text/x-moz-url"
  public static let passwordManagerHint: TargetName = "x-kde-passwordManagerHint"
}

/// The kinds of names, outside the registry, that a type can bear.
///
/// Source: Apple's `UTTagClass`; ``pasteboardType`` is one of Apple's older tag classes.
public struct UTTagClass: RawRepresentable, Sendable, Hashable, Codable {
  /// The identifier of the tag class.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The end of a file's name, without the dot; the case of letters does not matter.
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  /// A MIME type; the case of letters does not matter.
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")
  /// The name of a pasteboard type, which is an X11 target here; compared byte for byte.
  public static let pasteboardType = UTTagClass(rawValue: "com.apple.nspboard-type")
}

extension UTTagClass: CaseIterable {
  /// The classes that declarations have tags of.
  public static let allCases: [UTTagClass] = [.filenameExtension, .mimeType, .pasteboardType]
}

extension UTTagClass: CustomStringConvertible {
  public var description: String { rawValue }
}

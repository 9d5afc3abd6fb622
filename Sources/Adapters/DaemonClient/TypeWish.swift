internal import UniformTypeIdentifiers
public import Wire

/// A type that a user wants, as it was written: identifier, MIME type, X11 target or extension.
public struct TypeWish: Sendable {
  private let name: String
  private let type: UTType?

  public init(_ name: String) {
    self.name = name
    if name.utf8.first == UInt8(ascii: ".") {
      type = UTType(filenameExtension: String(name.dropFirst()))
    } else {
      type = UTType(name) ?? UTType(mimeType: name)
    }
  }

  /// Whether what is on offer is that type, or conforms to it.
  public func isMet(by offered: OfferedType) -> Bool {
    if offered.targets.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { return true }
    if offered.type.utf8.elementsEqual(name.utf8) { return true }
    guard let type, let found = UTType(offered.type) else { return false }
    return found.conforms(to: type)
  }
}

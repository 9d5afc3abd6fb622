/// Names of files that say their type.
///
/// Source: Apple's extensions of `URL` in `UniformTypeIdentifiers`, which is without Foundation here.
extension URL {
  /// This address with the preferred extension of a type, unless it has one that says the same.
  ///
  /// `puppy.jpg` is left alone for ``UTType/image``, and becomes `puppy.jpg.txt` for plain text. An
  /// address without a name, and any for a type that no extension stands for, stays as it is.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    let name = FileName.named(lastPathComponent, for: contentType)
    guard !pathComponents.allSatisfy({ $0 == "/" }), name != lastPathComponent else { return self }
    return deletingLastPathComponent().appending(component: name)
  }

  /// Adds the preferred extension of a type, unless there is one that says the same.
  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }

  /// The address of a file in this directory, with an extension that says its type.
  public func appendingPathComponent(_ name: String, conformingTo contentType: UTType) -> URL {
    appending(path: name).appendingPathExtension(for: contentType)
  }

  /// Goes to a file in this directory, with an extension that says its type.
  public mutating func appendPathComponent(_ name: String, conformingTo contentType: UTType) {
    self = appendingPathComponent(name, conformingTo: contentType)
  }
}

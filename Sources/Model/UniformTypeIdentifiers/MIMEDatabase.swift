/// What the desktop knows of MIME types, beside the declarations.
///
/// MIME types are given and answered in lower case and without parameters. A look-up takes less
/// than a microsecond once the database is in memory, and never fails: a damaged database knows less.
///
/// Source: freedesktop.org Shared MIME-info Database.
public protocol MIMEDatabase: Sendable {
  /// The name that an alias stands for; the name itself if it is no alias.
  func canonical(_ mimeType: String) -> String
  /// Whether the database has this type, under its canonical name.
  func isKnown(_ mimeType: String) -> Bool
  /// The other names of a canonical one.
  func aliases(of mimeType: String) -> [String]
  /// The types that the database names as parents, not those that every type has.
  func parents(of mimeType: String) -> [String]
  /// The extensions of a canonical type, without the dot, the best first.
  func filenameExtensions(of mimeType: String) -> [String]
  /// The canonical types of files with this extension, in lower case without the dot, best first.
  func mimeTypes(ofFilenameExtension filenameExtension: String) -> [String]
  /// What people call the type, in the language of the process if there is a translation.
  func localizedDescription(of mimeType: String) -> String?
}

internal import TOML
internal import UniformTypeIdentifiers

/// The places that errors about a type name; without the name of the file, but for ``file``.
struct TypePlaces {
  let file: String
  let identifier: TOMLPosition
  var parents: [TOMLPosition] = []
  /// Of the type of each representation.
  var representations: [TOMLPosition] = []
  /// Where a field of the payload is first named, which only JSON has.
  var field: TOMLPosition?
  /// Whether the file says what the type conforms to, if only to nothing.
  var saysParents = false
}

/// One `[[type]]` of a file.
struct TypeStatement {
  var type: DeclaredType
  var places: TypePlaces

  private static let keys = [
    "identifier", "description", "conformsTo", "mimeTypes", "extensions", "targets", "imported",
    "referenceURL", "representation", "validate", "action",
  ]

  /// Reads a table; `nil` if it does not even name its type properly.
  init?(_ reader: inout TableReader) {
    guard let identifier = reader.string("identifier") else {
      if reader.table["identifier"] == nil { reader.note("the key 'identifier' is missing") }
      return nil
    }
    guard TypeIdentifier.isWellFormed(identifier.value) else {
      let advice = "write letters, digits, '-' and at least one '.', as in com.example.ticket"
      reader.note("\(identifier.value.quoted) is no identifier; \(advice)", at: identifier.place)
      return nil
    }
    reader.subject = identifier.value
    places = TypePlaces(file: reader.file, identifier: identifier.place)
    type = DeclaredType(
      declaration: TypeDeclaration(identifier: identifier.value),
      places: [identifier.place.within(reader.file)]
    )
    reader.refuseKeys(except: Self.keys)
    readNames(&reader)
    for table in reader.tables("representation") { readRepresentation(table, &reader) }
    readValidation(&reader)
    for table in reader.tables("action") { readAction(table, &reader) }
  }

  private mutating func readNames(_ reader: inout TableReader) {
    for parent in reader.strings("conformsTo") {
      type.declaration.parents.append(parent.value)
      places.parents.append(parent.place)
    }
    places.saysParents = reader.table["conformsTo"] != nil
    for name in reader.strings("mimeTypes") {
      if TypeName.isMIMEType(name.value) {
        type.declaration.mimeTypes.append(name.value)
      } else {
        let advice = "one is written type/subtype, as in text/plain"
        reader.note("\(name.value.quoted) is no MIME type; \(advice)", at: name.place)
      }
    }
    for name in reader.strings("extensions") {
      if TypeName.isExtension(name.value) {
        type.declaration.filenameExtensions.append(name.value)
      } else {
        let advice = "write it without dots and slashes, as in \"png\""
        reader.note("\(name.value.quoted) is no extension; \(advice)", at: name.place)
      }
    }
    for name in reader.strings("targets") {
      if TypeName.isTarget(name.value) {
        type.declaration.pasteboardTypes.append(name.value)
      } else {
        let advice = "it has 1 to 255 bytes, no control characters, and no meaning in X11 already"
        reader.note("\(name.value.quoted) is no name of a target; \(advice)", at: name.place)
      }
    }
    type.declaration.localizedDescription = reader.string("description")?.value
    type.declaration.referenceURL = reader.string("referenceURL")?.value
    type.declaration.isImported = reader.flag("imported") ?? false
  }
}

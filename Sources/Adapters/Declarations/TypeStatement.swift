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
    reader.forEachString("conformsTo") { _, parent, place in
      type.declaration.parents.append(parent)
      places.parents.append(place)
    }
    places.saysParents = reader.table["conformsTo"] != nil
    type.declaration.mimeTypes = names(
      of: "mimeTypes",
      that: TypeName.isMIMEType,
      else: "is no MIME type; one is written type/subtype, as in text/plain",
      &reader
    )
    type.declaration.filenameExtensions = names(
      of: "extensions",
      that: TypeName.isExtension,
      else: "is no extension; write it without dots and slashes, as in \"png\"",
      &reader
    )
    type.declaration.pasteboardTypes = names(
      of: "targets",
      that: TypeName.isTarget,
      else: "is no name of a target; "
        + "it has 1 to 255 bytes, no control characters, and no meaning in X11 already",
      &reader
    )
    type.declaration.localizedDescription = reader.string("description")?.value
    type.declaration.referenceURL = reader.string("referenceURL")?.value
    type.declaration.isImported = reader.flag("imported") ?? false
  }

  /// The texts of a key that are names of its kind; of each other one it is noted what it is not.
  private func names(
    of key: String,
    that isName: (String) -> Bool,
    else refusal: String,
    _ reader: inout TableReader
  ) -> [String] {
    var names: [String] = []
    reader.forEachString(key) { reader, name, place in
      if isName(name) {
        names.append(name)
      } else {
        reader.note("\(name.quoted) \(refusal)", at: place)
      }
    }
    return names
  }
}

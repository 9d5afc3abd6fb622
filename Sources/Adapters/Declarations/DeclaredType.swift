public import TOML
public import UniformTypeIdentifiers

/// A type that was declared in files, with everything that the files say of it.
///
/// Source: interface, section 5.
public struct DeclaredType: Sendable, Hashable {
  /// What the registry needs to know.
  public internal(set) var declaration: TypeDeclaration
  /// What a bearer can also be had as, the preferred first.
  ///
  /// Several may make the same type: the first whose program is installed then counts.
  public internal(set) var representations: [DeclaredRepresentation] = []
  /// The fields without which a JSON payload is none of this type.
  public internal(set) var required: [FieldPath] = []
  /// What an entry of this type lets its user do.
  public internal(set) var actions: [DeclaredAction] = []
  /// Where it is declared; more than one place if files add to a type of the system.
  public internal(set) var places: [TOMLPosition]

  /// Takes what another file says of the same type of the system.
  mutating func add(_ other: DeclaredType) {
    func join<Value: Hashable>(_ mine: inout [Value], _ its: [Value]) {
      mine += its.filter { !mine.contains($0) }
    }
    join(&declaration.parents, other.declaration.parents)
    join(&declaration.mimeTypes, other.declaration.mimeTypes)
    join(&declaration.filenameExtensions, other.declaration.filenameExtensions)
    join(&declaration.pasteboardTypes, other.declaration.pasteboardTypes)
    declaration.localizedDescription =
      declaration.localizedDescription ?? other.declaration.localizedDescription
    declaration.referenceURL = declaration.referenceURL ?? other.declaration.referenceURL
    join(&representations, other.representations)
    join(&required, other.required)
    actions += other.actions.filter { action in !actions.contains { $0.id == action.id } }
    places += other.places
  }
}

/// Something that an entry of a declared type lets its user do.
public struct DeclaredAction: Sendable, Hashable {
  /// The side of a row from which it is drawn.
  public enum Edge: String, Sendable, CaseIterable {
    case leading, trailing
  }

  /// What it means for the entry.
  public enum Role: String, Sendable, CaseIterable {
    case destructive
  }

  /// Names it among the actions of its type.
  public let id: String
  /// What people read.
  public let title: String
  public let edge: Edge
  public let role: Role?
  /// Whether drawing the row all the way does it.
  public let allowsFullSwipe: Bool
  /// A program and its arguments, with fields of the JSON payload as `{{path}}`.
  public let command: [String]
}

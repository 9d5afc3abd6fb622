internal import Declarations
internal import LinuxIO
internal import Selections
internal import UniformTypeIdentifiers

/// All that is known of a type, as `xfer type` shows it.
struct TypeFacts: Encodable {
  /// One way in which a bearer can be had as another type.
  struct Representation: Encodable {
    let type: String
    let template: String?
    let command: [String]?
    /// Whether it can be made now: a command's program is there.
    let available: Bool
  }

  struct Action: Encodable {
    let id: String
    let title: String
    let edge: String
    let role: String?
    let allowsFullSwipe: Bool
    let command: [String]
  }

  let identifier: String
  let description: String?
  let declared: Bool
  let dynamic: Bool
  let imported: Bool
  /// Who declares it: `system`, or `FILE:LINE:COLUMN`; none for a dynamic type.
  let origin: [String]
  let conformsTo: [String]
  let supertypes: [String]
  let mimeTypes: [String]
  let extensions: [String]
  /// The X11 targets under which it is offered, in that order.
  let targets: [String]
  let representations: [Representation]
  let required: [String]
  let actions: [Action]
  let referenceURL: String?
}

extension TypeFacts {
  /// What the registry knows of a type, what files say of it, and whether the system has it itself.
  init(_ type: UTType, _ declared: DeclaredType?, _ system: SystemDeclarations) {
    identifier = type.identifier
    description = type.localizedDescription
    (self.declared, dynamic) = (type.isDeclared, type.isDynamic)
    imported = TypeRegistry.declaration(of: type)?.isImported ?? false
    let places = declared?.places.map { "\($0)" } ?? []
    origin = (system.isDeclared(type.identifier) ? ["system"] : []) + places
    conformsTo = type.parentIdentifiers
    supertypes = type.supertypes.map(\.identifier).sorted()
    mimeTypes = type.tags(of: .mimeType)
    extensions = type.tags(of: .filenameExtension)
    targets = TargetName.names(for: type).map(\.description)
    representations = declared?.representations.map(Representation.init) ?? []
    required = declared?.required.map(\.description) ?? []
    actions = declared?.actions.map(Action.init) ?? []
    referenceURL = type.referenceURL
  }
}

extension TypeFacts.Representation {
  fileprivate init(_ representation: DeclaredRepresentation) {
    type = representation.type
    switch representation.production {
    case .template(let text): (template, command, available) = (text, nil, true)
    case .command(let words):
      (template, command) = (nil, words)
      available = words.first.map { ProgramSearch.find(Array($0.utf8)) != nil } ?? false
    }
  }
}

extension TypeFacts.Action {
  fileprivate init(_ action: DeclaredAction) {
    (id, title) = (action.id, action.title)
    (edge, role) = (action.edge.rawValue, action.role?.rawValue)
    (allowsFullSwipe, command) = (action.allowsFullSwipe, action.command)
  }
}

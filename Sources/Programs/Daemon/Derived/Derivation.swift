internal import Declarations
internal import LinuxIO
internal import Pasteboards
internal import UniformTypeIdentifiers

/// What an item can also be had as, by what is declared of its types.
///
/// One step only: nothing is derived from what was derived.
struct Derivation {
  /// The most that is derived of one item.
  static let limit = 64

  /// One representation that can be made.
  struct Step: Equatable {
    /// The index of the representation that it is made of.
    let source: Int
    let type: UTType
    /// The type that declares it: the source's, or one that this conforms to.
    let declarer: UTType
    let production: Production
  }

  enum Production: Equatable {
    case template(FieldTemplate)
    /// A program's file, and the words it is called with.
    case command(path: [UInt8], words: [String])
  }

  /// In the order in which they are offered: after those that are there.
  let steps: [Step]

  /// Looks up what is declared of each representation's type and then of its supertypes.
  ///
  /// A type that is there already is not made again, be it by name or as another plain text. A
  /// command counts where its program is installed.
  init(of representations: [Representation], declared: (UTType) -> [DeclaredRepresentation]) {
    var taken = Set(representations.map { Self.key($0.type) })
    var steps: [Step] = []
    var programs = FoundPrograms()
    for (source, representation) in representations.enumerated() {
      let ways = Self.lineage(of: representation.type).flatMap { declarer in
        declared(declarer).map { (declarer, $0) }
      }
      for (declarer, way) in ways {
        guard let type = UTType(way.type), !taken.contains(Self.key(type)),
          let production = Production(way.production, &programs)
        else { continue }
        taken.insert(Self.key(type))
        let step = Step(source: source, type: type, declarer: declarer, production: production)
        steps.append(step)
      }
    }
    self.steps = Array(steps.prefix(Self.limit))
  }

  /// A type and those that it conforms to, the nearest first.
  static func lineage(of type: UTType) -> [UTType] {
    let supertypes = type.supertypes.map { (type: $0, rank: $0.supertypes.count) }
    let ordered = supertypes.sorted {
      ($1.rank, $0.type.identifier) < ($0.rank, $1.type.identifier)
    }
    return [type] + ordered.map(\.type)
  }

  /// X has one set of targets for the two plain texts.
  private static func key(_ type: UTType) -> UTType { type.isPlainUTF8 ? .plainText : type }
}

extension Derivation.Production {
  /// `nil` if it cannot be produced here.
  fileprivate init?(
    _ production: DeclaredRepresentation.Production,
    _ programs: inout FoundPrograms
  ) {
    switch production {
    case .template(let text):
      // Files with a template that cannot be read are not in force.
      guard let template = try? FieldTemplate(text) else { return nil }
      self = .template(template)
    case .command(let words):
      guard let name = words.first, let path = programs.find(name) else { return nil }
      self = .command(path: path, words: words)
    }
  }
}

/// Where programs are: one that makes several types is looked for once.
private struct FoundPrograms {
  private var paths: [String: [UInt8]?] = [:]

  mutating func find(_ name: String) -> [UInt8]? {
    if let known = paths[name] { return known }
    let path = ProgramSearch.find(Array(name.utf8))
    paths[name] = .some(path)
    return path
  }
}

/// What the representation of a type comes down to: flat lists, in the order of preference.
struct Resolution<Item>: Sendable {
  var exporters: [Exporter<Item>] = []
  var importers: [Importer<Item>] = []
  /// What suggests a file name; of those that do, the last one counts.
  var fileNames: [@Sendable (Item) -> String?] = []
  /// What keeps a part of the representation from being of use.
  var problems: [TransferError] = []

  init() {}

  init(problem: TransferError) { problems = [problem] }

  init(exporter: Exporter<Item>?, importer: Importer<Item>?) {
    exporters = exporter.map { [$0] } ?? []
    importers = importer.map { [$0] } ?? []
  }

  /// A resolution for `Item` whose type the compiler does not know, as behind `some`.
  init(casting resolution: Any) {
    self = resolution as? Self ?? Self(problem: .foreignRepresentation("\(Item.self)"))
  }

  mutating func append(_ other: Self) {
    exporters += other.exporters
    importers += other.importers
    fileNames += other.fileNames
    problems += other.problems
  }
}

/// One representation as which an item can be sent.
struct Exporter<Item>: Sendable {
  let contentType: UTType
  /// What an undeclared `contentType` should be declared to conform to.
  var parent = UTType.data
  var visibility = TransferRepresentationVisibility.all
  var isFile = false
  var isOffered: @Sendable (Item) -> Bool = { _ in true }
  let load: @Sendable (Item) async throws -> TransferContent
}

/// One representation from which an item can be made.
struct Importer<Item>: Sendable {
  let contentType: UTType
  var parent = UTType.data
  var wantsFile = false
  let load: @Sendable (ImportContent) async throws -> Item
}

extension Transferable {
  static func resolution(along path: ProxyPath = ProxyPath()) -> Resolution<Self> {
    guard let path = path.entering(Self.self) else {
      return Resolution(problem: .cyclicProxy("\(Self.self)"))
    }
    return Resolution(casting: transferRepresentation.resolved(along: path))
  }
}

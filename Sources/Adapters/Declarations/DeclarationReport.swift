internal import TOML
internal import UniformTypeIdentifiers

/// Puts what a check found into words.
struct DeclarationReport {
  private let statements: [TypeStatement]
  private let system: BuiltInTypes
  /// How many spellings may still be compared: each costs microseconds, and there may be thousands
  /// of mistakes among thousands of names.
  private var comparisons = 20_000
  /// What may be meant, made for the first mistake.
  private lazy var names = statements.map(\.type.declaration.identifier) + system.identifiers()

  init(_ documents: DeclarationDocuments, system: BuiltInTypes) {
    statements = documents.statements
    self.system = system
  }

  /// The mistakes with their places.
  mutating func problems(of check: DeclarationCheck) -> [DeclarationProblem] {
    var problems: [DeclarationProblem] = []
    for index in check.findings.indices {
      for finding in check.findings[index] { problems.append(problem(finding, index)) }
    }
    return problems
  }

  private mutating func problem(
    _ finding: DeclarationCheck.Finding,
    _ index: Int
  ) -> DeclarationProblem {
    let (type, places) = (statements[index].type.declaration, statements[index].places)
    func problem(_ message: String, _ place: TOMLPosition) -> DeclarationProblem {
      DeclarationProblem("\(type.identifier): \(message)", at: place.within(places.file))
    }
    switch finding {
    case .reserved:
      let advice = "use a reverse domain name of your own, such as com.example.ticket"
      return problem("only the system declares names like this; \(advice)", places.identifier)
    case .owned(let other):
      let advice = "remove one of the two, or mark it imported = true"
      return problem("\(place(of: other)) declares it, too; \(advice)", places.identifier)
    case .nameTaken(let name, let bearer):
      let advice = "choose a name of its own, or conform to \(bearer) and leave the name to it"
      return problem("\(name.quoted) is the name of \(bearer); \(advice)", places.identifier)
    case .noParents:
      let advice = "write conformsTo = [\"public.data\"], or what else every such content is"
      return problem("the key 'conformsTo' is missing; \(advice)", places.identifier)
    case .noFields:
      let advice = "add public.json to 'conformsTo', or name no field"
      return problem("only JSON has fields; \(advice)", places.field ?? places.identifier)
    case .cycle(let parent, let names):
      let chain = names.joined(separator: " > ")
      return problem("it conforms to itself: \(chain)", places.parents[parent])
    case .tooManySupertypes:
      let advice = "name fewer parents, or shorten the chain of types"
      let limit = "it conforms to more than \(DeclarationCheck.mostSupertypes) types"
      return problem("\(limit); \(advice)", places.identifier)
    case .unknown(let link, let isLeftOut):
      let (name, place) = target(of: link, index)
      if isLeftOut { return problem("it needs \(name.quoted), which has a mistake", place) }
      let advice = suggestion(for: name).map { "; did you mean '\($0)'?" } ?? ""
      return problem("there is no type \(name.quoted)\(advice)", place)
    }
  }

  private func place(of index: Int) -> TOMLPosition {
    statements[index].places.identifier.within(statements[index].places.file)
  }

  private func target(
    of link: DeclarationCheck.Link,
    _ index: Int
  ) -> (name: String, place: TOMLPosition) {
    let (type, places) = (statements[index].type, statements[index].places)
    return switch link {
    case .parent(let number): (type.declaration.parents[number], places.parents[number])
    case .reference(let number):
      (type.representations[number].type, places.representations[number])
    }
  }

  private mutating func suggestion(for name: String) -> String? {
    guard comparisons >= names.count else { return nil }
    comparisons -= names.count
    return Spelling.suggestion(for: name, among: names.filter { $0 != name })
  }
}

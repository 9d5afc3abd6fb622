internal import TOML
internal import UniformTypeIdentifiers

/// Puts what a check found into words.
struct DeclarationReport {
  private let statements: [TypeStatement]
  private let system: BuiltInTypes
  /// How many spellings may still be compared: each costs microseconds, and there may be thousands
  /// of mistakes among thousands of names.
  private var comparisons = 20_000

  init(_ statements: [TypeStatement], system: BuiltInTypes) {
    self.statements = statements
    self.system = system
  }

  /// The mistakes with their places.
  mutating func problems(of check: DeclarationCheck) -> [DeclarationProblem] {
    var problems: [DeclarationProblem] = []
    for index in check.findings.indices {
      for finding in check.findings[index] { problems.append(problem(finding, statements[index])) }
    }
    return problems
  }

  private mutating func problem(
    _ finding: DeclarationCheck.Finding,
    _ statement: TypeStatement
  ) -> DeclarationProblem {
    let identifier = statement.type.declaration.identifier
    func problem(_ message: String, _ place: TOMLPosition) -> DeclarationProblem {
      DeclarationProblem("\(identifier): \(message)", at: place.within(statement.file))
    }
    switch finding {
    case .reserved:
      let advice = "use a reverse domain name of your own, such as com.example.ticket"
      return problem("only the system declares names like this; \(advice)", statement.place)
    case .owned(let other):
      let advice = "remove one of the two, or mark it imported = true"
      return problem("\(place(of: statements[other])) declares it, too; \(advice)", statement.place)
    case .noParents:
      let advice = "write conformsTo = [\"public.data\"], or what else every such content is"
      return problem("the key 'conformsTo' is missing; \(advice)", statement.place)
    case .noFields:
      let advice = "add public.json to 'conformsTo', or name no field"
      return problem("only JSON has fields; \(advice)", statement.fieldPlace ?? statement.place)
    case .cycle(let parent, let names):
      let chain = names.joined(separator: " > ")
      return problem("it conforms to itself: \(chain)", statement.parentPlaces[parent])
    case .unknown(let link, let isLeftOut):
      let (name, place) = target(of: link, in: statement)
      if isLeftOut { return problem("it needs \(name.quoted), which has a mistake", place) }
      let advice = suggestion(for: name).map { "; did you mean '\($0)'?" } ?? ""
      return problem("there is no type \(name.quoted)\(advice)", place)
    }
  }

  private func place(of statement: TypeStatement) -> TOMLPosition {
    statement.place.within(statement.file)
  }

  private func target(
    of link: DeclarationCheck.Link,
    in statement: TypeStatement
  ) -> (name: String, place: TOMLPosition) {
    switch link {
    case .parent(let index):
      (statement.type.declaration.parents[index], statement.parentPlaces[index])
    case .reference(let index):
      (statement.type.representations[index].type, statement.representationPlaces[index])
    }
  }

  private mutating func suggestion(for name: String) -> String? {
    let names = statements.map(\.type.declaration.identifier) + system.identifiers()
    guard comparisons >= names.count else { return nil }
    comparisons -= names.count
    return Spelling.suggestion(for: name, among: names.filter { $0 != name })
  }
}

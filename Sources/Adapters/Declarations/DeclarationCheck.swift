internal import UniformTypeIdentifiers

/// What is wrong among declarations: owners, parents, cycles.
///
/// Looks at names only, reads nothing and installs nothing. Whatever is wrong with one declaration
/// leaves out those that build on it, and no others.
struct DeclarationCheck {
  /// What a declaration builds on.
  struct Subject {
    let identifier: String
    var parents: [String] = []
    /// The identifiers of the types that it can be had as.
    var references: [String] = []
    /// MIME types and X11 targets: each brings content back as one type only.
    var names: [String] = []
    var isImported = false
    /// Whether it names fields, which only JSON has.
    var namesFields = false
    /// Whether it was said what it conforms to.
    var saysParents = true
  }

  /// A mistake.
  enum Finding: Equatable {
    /// Only the system may use this name.
    case reserved
    /// Another declaration, by its index, owns the identifier as well.
    case owned(by: Int)
    /// Another type bears this MIME type or target already.
    case nameTaken(String, by: String)
    case noParents
    case noFields
    /// The type of a parent or reference, by its index, is not there, or is left out for mistakes.
    case unknown(Link, isLeftOut: Bool)
    /// The parent closes a circle; each of its types conforms to the next.
    case cycle(parent: Int, [String])
    /// It conforms to more than ``DeclarationCheck/mostSupertypes`` others.
    case tooManySupertypes
  }

  /// Which type is meant: one of the parents, or of the references.
  enum Link: Hashable {
    case parent(Int)
    case reference(Int)
  }

  /// The mistakes of each subject.
  private(set) var findings: [[Finding]]
  /// For each subject whether another one of its identifier, that is exported, counts in its place.
  private(set) var isOverruled: [Bool]

  let subjects: [Subject]
  private let system: BuiltInTypes
  /// What is known of each identifier, under a number, so that each is looked up once.
  private(set) var nodes: [Node] = []
  /// The numbers by identifier in lower case.
  private(set) var numbers: [String: Int] = [:]
  /// The node of each subject, and those of its parents.
  private(set) var nodeOfSubject: [Int] = []
  private(set) var parentNodes: [[Int]] = []

  /// All that is known of one identifier.
  struct Node {
    let name: String
    /// The numbers of the parents by the system's declaration; `nil` if it has none.
    var systemParents: [Int]?
    /// The subject that owns it, if the system does not.
    var owner: Int?
    /// The subjects that count: the owner, or those that add to a type of the system.
    var speakers: [Int] = []
    /// The subjects that build on it.
    var dependents: [(subject: Int, link: Link)] = []
    var isDeclaredBadly = false
  }

  /// Checks declarations, of which an earlier one takes precedence.
  ///
  /// - Parameters:
  ///   - subjects: The declarations.
  ///   - leftOut: The identifiers of types that are declared, but with mistakes.
  ///   - system: The types that need no declaration.
  init(_ subjects: [Subject], leftOut: [String] = [], system: BuiltInTypes) {
    self.subjects = subjects
    self.system = system
    findings = Array(repeating: [], count: subjects.count)
    isOverruled = Array(repeating: false, count: subjects.count)
    numbers.reserveCapacity(subjects.count * 2)
    nodes.reserveCapacity(subjects.count * 2)
    for name in leftOut {
      let number = number(of: name)
      nodes[number].isDeclaredBadly = true
    }
    for subject in subjects {
      nodeOfSubject.append(number(of: subject.identifier))
      parentNodes.append(subject.parents.map { number(of: $0) })
    }
    for index in subjects.indices { settle(index) }
    for index in subjects.indices where !isOverruled[index] { link(index) }
    findTakenNames()
    walk()
    spread()
  }

  /// The indices of the subjects that are to be installed.
  var valid: [Int] { subjects.indices.filter { !isOverruled[$0] && findings[$0].isEmpty } }

  mutating func number(of name: String) -> Int {
    let key = name.asciiLowercased
    if let number = numbers[key] { return number }
    let number = nodes.count
    numbers[key] = number
    nodes.append(Node(name: name))
    nodes[number].systemParents = system.parents(name)?.map { self.number(of: $0) }
    return number
  }

  mutating func note(_ finding: Finding, _ subject: Int) { findings[subject].append(finding) }

  // MARK: Owners

  /// Decides whether a subject speaks for its identifier.
  private mutating func settle(_ index: Int) {
    let number = nodeOfSubject[index]
    guard nodes[number].systemParents == nil else { return nodes[number].speakers.append(index) }
    guard !BuiltInTypes.isReserved(subjects[index].identifier.asciiLowercased) else {
      nodes[number].isDeclaredBadly = true
      return note(.reserved, index)
    }
    if !subjects[index].saysParents { note(.noParents, index) }
    guard let owner = nodes[number].owner else { return own(number, index) }
    if subjects[index].isImported {
      isOverruled[index] = true
    } else if subjects[owner].isImported {
      isOverruled[owner] = true
      own(number, index)
    } else {
      note(.owned(by: owner), index)
    }
  }

  private mutating func own(_ number: Int, _ index: Int) {
    nodes[number].owner = index
    nodes[number].speakers = [index]
  }

  /// Of the types that claim one name the system's has it, else the first.
  private mutating func findTakenNames() {
    var bearers: [String: String] = [:]
    bearers.reserveCapacity(subjects.count)
    // One that someone else owns says what that one would say, and claims nothing.
    for index in subjects.indices where !isOverruled[index] && !subjects[index].isImported {
      let identifier = subjects[index].identifier
      for name in subjects[index].names {
        let key = name.asciiLowercased
        guard let bearer = bearers[key] ?? system.bearer(key) else {
          bearers[key] = identifier
          continue
        }
        if !bearer.isEqualIgnoringCase(identifier) { note(.nameTaken(name, by: bearer), index) }
      }
    }
  }

  // MARK: Parents and references

  private mutating func link(_ index: Int) {
    for (place, target) in parentNodes[index].enumerated() {
      link(index, .parent(place), to: target)
    }
    for (place, name) in subjects[index].references.enumerated() {
      link(index, .reference(place), to: number(of: name))
    }
  }

  private mutating func link(_ index: Int, _ link: Link, to target: Int) {
    nodes[target].dependents.append((index, link))
    guard nodes[target].systemParents == nil, nodes[target].owner == nil else { return }
    note(.unknown(link, isLeftOut: nodes[target].isDeclaredBadly), index)
  }

  /// Leaves out what builds on what is left out.
  private mutating func spread() {
    var open = subjects.indices.filter { !findings[$0].isEmpty }
    while let index = open.popLast() {
      let node = nodes[nodeOfSubject[index]]
      guard node.owner == index else { continue }
      for (dependent, link) in node.dependents where !isOverruled[dependent] {
        let isNew = findings[dependent].isEmpty
        // Whoever conforms to itself hears only that.
        guard isNew || !findings[dependent].contains(where: \.isCycle) else { continue }
        note(.unknown(link, isLeftOut: true), dependent)
        if isNew { open.append(dependent) }
      }
    }
  }
}

extension DeclarationCheck.Finding {
  fileprivate var isCycle: Bool { if case .cycle = self { true } else { false } }
}

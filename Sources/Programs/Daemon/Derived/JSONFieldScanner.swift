internal import Declarations
internal import LinuxIO
internal import Varlink

/// A field of a JSON document.
enum JSONField: Equatable {
  /// What a string says, its escapes resolved.
  case text(WipedBytes)
  /// A number or a boolean, as it is written.
  case literal(WipedBytes)
  case null
  /// An array or an object.
  case container
}

/// Finds fields of a JSON document that comes in pieces, and checks the whole of it on the way.
///
/// It holds the wanted fields and how deep it is, never the document: one of any length costs no
/// more memory. If a name comes twice in an object, the last counts. UTF-8 is not its business.
///
/// Source: RFC 8259; strict in surrogates, numbers and white space.
struct JSONFieldScanner {
  /// The wanted paths as a tree; node 0 is the document itself.
  private var nodes = [Node()]
  private var fields: [Int: JSONField] = [:]
  private var containers: [Container] = []
  /// The node that the next value is of; `nil` if nobody wants it or anything in it.
  var node: Int? = 0
  var state = State.value
  /// Bytes of a string or number that somebody wants; `nil` if nobody does.
  var collected: WipedBytes?
  /// Of the byte that is looked at, from the first.
  var offset = 0
  private let keepsContent: Bool
  /// A longer name is not among the wanted ones.
  private var longestName = 0

  private struct Node {
    var children: [[UInt8]: Int] = [:]
  }

  private struct Container {
    let isObject: Bool
    let node: Int?
    /// Of the next element.
    var index = 0
  }

  enum State {
    case value
    /// After `[`.
    case valueOrEnd
    /// After `{`.
    case nameOrEnd
    /// After a comma in an object.
    case name
    case colon
    /// A comma or the end of the container; at the top the end of the document.
    case next
    case string(StringState)
    case number(NumberState)
    case word(StaticString, index: Int)
  }

  /// Prepares to find the fields at `paths`.
  ///
  /// Texts and literals are empty unless `keepsContent`: where it matters only that they are there.
  init(paths: [FieldPath], keepsContent: Bool = true) {
    self.keepsContent = keepsContent
    for path in paths { insert(path) }
  }

  /// Takes the next piece.
  mutating func scan(_ piece: UnsafeRawBufferPointer) throws(JSONError) {
    var index = 0
    while index < piece.count {
      if case .string(let string) = state {
        let end = try scanString(string, piece, from: index)
        offset += end - index
        index = end
      } else {
        try take(piece[index])
        offset += 1
        index += 1
      }
    }
  }

  /// Ends the document.
  mutating func finish() throws(JSONError) {
    if case .number(let number) = state { try endNumber(number) }
    guard case .next = state, containers.isEmpty else { throw failure(.unexpectedEnd) }
  }

  /// What there is at a path; `nil` if nothing is.
  func field(at path: FieldPath) -> JSONField? {
    var node = 0
    for component in path.components {
      guard let child = nodes[node].children[Array(component.utf8)] else { return nil }
      node = child
    }
    return fields[node]
  }

  private mutating func insert(_ path: FieldPath) {
    var node = 0
    for component in path.components {
      let name = Array(component.utf8)
      longestName = max(longestName, name.count)
      if let child = nodes[node].children[name] {
        node = child
      } else {
        nodes.append(Node())
        nodes[node].children[name] = nodes.count - 1
        node = nodes.count - 1
      }
    }
  }

  // MARK: Structure

  mutating func take(_ byte: UInt8) throws(JSONError) {
    switch state {
    case .number(let number): return try takeNumber(byte, number)
    case .word(let word, let index): return try takeWord(byte, word, index)
    default: break
    }
    if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return }
    switch (state, byte) {
    case (.value, _),
      (.valueOrEnd, _) where byte != UInt8(ascii: "]"):
      try beginValue(byte)
    case (.valueOrEnd, UInt8(ascii: "]")), (.nameOrEnd, UInt8(ascii: "}")): endContainer()
    case (.nameOrEnd, UInt8(ascii: "\"")), (.name, UInt8(ascii: "\"")):
      collected = containers.last?.node == nil ? nil : .init()
      state = .string(.init(isName: true))
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.next, _): try takeNext(byte)
    default: throw failure(.unexpectedByte)
    }
  }

  private mutating func takeNext(_ byte: UInt8) throws(JSONError) {
    guard let container = containers.last else { throw failure(.trailingBytes) }
    switch (byte, container.isObject) {
    case (UInt8(ascii: ","), true): state = .name
    case (UInt8(ascii: ","), false):
      containers[containers.count - 1].index += 1
      node = element(of: container.node, container.index + 1)
      state = .value
    case (UInt8(ascii: "}"), true), (UInt8(ascii: "]"), false): endContainer()
    default: throw failure(.unexpectedByte)
    }
  }

  private mutating func beginValue(_ byte: UInt8) throws(JSONError) {
    if let node { forget(node) }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try beginContainer(isObject: byte == 0x7B)
    case UInt8(ascii: "\""):
      collected = isWanted ? .init() : nil
      state = .string(.init(isName: false))
    case UInt8(ascii: "t"): state = .word("true", index: 1)
    case UInt8(ascii: "f"): state = .word("false", index: 1)
    case UInt8(ascii: "n"): state = .word("null", index: 1)
    default: try beginNumber(byte)
    }
  }

  private mutating func beginContainer(isObject: Bool) throws(JSONError) {
    guard containers.count < JSON.maximumDepth else { throw failure(.tooDeep) }
    if let node { fields[node] = .container }
    containers.append(Container(isObject: isObject, node: node))
    node = isObject ? nil : element(of: node, 0)
    state = isObject ? .nameOrEnd : .valueOrEnd
  }

  private mutating func endContainer() {
    containers.removeLast()
    state = .next
  }

  /// Ends a value that is no container.
  mutating func endValue(_ field: JSONField) {
    if let node { fields[node] = field }
    (collected, state) = (nil, .next)
  }

  /// Ends the name of a member, whose value comes next.
  mutating func endName() {
    let parent = containers.last?.node
    let name = collected?.withBytes { Array($0) }
    node = parent.flatMap { parent in name.flatMap { nodes[parent].children[$0] } }
    (collected, state) = (nil, .colon)
  }

  /// Adds to what is wanted of a string.
  mutating func collect(_ bytes: some Collection<UInt8>, isName: Bool) {
    collected?.append(contentsOf: bytes)
    if isName, let count = collected?.count, count > longestName { collected = nil }
  }

  /// Whether somebody wants the content of the next value.
  var isWanted: Bool { keepsContent && node != nil }

  private func element(of parent: Int?, _ index: Int) -> Int? {
    // No name is made for the elements of an array that nobody looks into.
    guard let parent, !nodes[parent].children.isEmpty else { return nil }
    return nodes[parent].children[Array("\(index)".utf8)]
  }

  /// What was found under a name before that comes again.
  private mutating func forget(_ node: Int) {
    guard fields.removeValue(forKey: node) != nil else { return }
    for child in nodes[node].children.values { forget(child) }
  }

  func failure(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: offset) }
}

import Testing
import Varlink
import Wire

@Suite("Interface description")
struct InterfaceTests {
  static func interface() throws -> InterfaceDescription {
    try InterfaceDescription(PasteboardInterface.description)
  }

  @Test func `the description has the name that calls are made with`() throws {
    #expect(try Self.interface().name == PasteboardInterface.name)
  }

  @Test func `its methods are those of the code`() throws {
    let names = Set(PasteboardInterface.Method.allCases.map(\.rawValue))
    #expect(Set(try Self.interface().methods.keys) == names)
  }

  @Test(arguments: PasteboardInterface.Method.allCases)
  func `every message has the described fields`(_ method: PasteboardInterface.Method) throws {
    let interface = try Self.interface()
    let described = try #require(interface.methods[method.rawValue])
    let messages = Samples.messages(of: method)
    for (message, fields) in [
      (messages.input, described.input), (messages.output, described.output),
    ] {
      let json = try Self.json(message)
      #expect(
        json.differences(from: .structure(fields), in: interface, at: method.rawValue) == []
      )
    }
  }

  @Test(arguments: PasteboardInterface.Method.allCases)
  func `a message is read back as it was written`(_ method: PasteboardInterface.Method) throws {
    let messages = Samples.messages(of: method)
    for message in [messages.input, messages.output] {
      let json = try Self.json(message)
      #expect(try Self.json(try Self.decode(like: message, json)) == json)
    }
  }

  @Test(arguments: PasteboardInterface.Method.allCases)
  func `optional fields and no others may be left out`(
    _ method: PasteboardInterface.Method
  ) throws {
    let described = try #require(try Self.interface().methods[method.rawValue])
    let messages = Samples.messages(of: method)
    for (message, fields) in [
      (messages.input, described.input), (messages.output, described.output),
    ] {
      let whole = try Self.json(message)
      for field in fields {
        let partial = whole.without(field.name)
        let isRead = (try? Self.decode(like: message, partial)) != nil
        #expect(isRead == field.isOptional, "\(method.rawValue).\(field.name)")
      }
    }
  }

  @Test func `a field that nobody knows is no error`() throws {
    let json: JSON = ["board": "b", "later": ["x": [1]]]
    #expect(try MessageDecoder.decode(ClearRequest.self, from: json).board == "b")
  }

  @Test func `a method is found by its qualified name only`() {
    #expect(PasteboardInterface.Method(qualifiedName: "org.xfer.Pasteboard.Put") == .put)
    #expect(PasteboardInterface.Method(qualifiedName: "Put") == nil)
    #expect(PasteboardInterface.Method(qualifiedName: "org.xfer.Pasteboard.put") == nil)
    #expect(PasteboardInterface.Method(qualifiedName: "org.xfer.Pasteboard.") == nil)
  }

  // MARK: JSON

  static func json(_ value: any Codable) throws -> JSON { try MessageEncoder.encode(value) }

  static func decode(like sample: any Codable, _ json: JSON) throws -> any Codable {
    func open<Value: Codable>(_ sample: Value) throws -> any Codable {
      try MessageDecoder.decode(Value.self, from: json)
    }
    return try open(sample)
  }
}

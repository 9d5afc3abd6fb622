import Testing
import Varlink
import Wire

@Suite("Pasteboard errors")
struct PasteboardErrorTests {
  @Test func `the samples have every error of the description`() throws {
    let names = Samples.errors.map { String($0.message.name.split(separator: ".").last ?? "") }
    #expect(Set(names) == Set(try InterfaceTests.interface().errors.keys))
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Samples.errors)
  func `an error keeps its parameters on the wire`(_ error: PasteboardError) throws {
    let (name, parameters) = error.message
    let json = try MessageEncoder.encode(parameters)
    let read = try MessageDecoder.decode(PasteboardError.Parameters.self, from: json)
    #expect(PasteboardError(name: name, parameters: read) == error)
  }

  @Test(arguments: Samples.errors)
  func `an error has the described parameters`(_ error: PasteboardError) throws {
    let interface = try InterfaceTests.interface()
    let name = String(error.message.name.split(separator: ".").last ?? "")
    let fields = try #require(interface.errors[name])
    let json = try InterfaceTests.json(error.message.parameters)
    #expect(json.differences(from: .structure(fields), in: interface, at: name) == [])
  }

  @Test(arguments: ["org.xfer.Pasteboard.Nonsense", "Empty", "org.example.Empty", ""])
  func `an error of another interface is none of ours`(_ name: String) {
    #expect(PasteboardError(name: name, parameters: .init()) == nil)
  }
}

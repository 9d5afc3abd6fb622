import Testing
import Wire

@Suite("Names of files in messages")
struct FileNameTests {
  @Test func `a name is text if it can be`() {
    let text = PutItem(fileName: Array("ü\n".utf8), representations: [])
    #expect(text.name == "ü\n" && text.encodedName == nil)
    let bytes = PutItem(fileName: [0x61, 0xFF], representations: [])
    #expect(bytes.name == nil && bytes.encodedName == "a%FF")
    for item in [text, bytes] { #expect(item.fileName != nil && item.isFileName == true) }
    #expect(PutItem(name: "ü", representations: []).isFileName == nil)
    #expect(text.fileName == Array("ü\n".utf8))
    #expect(bytes.fileName == [0x61, 0xFF])
    var offered = OfferedType(type: "a", mimeType: nil, targets: [], size: nil, item: 1)
    offered.setName([0x61, 0xFF])
    #expect(offered.name == "a\u{FFFD}" && offered.encodedName == "a%FF")
    offered.setName(Array("b".utf8))
    #expect(offered.name == "b" && offered.encodedName == nil)
  }
}

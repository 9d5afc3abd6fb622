import Pasteboards
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
  @Test func `all bytes go both ways`() {
    let bytes = [UInt8](UInt8.min...UInt8.max)
    #expect(PercentEncoding.decode(PercentEncoding.encode(bytes)) == bytes)
    #expect(PercentEncoding.encode(bytes).utf8.allSatisfy { (0x21...0x7E).contains($0) })
  }

  @Test(arguments: [
    ([UInt8](), ""), (Array("a-Z_0.9~".utf8), "a-Z_0.9~"), ([0xFF, 0x20, 0x25], "%FF%20%25"),
    (Array("ü/\n".utf8), "%C3%BC/%0A"),
  ])
  func `it is that of RFC 3986`(bytes: [UInt8], text: String) {
    #expect(PercentEncoding.encode(bytes) == text)
    #expect(PercentEncoding.decode(text) == bytes)
  }

  @Test func `digits may be small, and what is plain may be left`() {
    #expect(PercentEncoding.decode("%c3%bc ü") == Array("ü ü".utf8))
  }

  @Test(arguments: ["%", "%1", "%g0", "%0g", "a%%", "%-1", "%é0"])
  func `anything else is refused`(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }
}

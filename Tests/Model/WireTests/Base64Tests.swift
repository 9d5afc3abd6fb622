import Testing
import Wire

@Suite("Base64")
struct Base64Tests {
  @Test(arguments: [0, 1, 2, 3, 4, 5, 255, 256, 257])
  func `bytes go both ways`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    #expect(Base64.decode(Base64.encode(bytes)) == bytes)
  }

  @Test(arguments: [
    ("", [UInt8]()), ("Zg==", Array("f".utf8)), ("Zm8=", Array("fo".utf8)),
    ("Zm9v", Array("foo".utf8)), ("Zm9vYg==", Array("foob".utf8)), ("AP/+", [0, 0xFF, 0xFE]),
    ("+/+/", [0xFB, 0xFF, 0xBF]),
  ])
  func `it is that of RFC 4648`(text: String, plain: [UInt8]) {
    #expect(Base64.decode(text) == plain)
    #expect(Base64.encode(plain) == text)
  }

  @Test(arguments: [
    "Z", "Zg=", "Zg", "Z===", "====", "Zm 9", "Zm9v=", "=m9v", "Zé==", "Zg==Zg==", "\n\n\n\n",
  ])
  func `anything else is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}

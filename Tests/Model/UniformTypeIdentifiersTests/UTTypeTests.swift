import Testing
import UniformTypeIdentifiers

@Suite("Content types")
struct UTTypeTests {
  @Test(arguments: [
    ("text/plain", "public.plain-text"),
    ("TEXT/PLAIN", "public.plain-text"),
    ("text/plain;charset=utf-8", "public.utf8-plain-text"),
    ("text/plain; charset=UTF-8", "public.utf8-plain-text"),
    ("TEXT/PLAIN;CHARSET=utf-8", "public.utf8-plain-text"),
    ("text/plain;charset=\"utf-8\"", "public.utf8-plain-text"),
    ("text/html;charset=utf-8", "public.html"),
    ("image/png", "public.png"),
    ("application/json", "public.json"),
  ])
  func `a MIME type is found in any spelling`(mimeType: String, identifier: String) {
    #expect(UTType(mimeType: mimeType)?.identifier == identifier)
  }

  @Test(arguments: ["", "text", "text/", "/plain", "a/b/c", "text plain", "te xt/plain", "é/x"])
  func `what is no MIME type gives no type`(text: String) {
    #expect(UTType(mimeType: text) == nil)
  }

  @Test(arguments: [
    ("public.json", "public.text", true),
    ("public.json", "public.plain-text", false),
    ("public.utf8-plain-text", "public.plain-text", true),
    ("public.png", "public.image", true),
    ("public.png", "public.png", true),
    ("public.image", "public.png", false),
    ("public.svg-image", "public.text", true),
    ("public.html", "public.item", true),
  ])
  func `a type conforms to itself and to all its ancestors`(
    type: String,
    ancestor: String,
    expected: Bool
  ) throws {
    let type = try #require(UTType(type))
    let ancestor = try #require(UTType(ancestor))
    #expect(type.conforms(to: ancestor) == expected)
    #expect(type.isSubtype(of: ancestor) == (expected && type != ancestor))
  }

  @Test(arguments: [
    ("application/vnd.example.ticket+json", "public.json"),
    ("application/vnd.example.ticket+xml", "public.xml"),
    ("text/x-unheard-of", "public.text"),
    ("text/plain;charset=koi8-r", "public.plain-text"),
    ("image/x-unheard-of", "public.image"),
    ("application/x-unheard-of", "public.data"),
  ])
  func `an undeclared MIME type is dynamic, conforms to its parent and keeps its tag`(
    mimeType: String,
    parent: String
  ) throws {
    let type = try #require(UTType(mimeType: mimeType))
    #expect(type.isDynamic)
    #expect(!type.isDeclared)
    #expect(type.preferredMIMEType == mimeType)
    #expect(type.conforms(to: try #require(UTType(parent))))
    #expect(UTType(type.identifier) == type)
  }

  @Test(arguments: [
    "dyn.ah62d4rv4ge81g6pq", "dyn.ah62d4rv4ge80q55t",
    "dyn.ah62d4rv4gq80c6durvy0g2pyrf106p52fzxg852",
  ])
  func `known dynamic identifiers are well-formed`(identifier: String) throws {
    #expect(try #require(UTType(identifier)).isDynamic)
  }

  @Test
  func `dynamic identifiers are those of other systems`() {
    #expect(
      UTType(filenameExtension: "sql")?.identifier == "dyn.ah62d4rv4ge81g6pq"
    )
    #expect(
      UTType(pasteboardTypeName: "NSFilenamesPboardType").identifier
        == "dyn.ah62d4rv4gu8y6y4grf0gn5xbrzw1gydcr7u1e3cytf2gn"
    )
    #expect(
      UTType(mimeType: "text/x-moz-url-priv")?.tags(of: .mimeType) == ["text/x-moz-url-priv"]
    )
  }

  @Test(arguments: [
    "com.example.ticket", "UTF8_STRING", "a:b=c,d?e\\f", "é", "e\u{301}", "", "_NETSCAPE_URL",
  ])
  func `any pasteboard type name survives the journey`(name: String) {
    let type = UTType(pasteboardTypeName: name)
    let tags = UTType(type.identifier)?.tags(of: .pasteboardType)
    #expect(tags?.map { Array($0.utf8) } == [Array(name.utf8)])
  }

  @Test(arguments: [
    "dyn.", "dyn.a", "dyn.ai", "dyn.ah62d4rv4", "com.example.unheard-of", "dyn.ah62d4rv4gé", "",
  ])
  func `an identifier that means nothing is refused`(identifier: String) {
    #expect(UTType(identifier) == nil)
  }

  @Test
  func `types that differ only in Unicode normalisation are different`() {
    #expect(UTType(pasteboardTypeName: "é") != UTType(pasteboardTypeName: "e\u{301}"))
  }

  @Test(arguments: [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "public.png"),
    ([0xFF, 0xD8, 0xFF, 0xE0], "public.jpeg"),
    (Array("%PDF-1.7".utf8), "com.adobe.pdf"),
    (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "org.webmproject.webp"),
  ])
  func `a signature betrays the type`(head: [UInt8], identifier: String) {
    #expect(UTType.bearing(signature: head)?.identifier == identifier)
  }

  @Test(arguments: [[], [0x89], Array("RIFF".utf8), Array("%PD".utf8), [0, 0, 0, 0]])
  func `a head that says nothing gives no type`(head: [UInt8]) {
    #expect(UTType.bearing(signature: head) == nil)
  }
}

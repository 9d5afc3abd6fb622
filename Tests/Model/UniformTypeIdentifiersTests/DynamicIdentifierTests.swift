import Testing

@testable import UniformTypeIdentifiers

@Suite("Dynamic identifiers")
struct DynamicIdentifierTests {
  /// Identifiers seen on other systems, and what they spell.
  private static let vectors: [(String, String?, UTTagClass, String)] = [
    ("dyn.ah62d4rv4ge81g6pq", "public.data", .filenameExtension, "sql"),
    (
      "dyn.ah62d4rv4gu8yc6durvwwaznwmuuha2pxsvw0e55bsmwca7d3sbwu", "public.data", .pasteboardType,
      "Apple URL pasteboard type"
    ),
    (
      "dyn.ah62d4rv4gu8zs3pcnzme2641rf4guzdmsv0gn64uqm10c6xenv61a3k", "public.data",
      .pasteboardType, "WebURLsWithTitlesPboardType"
    ),
    (
      "dyn.ah62d4rv4gu8y6y4grf0gn5xbrzw1gydcr7u1e3cytf2gn", "public.data", .pasteboardType,
      "NSFilenamesPboardType"
    ),
    (
      "dyn.ah62d4rv4gu8yc6durvwwaycek2uha2pxsvw0e55bsmwca7d3sbwu", "public.data", .pasteboardType,
      "Apple PDF pasteboard type"
    ),
    ("dyn.agq80w5pbq7ww88brrfv085u", nil, .mimeType, "image/x-icon"),
    ("dyn.ah62d4r34ge80q55t", "public.text", .filenameExtension, "foo"),
    ("dyn.ah62d4rv4ge80q55t", "public.data", .filenameExtension, "foo"),
    ("dyn.ah62d4r34gq81k3p2su1042pwrrwg875s", "public.text", .mimeType, "text/markdown"),
    ("dyn.ah62d4r34gq81k3p2su11upprr77c47pwru", "public.text", .mimeType, "text/x-moz-url"),
    ("dyn.ah62d4rv4gq80c6durvy0g2pyrf106p52fzxg852", "public.data", .mimeType, "application/x-foo"),
  ]

  @Test(arguments: vectors)
  func `identifiers of other systems are read and written`(
    identifier: String,
    parent: String?,
    tagClass: UTTagClass,
    tag: String
  ) throws {
    let dynamic = try #require(DynamicIdentifier(decoding: identifier))
    #expect(dynamic.parents == (parent.map { [$0] } ?? []))
    #expect(dynamic.tags == [tagClass: [tag]])
    #expect(dynamic.encoded == identifier)
    let made = DynamicIdentifier(parent: parent, tagClass: tagClass, tag: tag)
    #expect(made.encoded == identifier)
    let type = try #require(UTType(identifier))
    #expect(type.isDynamic && !type.isDeclared && type.tags[tagClass] == [tag])
  }

  private static func identifier(_ plain: String) -> String {
    "dyn.a" + String(decoding: Base32.encode(Array(plain.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("?0=6:1=jpg,jpeg", ["public.data"], [UTTagClass.filenameExtension: ["jpg", "jpeg"]]),
    ("?0=7,B:3=a/b", ["public.text", "public.image"], [.mimeType: ["a/b"]]),
    ("0=6:3=a/b:1=x", ["public.data"], [.mimeType: ["a/b"], .filenameExtension: ["x"]]),
    (
      "?0=com.example.card:4=a\\:b\\=c\\,d\\?e\\\\f", ["com.example.card"],
      [.pasteboardType: ["a:b=c,d?e\\f"]]
    ),
    ("?0=10:1=kext", ["10"], [.filenameExtension: ["kext"]]),
    ("?0=6:2=TEXT", ["public.data"], [UTTagClass(rawValue: "com.apple.ostype"): ["TEXT"]]),
    (
      "?0=6:5=https:my.class=tag", ["public.data"],
      [
        UTTagClass(rawValue: "public.url-scheme"): ["https"],
        UTTagClass(rawValue: "my.class"): ["tag"],
      ]
    ),
    ("1=", [], [.filenameExtension: [""]]),
  ])
  func `lists, escapes and unknown keys are kept`(
    plain: String,
    parents: [String],
    tags: [UTTagClass: [String]]
  ) throws {
    let dynamic = try #require(DynamicIdentifier(decoding: Self.identifier(plain)))
    #expect(dynamic.parents == parents)
    #expect(dynamic.tags == tags)
    let again = try #require(DynamicIdentifier(decoding: dynamic.encoded))
    #expect(again.parents == parents && again.tags == tags)
    #expect(UTType(Self.identifier(plain))?.tags == tags)
  }

  @Test(arguments: ["", "?", "?0=6", "?0=6:", "abc", ":::", "\\", "?0=6,7"])
  func `what names no tag is no identifier`(plain: String) {
    let identifier = Self.identifier(plain)
    #expect(DynamicIdentifier(decoding: identifier) == nil)
  }

  @Test func `what is no UTF-8, no base 32 or endless is no identifier`() {
    let bytes: [UInt8] = Array("?0=6:1=".utf8) + [0xFF, 0xC0]
    let identifier = "dyn.a" + String(decoding: Base32.encode(bytes), as: UTF8.self)
    #expect(UTType(identifier) == nil)
    #expect(UTType("dyn.ah62d4rv4ge81g6pI") == nil)
    #expect(UTType(Self.identifier("1=" + String(repeating: "x", count: 1 << 18))) == nil)
  }

  @Test(.timeLimit(.minutes(4)))
  func `thousands of parents are no reason to stop`() throws {
    let parents = (0..<40_000).map { String($0, radix: 36) }.joined(separator: ",")
    let type = try #require(UTType(Self.identifier("?0=\(parents),B:1=x")))
    let supertypes = type.supertypes
    #expect(supertypes.count >= 1024 && !supertypes.contains(.json))
  }

  @Test func `any name comes back, and any letters are taken apart without harm`() {
    var generator = SplitMix(state: 7)
    let alphabet = Array("ab/:=,?\\;.é\u{301}\u{0}\u{1F3AB}Zz0 \"".unicodeScalars)
    for _ in 0..<500 {
      let count = Int.random(in: 0...60, using: &generator)
      let scalars = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "a" }
      let name = String(String.UnicodeScalarView(scalars))
      let type = UTType(pasteboardTypeName: name)
      let tags = UTType(type.identifier)?.tags(of: .pasteboardType) ?? []
      #expect(tags.map { Array($0.utf8) } == [Array(name.utf8)])
      let nested = UTType(pasteboardTypeName: name, conformingTo: type)
      #expect(nested.supertypes.contains(type))
    }
    let letters = Array("abcdefghkmnpqrstuvwxyz0123456789")
    for _ in 0..<500 {
      let count = Int.random(in: 0...80, using: &generator)
      let text = (0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" }
      guard let type = UTType("dyn." + String(text)) else { continue }
      #expect(type.supertypes.contains(.item) || !type.supertypes.isEmpty)
      #expect(!type.tags.isEmpty)
    }
  }

  @Test func `any MIME type comes back in its one spelling`() throws {
    var generator = SplitMix(state: 11)
    let alphabet = Array("abcXYZ019!#$&-^_.+%*'`{|}~")
    func word() -> String {
      let count = Int.random(in: 1...30, using: &generator)
      return String((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
    }
    for _ in 0..<500 {
      let name = word() + "/" + word() + (Bool.random(using: &generator) ? "; P=\"\(word())\"" : "")
      let type = try #require(UTType(mimeType: name))
      #expect(type.isDynamic && type.preferredMIMEType == MIMEType(name)?.description)
      #expect(UTType(type.identifier)?.tags[.mimeType] == type.tags[.mimeType])
      #expect(type.preferredMIMEType.flatMap { UTType(mimeType: $0) } == type)
    }
  }
}

/// The same random numbers in each run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

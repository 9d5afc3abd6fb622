import Pasteboards
import Selections
import Testing
import UniformTypeIdentifiers

@Suite("Selection offers") struct SelectionOfferTests {
  @Test func `text is offered in every form, required targets first`() {
    let names: [TargetName] = [
      "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "UTF8_STRING",
      "text/plain;charset=utf-8", "text/plain", "COMPOUND_TEXT", "TEXT", "STRING",
    ]
    #expect(SelectionOffer.text("hello").targets == names)
  }

  @Test func `nothing with a side effect is offered`() {
    let targets = SelectionOffer.text("hello").targets
    #expect(targets.allSatisfy { !$0.hasSideEffect || $0 == .saveTargets })
  }

  @Test func `STRING is Latin-1, and refused when it would lose a character`() throws {
    #expect(try SelectionOffer.text("grüß").bytes(of: .string) == [0x67, 0x72, 0xFC, 0xDF])
    let wide = SelectionOffer.text("grüß €")
    #expect(!wide.targets.contains(.string))
    #expect(wide.rendering(of: .string) == nil)
    #expect(try wide.text(of: .utf8String) == "grüß €")
  }

  @Test(arguments: [
    ("hello", "STRING"), ("grüß", "STRING"), ("grüß €", "UTF8_STRING"), ("a\0", "UTF8_STRING"),
  ])
  func `TEXT answers with its real type`(text: String, type: String) throws {
    let rendering = try #require(SelectionOffer.text(text).rendering(of: .anyText))
    #expect(rendering.replyType == TargetName(type))
  }

  @Test func `a MIME target is answered with itself as the type`() {
    let offer = SelectionOffer.text("hello")
    for name in [TargetName.utf8PlainText, .plainText, .utf8String, .string, .compoundText] {
      #expect(offer.rendering(of: name)?.replyType == name)
      #expect(offer.rendering(of: name)?.elementBits == .eight)
    }
  }

  @Test func `another spelling of a text target is answered as it was asked`() throws {
    let rendering = SelectionOffer.text("hello").rendering(of: "text/plain; charset=UTF-8")
    #expect(try #require(rendering).replyType == "text/plain; charset=UTF-8")
  }

  @Test func `an unknown target is refused`() {
    #expect(SelectionOffer.text("hello").rendering(of: "FOO") == nil)
    #expect(SelectionOffer.text("hello").rendering(of: "image/png") == nil)
  }

  @Test func `the sender's order is kept`() {
    let offer = SelectionOffer(items: [
      Item(representations: [
        Representation(type: .png, payload: .inline([1])),
        Representation(type: .html, payload: .inline(Array("<b>".utf8))),
        Representation(type: .utf8PlainText, payload: .inline(Array("b".utf8))),
      ])
    ])
    #expect(
      offer.targets.dropFirst(4).prefix(3) == ["image/png", "text/html", "UTF8_STRING"]
    )
    #expect(offer.targets.last == .string)
  }

  @Test(arguments: [UTType.json, .html, .svg, .xml])
  func `text of another kind alone is offered as plain text too, last`(type: UTType) throws {
    let offer = SelectionOffer(items: [
      Item(representations: [Representation(type: type, payload: .inline(Array("<{".utf8)))])
    ])
    #expect(offer.targets[4] == TargetName.names(for: type).first)
    #expect(offer.targets.last == .string)
    #expect(try offer.text(of: .utf8String) == "<{")
  }

  @Test func `an address is offered as one, as a list of one, and as plain text`() throws {
    let address = Payload.inline(Array("https://a.b/".utf8))
    let offer = SelectionOffer(items: [
      Item(representations: [Representation(type: .url, payload: address)])
    ])
    #expect(
      offer.targets.dropFirst(4).prefix(4)
        == ["_NETSCAPE_URL", "text/uri-list", "text/x-moz-url", "UTF8_STRING"]
    )
    let browsers = "https://a.b/\nhttps://a.b/".utf8.flatMap { [$0, 0 as UInt8] }
    #expect(try offer.rendering(of: "text/x-moz-url")?.content()?.bytes() == browsers)
    for target in ["_NETSCAPE_URL", "UTF8_STRING"] as [TargetName] {
      #expect(try offer.text(of: target) == "https://a.b/")
    }
  }

  @Test func `an address of another program is offered under its own name only`() {
    let address = Representation(
      type: .url,
      targetName: Array("text/x-moz-url".utf8),
      payload: .inline([0x68, 0])
    )
    let offer = SelectionOffer(items: [Item(representations: [address])])
    #expect(offer.targets.dropFirst(4) == ["text/x-moz-url"])
  }

  @Test func `an image among the types means that nothing stands in for plain text`() {
    let offer = SelectionOffer(items: [
      Item(representations: [
        Representation(type: .html, payload: .inline([0x62])),
        Representation(type: .png, payload: .inline([1])),
      ])
    ])
    #expect(offer.targets.dropFirst(4) == ["text/html", "image/png"])
  }

  @Test func `text of another encoding never stands in for UTF-8`() throws {
    let type = try #require(UTType("public.utf16-plain-text"))
    let offer = SelectionOffer(items: [
      Item(representations: [Representation(type: type, payload: .inline([0x61, 0]))])
    ])
    #expect(offer.targets.dropFirst(4) == ["text/plain;charset=utf-16"])
  }

  @Test func `bytes that are no UTF-8 are offered as bare text only`() {
    let offer = SelectionOffer(items: [
      Item(representations: [Representation(type: .plainText, payload: .inline([0xE9]))])
    ])
    #expect(offer.targets.dropFirst(4) == ["text/plain"])
  }

  @Test func `several items fold by type`() throws {
    let items = ["file:///a\r\n", "file:///b"].map { uri in
      Item(representations: [
        Representation(type: .png, payload: .inline(Array(uri.utf8))),
        Representation(type: .fileURL, payload: .inline(Array(uri.utf8))),
        Representation(type: .utf8PlainText, payload: .inline(Array(uri.utf8.dropLast(2)))),
      ])
    }
    let offer = SelectionOffer(items: items + items)
    #expect(
      try offer.text(of: .uriList)
        == "file:///a\r\nfile:///b\r\nfile:///a\r\nfile:///b"
    )
    #expect(try offer.text(of: .utf8String) == "file:///a\nfile://\nfile:///a\nfile://")
    #expect(try offer.text(of: "image/png") == "file:///a\r\n")
  }

  @Test func `what is put under two names of one type is had under both`() throws {
    let offer = SelectionOffer(items: [
      Item(representations: [
        Representation(type: .jpeg, targetName: Array("image/jpg".utf8), payload: .inline([1])),
        Representation(type: .jpeg, targetName: Array("image/jpeg".utf8), payload: .inline([2])),
      ])
    ])
    #expect(try offer.rendering(of: "image/jpg")?.content()?.bytes() == [1])
    #expect(try offer.rendering(of: "image/jpeg")?.content()?.bytes() == [2])
  }

  @Test(arguments: ["https://a.example/", "https://a.example/\n", "https://a.example/\r\nb\n"])
  func `an address is a list of one, whose line is ended`(address: String) throws {
    let offer = SelectionOffer(items: [
      Item(representations: [Representation(type: .url, payload: .inline(Array(address.utf8)))])
    ])
    let list = try offer.rendering(of: .uriList)?.content()?.bytes()
    #expect(list == Array("https://a.example/\r\n".utf8))
  }

  @Test func `a secret says so and is not for keeping`() throws {
    let offer = SelectionOffer.text("hunter2", isSensitive: true)
    #expect(!offer.targets.contains(.saveTargets))
    #expect(offer.targets.last == .passwordManagerHint)
    #expect(try offer.text(of: .passwordManagerHint) == "secret")
  }

  @Test(arguments: [
    (TextForm.latin1, ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT"]),
    (TextForm.unicode, ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT"]),
    (
      TextForm.ascii,
      [
        "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "COMPOUND_TEXT", "TEXT", "STRING",
      ]
    ),
  ])
  func `large text is offered in the forms that need no work`(form: TextForm, names: [String]) {
    let payload = Payload.file(Zeros(byteCount: Rendering.encodingLimit + 1))
    let offer = SelectionOffer(items: [
      Item(representations: [
        Representation(type: .utf8PlainText, payload: payload, textForm: form)
      ])
    ])
    #expect(offer.targets.dropFirst(4) == ArraySlice(names.map { TargetName($0) }))
    #expect(offer.rendering(of: .anyText)?.encoding == Rendering.Encoding.none)
  }

  @Test func `NUL, emptiness and newlines survive`() throws {
    for text in ["", "\0", "a\0b\0", "\n\n\n", "a\r\n"] {
      #expect(try SelectionOffer.text(text).text(of: .utf8String) == text)
    }
  }

  @Test func `a captured name and its element size are kept`() throws {
    let name = TargetName("application/x-color")
    let offer = SelectionOffer(items: [
      Item(representations: [
        Representation(
          type: try #require(name.contentType),
          targetName: name.bytes,
          elementBits: .sixteen,
          payload: .inline([1, 2, 3, 4, 5, 6, 7, 8])
        )
      ])
    ])
    #expect(offer.rendering(of: name)?.elementBits == .sixteen)
  }

  @Test func `no items make an offer of nothing`() {
    #expect(SelectionOffer(items: []).targets.count == 4)
  }
}

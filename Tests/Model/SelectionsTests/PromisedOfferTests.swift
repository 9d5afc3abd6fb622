import Pasteboards
import Selections
import Testing
import UniformTypeIdentifiers

@Suite("Offers of promised content") struct PromisedOfferTests {
  private static func item(
    _ type: UTType,
    _ promise: Promise,
    visibility: Representation.Visibility = .all
  ) -> Item {
    let payload = Payload.promised(promise)
    return Item(
      representations: [Representation(type: type, payload: payload, visibility: visibility)]
    )
  }

  private static func keep(_ promise: Promise, _ text: String) {
    promise.settle(.success(.inline(Array(text.utf8))))
  }

  @Test func `an unread text is offered in every form`() {
    let offer = SelectionOffer(items: [Self.item(.utf8PlainText, Promise { _ in })])
    #expect(offer.targets == SelectionOffer.text("hello").targets)
    #expect(throws: PayloadFailure.notMade) { try offer.bytes(of: .utf8String) }
  }

  @Test(arguments: [
    ("hello", "hello", true), ("grüß", "gr\u{FC}\u{DF}", true), ("€", nil, true),
    ("a\u{1B}b", nil, false), ("a\0", nil, true),
  ])
  func `what turns out lossy is refused`(text: String, latin1: String?, compound: Bool) throws {
    let promise = Promise { _ in }
    let offer = SelectionOffer(items: [Self.item(.utf8PlainText, promise)])
    Self.keep(promise, text)
    let expected = latin1.map { $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
    #expect(try offer.bytes(of: .string) == expected)
    #expect(try offer.text(of: .utf8String) == text)
    #expect(try offer.text(of: .anyText) == text)
    #expect(offer.rendering(of: .anyText)?.replyType == .utf8String)
    #expect(try (offer.bytes(of: .compoundText) != nil) == compound)
  }

  @Test func `what turns out to be no UTF-8 is refused as UTF-8`() throws {
    let promise = Promise { _ in }
    let offer = SelectionOffer(items: [Self.item(.html, promise)])
    promise.settle(.success(.inline([0xFF])))
    #expect(try offer.bytes(of: "text/html") == [0xFF])
    #expect(try offer.bytes(of: .utf8String) == nil)
    #expect(try offer.bytes(of: .plainText) == nil)
  }

  @Test func `a long text is handed on unread`() throws {
    let promise = Promise { _ in }
    let offer = SelectionOffer(items: [Self.item(.utf8PlainText, promise)])
    promise.settle(.success(.file(Zeros(byteCount: 50_000_000))))
    #expect(try offer.rendering(of: .utf8String)?.content()?.byteCount == 50_000_000)
    #expect(try offer.bytes(of: .string) == nil)
  }

  @Test func `a broken promise is on offer no longer`() {
    let (png, html) = (Promise { _ in }, Promise { _ in })
    let offer = SelectionOffer(items: [
      Item(representations: [
        Representation(type: .png, payload: .promised(png)),
        Representation(type: .html, payload: .promised(html)),
      ])
    ])
    #expect(offer.targets.contains("image/png"))
    png.settle(.failure(PayloadFailure(reason: "gone")))
    #expect(!offer.targets.contains("image/png"))
    #expect(offer.targets.contains("text/html"))
    #expect(throws: PayloadFailure(reason: "gone")) { try offer.bytes(of: "image/png") }
  }

  // MARK: Several items

  @Test func `texts join when all of them are kept`() throws {
    let promise = Promise { _ in }
    let offer = SelectionOffer(
      items: [.text("a"), Self.item(.utf8PlainText, promise), .text("c")]
    )
    let whole = try #require(offer.rendering(of: .utf8String)?.payload.openPromise)
    let told = PromiseRecord()
    whole.keep { told.add($0) }
    #expect(told.count == 0)
    Self.keep(promise, "b")
    #expect(told.count == 1)
    #expect(try offer.text(of: .utf8String) == "a\nb\nc")
    #expect(try offer.text(of: .string) == "a\nb\nc")
  }

  @Test func `lists of URIs join with the line ends that they turn out to lack`() throws {
    let (one, two) = (Promise { _ in }, Promise { _ in })
    let offer = SelectionOffer(items: [Self.item(.fileURL, one), Self.item(.fileURL, two)])
    let whole = try #require(offer.rendering(of: .uriList)?.payload.openPromise)
    whole.keep { _ in }
    Self.keep(two, "file:///b\r\n")
    Self.keep(one, "file:///a")
    #expect(try offer.text(of: .uriList) == "file:///a\r\nfile:///b\r\n")
  }

  @Test func `a join fails with its first part that does`() throws {
    let (one, two) = (Promise { _ in }, Promise { _ in })
    let items = [Self.item(.utf8PlainText, one), Self.item(.utf8PlainText, two)]
    let offer = SelectionOffer(items: items)
    one.settle(.failure(PayloadFailure(reason: "gone")))
    #expect(!offer.targets.contains(.utf8String))
    #expect(throws: PayloadFailure(reason: "gone")) { try offer.bytes(of: .utf8String) }
  }

  @Test func `who leaves a join waits for none of its parts`() throws {
    let (one, two) = (Promise { _ in }, Promise { _ in })
    let items = [Self.item(.utf8PlainText, one), Self.item(.utf8PlainText, two)]
    let whole = try #require(
      SelectionOffer(items: items).rendering(of: .utf8String)?.payload.openPromise
    )
    let leave = whole.keep { _ in }
    #expect([one, two].map(\.waiterCount) == [1, 1])
    leave()
    #expect([one, two].map(\.waiterCount) == [0, 0])
  }

  @Test func `a part that is made anew is what the join has then`() throws {
    let (one, two) = (Renewed("file:///a\r\n"), Renewed("file:///b\r\n"))
    let items = [one, two].map { promise in
      Item(representations: [Representation(type: .fileURL, payload: .promised(promise))])
    }
    let offer = SelectionOffer(items: items)
    let whole = try #require(offer.rendering(of: .uriList)?.payload.openPromise)
    whole.keep { _ in }
    #expect(try offer.text(of: .uriList) == "file:///a\r\nfile:///b\r\n")
    two.change("file:///longer\r\n")
    #expect(throws: PayloadFailure.notMade) { try offer.bytes(of: .uriList) }
    let told = PromiseRecord()
    try #require(offer.rendering(of: .uriList)?.payload.openPromise).keep { told.add($0) }
    #expect(told.count == 1)
    #expect(try offer.text(of: .uriList) == "file:///a\r\nfile:///longer\r\n")
  }

  @Test func `what is kept when it is offered is joined as it is`() throws {
    let promise = Promise { _ in }
    Self.keep(promise, "b")
    let offer = SelectionOffer(items: [.text("a"), Self.item(.utf8PlainText, promise)])
    #expect(try offer.text(of: .string) == "a\nb")
    #expect(offer.rendering(of: .anyText)?.replyType == .string)
  }

  // MARK: Visibility

  @Test func `what is for the user's clients is not offered over X`() {
    let items = [
      Item(representations: [
        Representation(type: .json, payload: .inline([0x31]), visibility: .user),
        Representation(type: .utf8PlainText, payload: .inline([0x32])),
      ])
    ]
    let open = SelectionOffer(items: items)
    #expect(!open.targets.contains("application/json"))
    #expect(open.rendering(of: "application/json") == nil)
    #expect(open.targets.contains(.utf8String))
    let ours = SelectionOffer(items: items, for: .user)
    #expect(ours.targets.contains("application/json"))
  }

  @Test func `a hidden text does not stand in for a text over X`() {
    let hidden = Self.item(.json, Promise { _ in }, visibility: .user)
    #expect(SelectionOffer(items: [hidden]).rendering(of: .utf8String) == nil)
    #expect(SelectionOffer(items: [hidden], for: .user).rendering(of: .utf8String) != nil)
  }
}

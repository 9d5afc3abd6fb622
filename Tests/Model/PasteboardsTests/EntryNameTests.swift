import Pasteboards
import Testing
import UniformTypeIdentifiers

@Suite("Names of entries")
struct EntryNameTests {
  @Test func `an id or its beginning is a range of ids`() {
    #expect(EntryName("0123456789abcdef") == .ids(0x0123_4567_89AB_CDEF...0x0123_4567_89AB_CDEF))
    #expect(EntryName("abcd") == .ids(0xABCD_0000_0000_0000...0xABCD_FFFF_FFFF_FFFF))
    #expect(EntryName("ABCDE") == .ids(0xABCD_E000_0000_0000...0xABCD_EFFF_FFFF_FFFF))
    #expect(EntryName("ffffffffffffffff") == .ids(UInt64.max...UInt64.max))
    #expect(EntryName("0000") == .ids(0...0x0000_FFFF_FFFF_FFFF))
  }

  @Test func `a place counts from 1`() {
    #expect(EntryName("@1") == .place(1))
    #expect(EntryName("@1000000") == .place(1_000_000))
  }

  @Test(arguments: [
    "", "abc", "0123456789abcdef0", "abcg", "@", "@0", "@-1", "@+1", "@1x", " @1",
    "@99999999999999999999",
    "+123", "-123", "é123", "１２３４",
  ])
  func `anything else is no name`(_ text: String) {
    #expect(EntryName(text) == nil)
  }
}

@Suite("What an entry is known by")
struct EntryTextTests {
  private func text(
    _ representations: [Representation],
    name: String? = nil,
    title: String? = nil
  ) -> EntryText {
    let item = Item(representations: representations, suggestedName: name.map { Array($0.utf8) })
    let label = Entry.Label(title: title)
    return EntryText(of: Entry(id: .init(rawValue: 1), items: [item], time: 0, label: label))
  }

  private func plain(_ text: String) -> Representation {
    Representation(type: .utf8PlainText, payload: .inline(Array(text.utf8)))
  }

  @Test func `the title is what was given, else the first line with something on it`() {
    #expect(text([plain("\n  \n  first line \nsecond")]).title == "first line ")
    #expect(text([plain("text")], title: "given").title == "given")
    #expect(text([plain("text")], title: "given").searched == "given\ntext")
    #expect(text([plain(" \n\t")]).title == " \n\t")
    #expect(text([plain(String(repeating: "é", count: 300))]).title.count == 200)
  }

  @Test func `without text the name speaks, and without a name the type`() {
    let image = Representation(type: .png, payload: .inline([0x89]))
    #expect(text([image], name: "a.png").title == "a.png")
    #expect(text([image], name: "a.png").searched == "a.png")
    #expect(!text([image]).title.isEmpty)
    #expect(text([image]).searched == "")
    #expect(text([image]).preview == nil)
  }

  @Test func `of what was too large to keep the title says so`() {
    let dropped = [UTType.png, .tiff].map { Entry.Dropped(type: $0, reason: .size) }
    let id = Entry.ID(rawValue: 1)
    let entry = Entry(id: id, items: [Item(representations: [])], time: 0, dropped: dropped)
    #expect(EntryText(of: entry).title == "PNG image, too large to keep")
    let rest = Item(representations: [plain("a caption")])
    let part = Entry(id: id, items: [rest], time: 0, dropped: dropped)
    #expect(EntryText(of: part).title == "a caption")
  }

  @Test func `plain text is preferred to other text`() {
    let html = Representation(type: .html, payload: .inline(Array("<b>x</b>".utf8)))
    #expect(text([html, plain("x")]).preview == "x")
    #expect(text([html]).preview == "<b>x</b>")
  }

  @Test func `a long text is cut between two characters`() throws {
    for padding in 0..<4 {
      let long = String(repeating: "a", count: padding) + String(repeating: "日本🐱é", count: 1000)
      let preview = try #require(text([plain(long)]).preview)
      #expect(long.hasPrefix(preview))
      #expect((4093...4096).contains(preview.utf8.count))
    }
  }

  @Test func `what is derived or not made yet is not read`() {
    let derived = Representation(
      type: .utf8PlainText,
      payload: .inline(Array("derived".utf8)),
      isDerived: true
    )
    let promised = Representation(type: .utf8PlainText, payload: .promised(Promise { _ in }))
    #expect(text([promised, derived]).preview == nil)
  }
}

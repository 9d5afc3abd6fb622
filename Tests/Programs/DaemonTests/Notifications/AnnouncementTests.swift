import Pasteboards
import Testing
import UniformTypeIdentifiers

@testable import Daemon

@Suite("What is said on the desktop") struct AnnouncementTests {
  private func entry(_ text: String, isSensitive: Bool = false, source: String? = nil) -> Entry {
    let payload = Payload.inline(Array(text.utf8))
    return Entry(
      id: Entry.ID(rawValue: 1),
      items: [Item(representations: [Representation(type: .utf8PlainText, payload: payload)])],
      time: 0,
      isSensitive: isSensitive,
      label: Entry.Label(source: source)
    )
  }

  @Test func `of files that landed the first are named`() {
    let names = (1...21).map { Array("file \($0)".utf8) }
    let many = Announcement.landed(names, on: .clipboard, in: "/in")
    #expect(many.summary == "21 files on clipboard")
    #expect(many.body == "file 1\nfile 2\nfile 3\nfile 4\nand 17 more")
    let one = Announcement.landed([[0x61, 0xFF, 0x0A, 0x3C]], on: .clipboard, in: "/in")
    #expect(one.summary == "1 file on clipboard")
    #expect(one.body == "a\u{FFFD}\u{240A}&lt;")
    #expect(one.subject == many.subject && one.category == "transfer.complete")
  }

  @Test func `of failures the first is named`() {
    let two = Announcement.failed(["the disk is <full>", "b"], in: "/in&out")
    #expect(two?.summary == "Not kept: /in&out")
    #expect(two?.body == "the disk is &lt;full&gt;\nand 1 more")
    #expect(two?.category == "transfer.error")
    #expect(Announcement.failed(["b"], in: "/in&out")?.body == "b")
    #expect(Announcement.failed([], in: "/in") == nil)
    // What lands next does not take its place.
    #expect(two?.subject != Announcement.landed([], on: .clipboard, in: "/in&out").subject)
  }

  @Test(arguments: [
    ("a <b>&amp; \"x\"", "a &lt;b&gt;&amp;amp; \"x\""),
    ("x\u{202E}y\u{1B}[0m", "x\u{FFFD}y\u{241B}[0m"),
  ])
  func `a stranger's words are no markup`(title: String, body: String) {
    let said = Announcement.copied(entry(title, source: "a&b"), on: .clipboard)
    #expect(said?.body == body)
    #expect(said?.summary == "Copied from a&b")
  }

  @Test func `what is long is cut`() throws {
    let long = String(repeating: "é", count: 1000)
    let said = try #require(Announcement.copied(entry(long), on: .clipboard))
    #expect(said.body.unicodeScalars.count == 200)
    #expect(said.summary == "Copied")
  }

  @Test func `of a secret nothing is said`() {
    #expect(Announcement.copied(entry("secret", isSensitive: true), on: .clipboard) == nil)
  }
}

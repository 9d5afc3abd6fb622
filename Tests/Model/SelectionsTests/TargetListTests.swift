import Selections
import Testing
import UniformTypeIdentifiers

@Suite("Lists of targets") struct TargetListTests {
  @Test func `a list has each atom once and no None`() {
    let atoms = TargetList.atoms(replyType: .atom, elementBits: 32, items: [5, 0, 6, 5, 7])
    #expect(atoms == [5, 6, 7])
  }

  @Test func `old Java's type is taken`() {
    #expect(TargetList.atoms(replyType: .targets, elementBits: 32, items: [5]) == [5])
  }

  @Test func `anything else is no list`() {
    #expect(TargetList.atoms(replyType: .utf8String, elementBits: 8, items: []) == nil)
    #expect(TargetList.atoms(replyType: .atom, elementBits: 8, items: []) == nil)
    #expect(TargetList.atoms(replyType: .integer, elementBits: 32, items: [1]) == nil)
  }

  @Test func `a list has an end`() {
    let atoms = TargetList.atoms(
      replyType: .atom,
      elementBits: 32,
      items: Array(1...5_000)
    )
    #expect(atoms?.count == TargetList.maximumCount)
  }

  @Test func `the charset form of a text is asked for before STRING`() {
    let list = TargetList(["STRING", "text/plain;charset=utf-8"])
    #expect(list.contents.map(\.type) == [.utf8PlainText])
    #expect(list.contents.first?.targets == ["text/plain;charset=utf-8", "STRING"])
  }

  @Test func `the forms of a text are one content at the place of the first`() {
    let list = TargetList([
      "TARGETS", "image/png", "COMPOUND_TEXT", "text/html", "UTF8_STRING", "STRING",
    ])
    #expect(list.contents.map(\.type) == [.png, .utf8PlainText, .html])
    #expect(list.contents[1].targets == ["UTF8_STRING", "COMPOUND_TEXT", "STRING"])
  }

  @Test func `what xsel lists beside its text is never asked for`() {
    let list = TargetList([
      "TIMESTAMP", "MULTIPLE", "TARGETS", "DELETE", "INCR", "TEXT", "UTF8_STRING", "STRING",
    ])
    #expect(list.contents.map(\.targets) == [["UTF8_STRING", "STRING", "TEXT"]])
  }

  @Test(arguments: [
    "text/plain;charset=utf-8", "text/plain; charset=UTF-8", "TEXT/PLAIN;CHARSET=utf-8",
    "text/plain;charset=\"utf-8\"",
  ])
  func `every spelling of UTF-8 text conforms to plain text`(name: String) {
    let content = TargetList([TargetName(name)]).contents.first
    #expect(content?.type.conforms(to: .plainText) == true)
    #expect(content?.targets == [TargetName(name)])
  }

  @Test(arguments: [
    "x-kde-passwordManagerHint", "org.nspasteboard.ConcealedType",
    "application/x-nspasteboard-concealed-type",
  ])
  func `a mark of secrecy is seen whatever its value`(name: String) {
    #expect(TargetList(["UTF8_STRING", TargetName(name)]).isSecret)
    #expect(!TargetList(["UTF8_STRING"]).isSecret)
  }
}

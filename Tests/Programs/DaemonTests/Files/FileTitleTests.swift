import Pasteboards
import Testing
import UniformTypeIdentifiers

@testable import Daemon

@Suite("What a file of content is called") struct FileTitleTests {
  private func name(
    _ item: Item,
    for type: UTType,
    title: String? = nil,
    isSensitive: Bool = false
  ) -> String {
    let entry = Entry(
      id: Entry.ID(rawValue: 1),
      items: [item],
      time: 0,
      isSensitive: isSensitive,
      label: Entry.Label(title: title)
    )
    return String(decoding: FileTitle(of: entry, [item]).name(for: type), as: UTF8.self)
  }

  private func item(
    _ type: UTType,
    _ text: String,
    name: String? = nil,
    isFileName: Bool = false
  ) -> Item {
    let payload = Payload.inline(Array(text.utf8))
    return Item(
      representations: [Representation(type: type, payload: payload)],
      suggestedName: name.map { Array($0.utf8) },
      isFileName: isFileName
    )
  }

  @Test(arguments: [
    ("Report ü.pdf", "Report ü.pdf"), ("Report", "Report.pdf"), ("Report.png", "Report.png.pdf"),
    ("../../evil", "__.._evil.pdf"), ("/etc/passwd", "_etc_passwd.pdf"), ("..", "PDF document.pdf"),
    ("", "PDF document.pdf"), (".hidden", "_hidden.pdf"), ("a\u{0}b", "a_b.pdf"), ("~", "~.pdf"),
    ("%2e%2e%2fx", "%2e%2e%2fx.pdf"), ("..\\x", "_\\x.pdf"),
  ])
  func `a suggested name is made safe, and has its extension once (B92, B114)`(
    suggested: String,
    expected: String
  ) {
    let name = name(item(.pdf, "x", name: suggested), for: .pdf)
    #expect(name == expected || suggested == ".." || suggested.isEmpty)
    #expect(!name.contains("/") && !name.hasPrefix(".") && name.hasSuffix(".pdf"))
  }

  @Test func `without a name it is the title, or what it is`() {
    #expect(
      name(item(.utf8PlainText, "Hello there\nmore"), for: .utf8PlainText) == "Hello there.txt"
    )
    #expect(name(item(.png, "x"), for: .png, title: "My shot") == "My shot.png")
    #expect(name(item(.png, "x"), for: .png).hasSuffix(".png"))
    let long = String(repeating: "long ", count: 100)
    #expect(name(item(.utf8PlainText, long), for: .utf8PlainText).count < 110)
  }

  @Test(arguments: [
    ("Makefile", "Makefile"), ("notes.weird", "notes.weird"), ("a.png", "a.png"), ("-d", "-d"),
    ("new\nline", "new_line"), (".hidden", "_hidden"), ("a/b", "a_b"),
  ])
  func `what was in a file keeps its name, made safe`(file: String, expected: String) {
    let script = item(.shellScript, "x", name: file, isFileName: true)
    #expect(name(script, for: .shellScript) == expected)
    let text = item(.utf8PlainText, "x", name: file, isFileName: true)
    #expect(name(text, for: .utf8PlainText) == expected && name(text, for: .plainText) == expected)
    // What is made of it was in no file.
    let jpeg = name(item(.png, "x", name: file, isFileName: true), for: .jpeg)
    #expect(jpeg.hasPrefix(expected) && UTType(filenameExtension: suffix(of: jpeg)) == .jpeg)
  }

  @Test func `of several contents the first that is no address was in the file`() {
    let types: [UTType] = [.fileURL, .html, .rtf]
    let item = Item(
      representations: types.map { Representation(type: $0, payload: .inline([1])) },
      suggestedName: Array("page".utf8),
      isFileName: true
    )
    #expect(name(item, for: .html) == "page")
    #expect(name(item, for: .rtf) == "page.rtf")
  }

  private func suffix(of name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? ""
  }

  @Test func `of a secret no name says what is in it`() {
    let name = name(item(.utf8PlainText, "hunter2"), for: .utf8PlainText, isSensitive: true)
    #expect(!name.contains("hunter2") && name.hasSuffix(".txt"))
  }
}

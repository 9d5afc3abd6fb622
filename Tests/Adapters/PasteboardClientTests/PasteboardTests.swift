import PasteboardClient
import Testing

@Suite("Boards")
struct PasteboardTests {
  @Test(arguments: ["", "a\u{7}b", "a\nb", String(repeating: "ä", count: 128)])
  func `a name that no board can have is none`(name: String) {
    #expect(Pasteboard(named: name) == nil)
  }

  @Test func `boards are known by their names`() {
    #expect(Pasteboard(named: "clipboard") == .clipboard)
    #expect(Pasteboard(named: "shelf")?.name == "shelf")
    #expect(Pasteboard.primary != .secondary)
    #expect(Pasteboard(named: String(repeating: "ä", count: 127)) != nil)
  }
}

import Pasteboards
import Testing
import UniformTypeIdentifiers

@Suite("Choosing a representation")
struct ChoiceTests {
  let offered: [UTType] = [.png, .html, .json, .utf8PlainText, .jpeg]

  @Test(arguments: [
    ([UTType.json], [2]),
    ([UTType.image], [0, 4]),
    ([UTType.jpeg, .image], [4, 0]),
    ([UTType.plainText], [3]),
    ([UTType.text], [1, 2, 3]),
    ([UTType.pdf], []),
    ([UTType.json, .json], [2]),
    ([], []),
  ])
  func `the receiver's order decides, then exactness, then the sender's order`(
    wanted: [UTType],
    expected: [Int]
  ) {
    #expect(Choice.candidates(among: offered, wanted: wanted) == expected)
  }

  @Test
  func `without wishes plain text comes first and text at all next`() {
    #expect(Choice.candidates(among: offered, richest: false) == [3, 1, 2])
    #expect(Choice.candidates(among: offered, richest: true) == [3, 1, 2, 0, 4])
  }

  @Test
  func `without text there is something only for those who take anything`() {
    #expect(Choice.candidates(among: [.png, .jpeg], richest: false) == [])
    #expect(Choice.candidates(among: [.png, .jpeg], richest: true) == [0, 1])
  }

  @Test func `what becomes a file is the best that is declared`() {
    let other = UTType(pasteboardTypeName: "application/x-nobody-declared")
    #expect(Choice.candidatesForFile(among: [other, .html, .utf8PlainText]) == [1, 2, 0])
    #expect(Choice.candidatesForFile(among: [.json, .utf8PlainText]) == [0, 1])
    #expect(Choice.candidatesForFile(among: [other]) == [0])
  }

  @Test func `an image without plain text is the thing itself (B98)`() {
    let address = UTType.url
    #expect(Choice.candidatesForFile(among: [.html, address, .png, .jpeg]) == [2, 3, 0, 1])
    #expect(Choice.candidatesForFile(among: [.html, .utf8PlainText, .png]) == [0, 1, 2])
  }
}

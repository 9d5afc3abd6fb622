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
}

import CoreTransferable
import Testing
import UniformTypeIdentifiers

private struct Card: Transferable {
  var name: String?
  var isShort = true

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .png) { _ in Data() }
      .visibility(.ownProcess)
      .suggestedFileName("first.png")
    DataRepresentation(exportedContentType: .jpeg) { _ in Data() }
      .visibility(.team)
      .visibility(.all)
      .exportingCondition(\.isShort)
      .exportingCondition { $0.name != "none" }
    DataRepresentation(contentType: .gif) { _ in
      Data()
    } importing: { _ in
      Card()
    }
    .suggestedFileName { $0.name }
    .exportingCondition { _ in false }
  }
}

@Suite("Modifiers") struct ModifierTests {
  @Test(arguments: [
    (TransferRepresentationVisibility.all, [UTType.gif]), (.team, [.jpeg, .gif]),
    (.group, [.jpeg, .gif]), (.ownProcess, [.png, .jpeg, .gif]),
  ])
  func `who may see less sees less`(
    visibility: TransferRepresentationVisibility,
    expected: [UTType]
  ) {
    #expect(Card.exportedContentTypes(visibility: visibility) == expected)
  }

  @Test func `all conditions must hold, and say nothing of imports`() {
    #expect(Card().exportedContentTypes(.ownProcess) == [.png, .jpeg])
    #expect(Card(isShort: false).exportedContentTypes(.ownProcess) == [.png])
    #expect(Card(name: "none").exportedContentTypes(.ownProcess) == [.png])
    #expect(Card().importedContentTypes() == [.gif])
  }

  @Test func `the last name that is one counts`() {
    #expect(Card(name: "x.gif").suggestedFilename == "x.gif")
    #expect(Card().suggestedFilename == "first.png")
    #expect("text".suggestedFilename == nil)
  }
}

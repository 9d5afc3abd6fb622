import CoreTransferable
import Testing

@Suite("What comes with CoreTransferable") struct ReexportTests {
  @Test func `content types and Foundation's values are there`() {
    #expect(UTType.json.identifier == "public.json")
    #expect(Data([1]).count == 1)
  }
}

import Testing
import Wire

@testable import CoreTransferable
@testable import PasteboardClient

@Suite("What can be pasted")
struct PasteOfferTests {
  private static func offered(_ type: String, item: Int = 1, name: String? = nil) -> OfferedType {
    let known = UTType(named: type)
    var offered = OfferedType(
      type: known.identifier,
      mimeType: known.preferredMIMEType,
      targets: [],
      size: nil,
      item: item
    )
    offered.name = name
    return offered
  }

  private static func own(_ routes: (UTType, TransferRepresentationVisibility)...) -> OutgoingItem {
    OutgoingItem(
      name: nil,
      routes: routes.map { type, visibility in
        ExportRoute(contentType: type, parent: .data, visibility: visibility, isFile: false) {
          .data(Data())
        }
      }
    )
  }

  @Test func `items are told apart, in their order`() {
    let offer = PasteOffer(
      [
        Self.offered("public.html"), Self.offered("public.png", name: "a.png"),
        Self.offered("public.json", item: 2, name: "b.json"),
      ],
      own: nil
    )
    #expect(offer.items.map(\.types) == [[.html, .png], [.json]])
    #expect(offer.items.map(\.number) == [1, 2])
    #expect(offer.items.map(\.name) == [nil, "b.json"])
  }

  @Test(arguments: [0, 2, Int.min, Int.max])
  func `an item that nobody copied is none of ours`(number: Int) {
    let offer = PasteOffer(
      [Self.offered("public.html", item: number)],
      own: [Self.own((.json, .ownProcess))]
    )
    #expect(offer.items.map(\.types) == [[.html]])
  }

  @Test func `a single item is asked for without a number`() {
    #expect(PasteOffer([Self.offered("public.html")], own: nil).items.map(\.number) == [nil])
    #expect(PasteOffer([], own: nil).items.isEmpty)
  }

  @Test func `what is this program's own stands at the place that its type names`() {
    let offer = PasteOffer(
      [Self.offered("public.html"), Self.offered("public.rtf"), Self.offered("public.png")],
      own: [Self.own((.json, .ownProcess), (.png, .all), (.pdf, .ownProcess), (.html, .team))]
    )
    #expect(offer.items.map(\.types) == [[.json, .png, .pdf, .html, .rtf]])
    let isOwn = offer.items.first?.representations.map { representation in
      if case .own = representation.source { true } else { false }
    }
    #expect(isOwn == [true, false, true, false, false])
  }

  @Test func `a stand-in is no type that anybody sees`() {
    let standIn = Self.offered(OwnContent.mimeType)
    let offer = PasteOffer([standIn], own: [Self.own((.json, .ownProcess))])
    #expect(offer.items.map(\.types) == [[.json]])
    #expect(PasteOffer([standIn], own: nil).items.map(\.types) == [[]])
  }

  @Test func `a type that nobody declared keeps its name`() {
    let offer = PasteOffer([Self.offered("application/x-odd")], own: nil)
    #expect(offer.items.first?.types.first?.preferredMIMEType == "application/x-odd")
  }
}

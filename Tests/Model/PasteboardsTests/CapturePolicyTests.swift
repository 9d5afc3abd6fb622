import Pasteboards
import Testing
import UniformTypeIdentifiers

@Suite("Capture policy") struct CapturePolicyTests {
  private func kept(_ policy: CapturePolicy, _ types: [UTType], images: Bool = true) -> [UTType] {
    zip(types, policy.verdicts(on: types, withImages: images))
      .filter { $0.1 == .keep }
      .map(\.0)
  }

  private var unknown: UTType {
    get throws { try #require(UTType(mimeType: "application/x-unheard-of")) }
  }

  @Test func `of one image the first format of the order is kept`() {
    #expect(kept(CapturePolicy(), [.bmp, .tiff, .png, .jpeg]) == [.png])
    #expect(kept(CapturePolicy(), [.bmp, .jpeg]) == [.jpeg])
    #expect(kept(CapturePolicy(imageOrder: [.jpeg]), [.bmp, .png, .jpeg]) == [.jpeg])
    #expect(kept(CapturePolicy(imageOrder: []), [.bmp, .png]) == [.bmp])
  }

  @Test func `an image that Qt offers under a name of its own is the same one`() throws {
    let ofQt = try #require(UTType(mimeType: "application/x-qt-image"))
    #expect(kept(CapturePolicy(), [ofQt, .bmp, .png]) == [.png])
    #expect(kept(CapturePolicy(), [ofQt]) == [ofQt])
  }

  @Test func `a drawing is no image of pixels`() {
    #expect(kept(CapturePolicy(), [.svg, .png, .pdf, .bmp]) == [.svg, .png, .pdf])
  }

  @Test func `each kind of rich text is kept once, and what nobody knows`() throws {
    let types: [UTType] = [.html, .rtf, .utf8PlainText, try unknown]
    #expect(kept(CapturePolicy(), types) == types)
    let verdicts = CapturePolicy().verdicts(on: [.html, .html])
    #expect(verdicts == [.keep, .skip(.otherRichText)])
  }

  @Test func `what is only selected is not made into an image`() {
    let verdicts = CapturePolicy().verdicts(on: [.utf8PlainText, .png], withImages: false)
    #expect(verdicts == [.keep, .skip(.imageOfSelection)])
  }

  @Test func `lists of types decide by conformance`() throws {
    let types: [UTType] = [.png, .html, .utf8PlainText, try unknown]
    #expect(kept(CapturePolicy(types: [.text]), types) == [.html, .utf8PlainText])
    #expect(kept(CapturePolicy(ignoredTypes: [.image, .html]), types).count == 2)
    #expect(CapturePolicy(types: [.text]).verdicts(on: [.png]) == [.skip(.notListed)])
    #expect(CapturePolicy(ignoredTypes: [.image]).verdicts(on: [.png]) == [.skip(.ignoredType)])
  }

  @Test func `an ignored format leaves the image to another`() {
    #expect(kept(CapturePolicy(ignoredTypes: [.png]), [.png, .jpeg]) == [.jpeg])
  }

  @Test func `no more are kept than may be`() {
    let verdicts = CapturePolicy(countLimit: 1).verdicts(on: [.html, .utf8PlainText])
    #expect(verdicts == [.keep, .skip(.tooMany)])
  }

  @Test(arguments: [
    ("KeePassXC", nil, false), ("keepassxc", nil, false), (nil, "keepassxc", false),
    ("Gedit", "gedit", true), (nil, nil, true),
  ])
  func `programs are told apart by class or name`(
    windowClass: String?,
    program: String?,
    isKept: Bool
  ) {
    let policy = CapturePolicy(ignoredSources: ["KeePassXC"])
    let origin = Origin(board: .clipboard, windowClass: windowClass, program: program)
    #expect(policy.keepsCopies(of: origin) == isKept)
  }
}

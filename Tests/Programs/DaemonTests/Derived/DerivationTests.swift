import Pasteboards
import Testing
import UniformTypeIdentifiers

@testable import Daemon
@testable import Declarations

@Suite("What can be derived")
struct DerivationTests {
  static let declared: [String: [DeclaredRepresentation]] = [
    "public.json": [
      .init(type: "public.html", production: .template("<b>{{a}}</b>")),
      .init(type: "public.utf8-plain-text", production: .command(["true", "-x"])),
    ],
    "public.text": [
      .init(type: "public.rtf", production: .template("{{b}}")),
      .init(type: "public.html", production: .template("second")),
    ],
    "public.png": [
      .init(type: "public.jpeg", production: .command(["no-such-program-at-all"])),
      .init(type: "public.jpeg", production: .command(["/bin/true"])),
      .init(type: "public.no-such-type", production: .template("x")),
    ],
    "public.html": [.init(type: "public.plain-text", production: .template("x"))],
  ]

  private func derivation(of types: UTType...) -> Derivation {
    Derivation(of: types.map { Representation(type: $0, payload: .inline([])) }) { type in
      Self.declared[type.identifier] ?? []
    }
  }

  @Test func `a type's own declarations come before those of its supertypes`() {
    let steps = derivation(of: .json).steps
    #expect(steps.map(\.type) == [.html, .utf8PlainText, .rtf])
    #expect(steps.map(\.source) == [0, 0, 0])
    guard case .command(let path, let words) = steps[1].production else {
      Issue.record("\(steps[1])")
      return
    }
    #expect(String(decoding: path, as: UTF8.self).hasSuffix("/true"))
    #expect(words == ["true", "-x"])
  }

  @Test func `what is there is not made again`() {
    #expect(derivation(of: .json, .html).steps.map(\.type) == [.utf8PlainText, .rtf])
    #expect(derivation(of: .json, .plainText).steps.map(\.type) == [.html, .rtf])
    #expect(derivation(of: .rtf, .html, .utf8PlainText).steps.isEmpty)
  }

  @Test func `the first way whose program is installed counts`() throws {
    let step = try #require(derivation(of: .png).steps.first)
    #expect(step.type == .jpeg)
    #expect(step.production == .command(path: Array("/bin/true".utf8), words: ["/bin/true"]))
    #expect(derivation(of: .png).steps.count == 1)
  }

  @Test func `nothing is derived of what was derived`() {
    // JSON becomes HTML, of which plain text could be made; the text is of the JSON's own command.
    let text = derivation(of: .json).steps.first { $0.type == .utf8PlainText }
    #expect(text?.source == 0)
    #expect(derivation(of: .jpeg).steps.isEmpty)
  }

  @Test func `each representation is looked at`() {
    let steps = derivation(of: .png, .json).steps
    #expect(steps.map(\.source) == [0, 1, 1, 1])
  }

  @Test func `there is a limit`() {
    let many = (0..<100).compactMap { UTType(filenameExtension: "made\($0)") }
    let derivation = Derivation(of: [Representation(type: .json, payload: .inline([]))]) { type in
      type == .json ? many.map { .init(type: $0.identifier, production: .template("")) } : []
    }
    #expect(derivation.steps.map(\.type) == Array(many.prefix(Derivation.limit)))
  }

  @Test func `nearer types come first`() {
    let lineage = Derivation.lineage(of: .png)
    #expect(lineage.first == .png)
    let image = lineage.firstIndex(of: .image) ?? 99
    let data = lineage.firstIndex(of: .data) ?? 0
    #expect(image < data)
    #expect(Set(lineage) == UTType.png.supertypes.union([.png]))
  }
}

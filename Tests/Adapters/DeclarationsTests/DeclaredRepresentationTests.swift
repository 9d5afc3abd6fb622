import Declarations
import Testing

@Suite("A declared representation") struct DeclaredRepresentationTests {
  @Test func `two are equal when type and production are`() {
    let html = DeclaredRepresentation(type: "public.html", production: .command(["to-html"]))
    #expect(html == DeclaredRepresentation(type: "public.html", production: .command(["to-html"])))
    #expect(html != DeclaredRepresentation(type: "public.html", production: .template("{{a}}")))
  }
}

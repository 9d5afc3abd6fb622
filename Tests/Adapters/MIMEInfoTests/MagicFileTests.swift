import Testing

@testable import MIMEInfo

@Suite("Magic file") struct MagicFileTests {
  private typealias Matchlet = ContentRule.Matchlet

  private func rules(_ text: String) -> [ContentRule] {
    MagicFile.rules(Array(("MIME-Magic\0\n" + text).utf8))
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `the example of the specification is read`() {
    let found = rules("[50:text/x-diff]\n>0=\0\u{5}diff\t\n>0=\0\u{4}***\t\n")
    let matchlets = [
      Matchlet(start: 0, value: bytes("diff\t")), Matchlet(start: 0, value: bytes("***\t")),
    ]
    #expect(found == [ContentRule(priority: 50, type: "text/x-diff", matchlets: matchlets)])
  }

  @Test func `every element of a line is read, and values may hold newlines`() {
    let found = rules("[80:a/b]\n>4=\0\u{2}\n\n&\u{7F}\n~2+8\n")
    let matchlet = Matchlet(
      start: 4,
      rangeLength: 8,
      wordSize: 2,
      value: [0x0A, 0x0A],
      mask: [0x7F, 0x0A]
    )
    #expect(found == [ContentRule(priority: 80, type: "a/b", matchlets: [matchlet])])
  }

  @Test func `lines are nested by their indent`() {
    let found = rules(
      "[50:a/b]\n>0=\0\u{1}A\n1>1=\0\u{1}B\n2>2=\0\u{1}C\n1>1=\0\u{1}D\n>0=\0\u{1}E\n"
    )
    let nested = Matchlet(
      start: 0,
      value: bytes("A"),
      children: [
        Matchlet(
          start: 1,
          value: bytes("B"),
          children: [Matchlet(start: 2, value: bytes("C"))]
        ),
        Matchlet(start: 1, value: bytes("D")),
      ]
    )
    #expect(found.first?.matchlets == [nested, Matchlet(start: 0, value: bytes("E"))])
  }

  @Test(arguments: [
    "[50:a/b]\n>0=__NOMAGIC__\n>0=\0\u{1}A\n", "[50:a/b]\n>0=\0\u{B}__NOMAGIC__\n>0=\0\u{1}A\n",
  ])
  func `the mark to forget is read in both spellings`(text: String) {
    let found = rules(text)
    #expect(found.map(\.priority) == [0, 50])
    #expect(found.first?.matchlets.first?.value == bytes("__NOMAGIC__"))
    #expect(found.last?.matchlets == [Matchlet(start: 0, value: bytes("A"))])
  }

  @Test(arguments: [
    "", "[50:a/b]\n", "[x:a/b]\n>0=\0\u{1}A\n", "[50:ab]\n>0=\0\u{1}A\n", ">0=\0\u{1}A\n",
    "[50:a/b]\n>0=\0\u{9}A\n", "[50:a/b]\n>=\0\u{1}A\n", "[50:a/b]\n>0=\0\0\n",
    "[50:a/b]\n>0=\0\u{1}A~3\n", "[50:a/b]\n>0=\0\u{1}A+0\n", "[50:a/b]\n>0=\0\u{1}A&\n",
    "[50:a/b]\n>0=\0\u{1}A!later\n", "[50:a/b]\n1>0=\0\u{1}A\n",
    "[50:a/b]\n>99999999999=\0\u{1}A\n",
    "[50:a/b]\n>0=\0\u{1}A\n1>bad\n1>0=\0\u{1}B!\n2>0=\0\u{1}C\n",
  ])
  func `what cannot be read gives no rule`(text: String) {
    #expect(rules(text).isEmpty)
  }

  @Test func `a line with something unknown does not harm the next`() {
    let found = rules("[50:a/b]\n>0=\0\u{1}A!later\n>0=\0\u{1}B\n[40:c/d]\n>0=\0\u{1}C\n")
    #expect(found.map(\.type) == ["a/b", "c/d"])
    #expect(found.first?.matchlets == [Matchlet(start: 0, value: bytes("B"))])
  }

  @Test func `a header of another kind is no magic file`() {
    #expect(MagicFile.rules(Array("MIME-TreeMagic\0\n[50:a/b]\n>0=\0\u{1}A\n".utf8)).isEmpty)
  }

  @Test(.timeLimit(.minutes(4)))
  func `the machine's file, cut anywhere, is read as far as it goes`() throws {
    let whole = try MachineDatabase.file("magic")
    let all = MagicFile.rules(whole)
    #expect(all.count > 300)
    for length in stride(from: 0, to: whole.count, by: whole.count / 24) {
      let found = MagicFile.rules(Array(whole.prefix(length)))
      // The last one may have lost a part.
      #expect(found.dropLast().elementsEqual(all.prefix(max(found.count - 1, 0))))
    }
  }
}

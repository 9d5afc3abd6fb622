import TestSupport
import Testing

@Suite("Layout of the repository", .timeLimit(.minutes(4)))
struct LayoutTests {
  @Test func `the folders are the floors`() throws {
    let floors: Set = ["C", "Support", "Model", "Adapters", "Programs"]
    #expect(try Set(Repository.names(in: "Sources")) == floors)
    let tests = floors.subtracting(["C"]).union([
      "ArchitectureTests", "EndToEndTests", "TestSupport",
    ])
    #expect(try Set(Repository.names(in: "Tests")) == tests)
  }

  @Test func `the top level holds what the house rules name`() throws {
    let allowed: Set = [
      "Package.swift", "Package.resolved", "Sources", "Tests", "systemd", "Config", "README.md",
      "Makefile", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Documentation", "Scripts",
    ]
    let names = try Repository.names(in: ".").filter { !$0.hasPrefix(".") }
    #expect(Set(names).isSubset(of: allowed), "\(Set(names).subtracting(allowed).sorted())")
  }

  @Test(arguments: [
    ("README.md", "| what | works today |"), ("README.md", "make run"), ("README.md", "make test"),
    ("CHANGELOG.md", "## [Unreleased]"), ("CONTRIBUTING.md", "make test"), (".ci/run", "make test"),
    ("Documentation/X11.md", "| clause | where |"),
    ("Documentation/Wire.md", "org.xfer.Pasteboard"),
    ("Documentation/Decisions/0001-record-decisions.md", "## Alternatives considered"),
  ])
  func `a page is there and says the main thing`(page: String, words: String) throws {
    #expect(try Repository.text(page).contains(words))
  }

  @Test(arguments: [
    "README.md", "CONTRIBUTING.md", "Documentation/Architecture.md", "Documentation/X11.md",
    "Documentation/Wire.md",
  ])
  func `every path that a page names exists`(page: String) throws {
    let tops = ["Sources/", "Tests/", "Documentation/", "Config/", "Scripts/", "systemd/"]
    let quoted = try Repository.text(page).split(separator: "`", omittingEmptySubsequences: false)
    for word in quoted.enumerated().filter({ $0.offset % 2 == 1 }).map(\.element)
    where tops.contains(where: word.hasPrefix) && !word.contains(where: "*… <(".contains) {
      let found = try run("test", ["-e", "\(Repository.root)/\(word)"])
      #expect(found.status == 0, "\(page): \(word)")
    }
  }
}

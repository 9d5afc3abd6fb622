import MIMEInfo
import TestSupport
import Testing

@Suite("Change of a MIME database", .timeLimit(.minutes(4))) struct ReloadTests {
  private let fixture: MIMEFixture

  init() throws {
    fixture = try MIMEFixture()
  }

  private func type(_ name: String) -> String {
    "<mime-type type='\(name)'><comment>x</comment></mime-type>"
  }

  @Test(arguments: MIMEFixture.Form.allCases)
  func `a package that is installed is noticed`(form: MIMEFixture.Form) throws {
    try fixture.install(type("a/one"), form: form)
    let before = fixture.database("user", "missing")
    #expect(before.isKnown("a/one") && before.isCurrent)
    #expect(before.reloaded() === before)
    try fixture.install(type("a/two"), form: form)
    #expect(!before.isCurrent)
    let after = before.reloaded()
    #expect(after.isKnown("a/two") && !after.isKnown("a/one") && after.isCurrent)
    #expect(before.isKnown("a/one"))
  }

  @Test func `what nobody has asked yet is read when somebody does`() throws {
    let database = fixture.database("user")
    try fixture.install(type("a/one"))
    #expect(database.isCurrent && database.reloaded() === database)
    #expect(database.isKnown("a/one"))
    try fixture.install(type("a/two"))
    #expect(!database.isCurrent && !database.isKnown("a/two"))
  }

  @Test func `a directory that comes or goes is noticed`() throws {
    let before = fixture.database("user")
    #expect(!before.isKnown("a/one"))
    try fixture.install(type("a/one"))
    #expect(!before.isCurrent)
    let with = before.reloaded()
    #expect(with.isKnown("a/one"))
    try run("rm", ["-r", fixture.scratch.path("user")])
    #expect(!with.isCurrent)
    #expect(!with.reloaded().isKnown("a/one"))
  }

  @Test func `a cache that is added to text files, or taken from them, is noticed`() throws {
    try fixture.install(type("a/one"))
    let cached = fixture.database("user")
    #expect(cached.isKnown("a/one"))
    try run("rm", [fixture.scratch.path("user/mime.cache")])
    #expect(!cached.isCurrent)
    let text = cached.reloaded()
    #expect(text.isCurrent && text.isKnown("a/one"))
    try fixture.install(type("a/one"))
    #expect(!text.isCurrent)
  }

  @Test func `a change in place is noticed, also one of the same size within a second`() throws {
    let text = Array("50:a/one:*.one\n".utf8)
    _ = try fixture.write(["globs2": text])
    let before = fixture.database("user")
    #expect(before.mimeTypes(ofFilenameExtension: "one") == ["a/one"])
    // The clock of file times may tick as slowly as every ten milliseconds.
    #expect(
      eventually(within: .seconds(5)) {
        _ = try? fixture.write(["globs2": Array("50:a/two:*.one\n".utf8)])
        return !before.isCurrent
      }
    )
    #expect(before.reloaded().mimeTypes(ofFilenameExtension: "one") == ["a/two"])
  }
}

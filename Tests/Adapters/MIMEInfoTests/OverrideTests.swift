import MIMEInfo
import TestSupport
import Testing

@Suite("Overriding a MIME database", .timeLimit(.minutes(4))) struct OverrideTests {
  private let fixture: MIMEFixture

  private static let system = """
    <mime-type type="a/old"><comment>old</comment><alias type="a/alias"/><sub-class-of type="a/base"/>
      <glob pattern="*.old"/><glob pattern="Oldfile"/><glob pattern="[o]ld?"/>
      <magic><match type="string" offset="0" value="OLD"/></magic></mime-type>
    <mime-type type="a/other"><comment>other</comment><glob pattern="*.other"/>
      <magic priority="60"><match type="string" offset="0" value="OTHER"/></magic></mime-type>
    """

  init() throws {
    fixture = try MIMEFixture()
  }

  private func database(_ user: String, _ form: MIMEFixture.Form) throws -> SharedMIMEInfo {
    try fixture.install(user, in: "user", form: form)
    try fixture.install(Self.system, in: "system", form: form)
    return fixture.database("user", "system")
  }

  @Test(arguments: MIMEFixture.Form.allCases)
  func `patterns that are to be forgotten are`(form: MIMEFixture.Form) throws {
    let database = try database(
      "<mime-type type='a/old'><glob-deleteall/><glob pattern='*.new'/></mime-type>",
      form
    )
    #expect(database.type(ofName: "x.new") == "a/old")
    for name in ["x.old", "oldfile", "oldy", "__NOGLOBS__"] {
      #expect(database.type(ofName: name) == "application/octet-stream", "\(name)")
    }
    #expect(database.type(ofName: "x.other") == "a/other")
    #expect(database.filenameExtensions(of: "a/old") == ["new"])
    #expect(database.mimeTypes(ofFilenameExtension: "old") == [])
    #expect(database.type(ofContent: "OLD") == "a/old")
  }

  @Test(arguments: MIMEFixture.Form.allCases)
  func `contents that are to be forgotten are`(form: MIMEFixture.Form) throws {
    let rule = "<magic><match type='string' offset='0' value='NEW'/></magic>"
    let database = try database(
      "<mime-type type='a/old'><magic-deleteall/>\(rule)</mime-type>",
      form
    )
    #expect(database.type(ofContent: "NEW") == "a/old")
    #expect(database.type(ofContent: "OLD") == "text/plain")
    #expect(database.type(ofContent: "__NOMAGIC__") == "text/plain")
    #expect(database.type(ofContent: "OTHER") == "a/other")
    #expect(database.type(ofName: "x.old") == "a/old")
  }

  @Test(arguments: MIMEFixture.Form.allCases)
  func `an alias belongs to whom the user gives it`(form: MIMEFixture.Form) throws {
    let database = try database(
      "<mime-type type='a/mine'><alias type='a/alias'/></mime-type>",
      form
    )
    #expect(database.canonical("a/alias") == "a/mine")
    #expect(database.aliases(of: "a/mine") == ["a/alias"])
    #expect(database.aliases(of: "a/old") == [])
  }

  @Test(arguments: MIMEFixture.Form.allCases)
  func `parents add up`(form: MIMEFixture.Form) throws {
    let user =
      "<mime-type type='a/old'><comment>mine</comment><sub-class-of type='a/b'/></mime-type>"
    let database = try database(user, form)
    #expect(database.parents(of: "a/old") == ["a/b", "a/base"])
    #expect(database.localizedDescription(of: "a/old") == "mine")
    #expect(database.localizedDescription(of: "a/other") == "other")
  }

  @Test(arguments: MIMEFixture.Form.allCases)
  func `the heavier pattern wins, then the longer, then the user's`(form: MIMEFixture.Form) throws {
    let user = """
      <mime-type type="u/light"><glob pattern="*.a" weight="40"/></mime-type>
      <mime-type type="u/long"><glob pattern="*.b.a" weight="40"/></mime-type>
      <mime-type type="u/same"><glob pattern="*.old"/></mime-type>
      <mime-type type="u/heavy"><glob pattern="*.other" weight="51"/></mime-type>
      """
    let database = try database(user, form)
    #expect(database.type(ofName: "x.a") == "u/light")
    #expect(database.type(ofName: "x.b.a") == "u/long")
    #expect(database.type(ofName: "x.old") == "u/same")
    #expect(database.type(ofName: "x.other") == "u/heavy")
    #expect(database.mimeTypes(ofFilenameExtension: "old") == ["u/same", "a/old"])
    // Content decides between equals, not against a heavier one.
    #expect(database.type(ofName: "x.old", Array("OLD".utf8)) == "a/old")
    #expect(database.type(ofName: "x.other", Array("OTHER".utf8)) == "u/heavy")
  }

  @Test(arguments: MIMEFixture.Form.allCases)
  func `case matters only where the pattern says so`(form: MIMEFixture.Form) throws {
    let user = """
      <mime-type type="u/cs"><glob pattern="*.CS" case-sensitive="true"/>
        <glob pattern="Exact" case-sensitive="true"/></mime-type>
      <mime-type type="u/ci"><glob pattern="*.Ci"/><glob pattern="Loose"/><glob pattern="L[0-9]"/>
        </mime-type>
      <mime-type type="u/unicode"><glob pattern="*.äß"/></mime-type>
      """
    let database = try database(user, form)
    for (name, type) in [
      ("a.CS", "u/cs"), ("a.cs", nil), ("Exact", "u/cs"), ("exact", nil), ("EXACT", nil),
      ("a.ci", "u/ci"), ("A.CI", "u/ci"), ("LOOSE", "u/ci"), ("loose", "u/ci"), ("l1", "u/ci"),
      ("L1", "u/ci"), ("x.äß", "u/unicode"), ("x.ä", nil), ("/dir.cs/a.CI", "u/ci"),
      ("a.ci/", "u/ci"),
    ] {
      #expect(database.type(ofName: name) == type ?? "application/octet-stream", "\(name)")
    }
    #expect(database.mimeTypes(ofFilenameExtension: "ci") == ["u/ci"])
  }

  @Test func `both forms of the machine's database say the same`() throws {
    let files = ["globs2", "aliases", "subclasses", "magic", "types"]
    let content = try files.map { ($0, try MachineDatabase.file($0)) }
    _ = try fixture.write(Dictionary(uniqueKeysWithValues: content), in: "text")
    let (text, cache) = (fixture.database("text"), MachineDatabase.shared)
    for line in content[0].1.split(separator: 0x0A) where line.first != UInt8(ascii: "#") {
      let pattern = line.split(separator: UInt8(ascii: ":"))[2]
      for name in [Array(pattern), [0x58] + pattern.dropFirst()] {
        #expect(text.guesses(forName: name, head: nil) == cache.guesses(forName: name, head: nil))
      }
    }
    for type in content[4].1.split(separator: 0x0A).map({
      String(decoding: $0, as: UTF8.self).lowercased()
    }) {
      #expect(text.isKnown(type) && text.parents(of: type) == cache.parents(of: type))
      #expect(Set(text.aliases(of: type)) == Set(cache.aliases(of: type)))
      #expect(
        Set(text.filenameExtensions(of: type)) == Set(cache.filenameExtensions(of: type)),
        "\(type)"
      )
    }
    for (number, head) in try MagicSamples.heads().enumerated() where number % 4 == 0 {
      #expect(text.guess(forContent: head.content) == cache.guess(forContent: head.content))
    }
  }
}

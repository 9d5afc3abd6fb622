import MIMEInfo
import TestSupport
import Testing
import UniformTypeIdentifiers

@Suite("Shared MIME-info", .timeLimit(.minutes(4))) struct SharedMIMEInfoTests {
  private let machine = MachineDatabase.shared

  @Test(arguments: [
    ("image/pjpeg", "image/jpeg"), ("image/x-ms-bmp", "image/bmp"),
    ("audio/amr-encrypted", "audio/amr"), ("text/rtf", "application/rtf"),
    ("image/png", "image/png"), ("no/such", "no/such"), ("", ""), ("/", "/"),
  ])
  func `an alias stands for its type`(alias: String, type: String) {
    #expect(machine.canonical(alias) == type)
  }

  @Test(arguments: [
    ("image/png", true), ("inode/directory", true), ("x-content/audio-dvd", true),
    ("application/vnd.ms-excel.sheet.macroenabled.12", true), ("image/pjpeg", false),
    ("image/PNG", false), ("no/such", false), ("", false), ("image/pn", false),
    ("image/pngx", false), ("image/png\n", false), ("image/png\0", false),
  ])
  func `a type is known or not`(type: String, isKnown: Bool) {
    #expect(machine.isKnown(type) == isKnown)
  }

  @Test func `a name that goes on behind the end of the last one is not known`() throws {
    let fixture = try MIMEFixture()
    _ = try fixture.write(["types": Array("a/b\nc/d".utf8), "aliases": []])
    let database = fixture.database("user")
    #expect(database.isKnown("c/d"))
    #expect(!database.isKnown("c/d\ne/f"))
    #expect(!database.isKnown("c/d\0\0\0"))
  }

  @Test(arguments: [
    ("image/svg+xml", ["application/xml"]), ("text/x-c++src", ["text/x-csrc"]),
    (
      "application/vnd.ms-word.document.macroenabled.12",
      ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"]
    ),
    ("image/png", []), ("no/such", []),
  ])
  func `the declared parents are found`(type: String, parents: [String]) {
    #expect(machine.parents(of: type) == parents)
  }

  @Test(arguments: [
    ("image/jpeg", ["jpg", "jpeg", "jpe"]), ("application/x-tar", ["tar", "gtar", "gem"]),
    ("text/html", ["html", "htm"]), ("application/x-compressed-tar", ["tar.gz", "tgz"]),
    ("text/x-csrc", ["c"]), ("inode/directory", []), ("no/such", []),
  ])
  func `the main extension comes first`(type: String, extensions: [String]) {
    #expect(machine.filenameExtensions(of: type) == extensions)
  }

  @Test(arguments: [
    ("png", ["image/png"]), ("html", ["text/html", "application/xhtml+xml"]),
    ("tar.gz", ["application/x-compressed-tar"]), ("gz", ["application/gzip"]),
    ("c", ["text/x-csrc"]), ("wad", ["application/x-doom-wad", "application/x-wii-wad"]),
    ("no-such", []), ("", []), ("\0", []), (".", []), ("g", []),
  ])
  func `the heaviest type of an extension comes first`(name: String, types: [String]) {
    #expect(machine.mimeTypes(ofFilenameExtension: name) == types)
  }

  @Test func `the aliases of a type are found`() {
    #expect(machine.aliases(of: "image/bmp") == ["image/x-ms-bmp", "image/x-bmp"])
    #expect(machine.aliases(of: "no/such") == [])
  }

  @Test func `every type of the machine knows its names, and each leads back`() throws {
    let names = try MachineDatabase.file("types").split(separator: 0x0A)
    #expect(names.count > 500)
    for name in names.map({ String(decoding: $0, as: UTF8.self).lowercased() }) {
      #expect(machine.isKnown(name), "\(name)")
      for alias in machine.aliases(of: name) { #expect(machine.canonical(alias) == name) }
      // LibreOffice declares types that are aliases of others: their names lead to those.
      guard machine.canonical(name) == name else { continue }
      for found in machine.filenameExtensions(of: name) {
        #expect(machine.mimeTypes(ofFilenameExtension: found).contains(name), "\(name) \(found)")
      }
      #expect(machine.localizedDescription(of: name)?.isEmpty == false, "\(name)")
    }
  }

  @Test(
    arguments: [
      ([:], "PNG image"), (["LANG": "de_AT.UTF-8"], "PNG-Bild"),
      (["LANG": "de_DE", "LANGUAGE": "fr"], "image PNG"), (["LC_ALL": "xx"], "PNG image"),
      (["LANG": "zh_TW.UTF-8"], "PNG 影像"),
    ] as [([String: String], String)]
  )
  func `a description is in the language of messages`(
    environment: [String: String],
    description: String
  ) {
    let database = SharedMIMEInfo { environment[$0].map { Array($0.utf8) } }
    #expect(database.localizedDescription(of: "image/png") == description)
    #expect(database.localizedDescription(of: "no/such") == nil)
    #expect(database.localizedDescription(of: "../png") == nil)
  }

  @Test(arguments: [
    ("image/svg+xml", "text/plain", true), ("text/x-c++src", "text/plain", true),
    ("text/no-such", "text/plain", true), ("no/such", "application/octet-stream", true),
    ("inode/directory", "application/octet-stream", false), ("image/png", "text/plain", false),
    ("image/pjpeg", "image/jpeg", true), ("image/jpeg", "image/pjpeg", true),
    ("application/xhtml+xml", "application/xml", true), ("image/png", "image/jpeg", false),
  ])
  func `a subclass is one`(type: String, base: String, expected: Bool) {
    #expect(machine.isSubclass(type, of: base) == expected)
  }

  @Test func `without a directory nothing is known, and nothing fails`() throws {
    let fixture = try MIMEFixture()
    let database = fixture.database("missing", "missing too")
    #expect(!database.isKnown("image/png"))
    #expect(database.canonical("a/b") == "a/b")
    #expect(database.type(ofName: "a.png", Array("text".utf8)) == "text/plain")
    #expect(database.type(ofName: "a.png", [0]) == "application/octet-stream")
    #expect(database.isCurrent)
  }

  @Test func `directories come from the environment, and relative ones do not count`() throws {
    let fixture = try MIMEFixture()
    try fixture.install("<mime-type type='a/one'><comment>1</comment></mime-type>", in: "home/mime")
    try fixture.install("<mime-type type='a/two'><comment>2</comment></mime-type>", in: "data/mime")
    let environment = [
      "XDG_DATA_HOME": fixture.scratch.path("home"),
      "XDG_DATA_DIRS": "relative:\(fixture.scratch.path("data")):",
    ]
    let database = SharedMIMEInfo { environment[$0].map { Array($0.utf8) } }
    #expect(database.localizedDescription(of: "a/one") == "1")
    #expect(database.localizedDescription(of: "a/two") == "2")
    #expect(!database.isKnown("image/png"))
  }
}

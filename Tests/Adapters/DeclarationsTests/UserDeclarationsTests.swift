import LinuxIO
import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Declarations

@Suite("User declarations", .timeLimit(.minutes(4)))
struct UserDeclarationsTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func folder(_ name: String) throws -> [UInt8] {
    let path = Array(scratch.path(name).utf8)
    try FileSystem.makeDirectories(path)
    return path
  }

  private func write(_ text: String, to file: String) throws {
    try scratch.write(Array(text.utf8), to: file)
  }

  private func load(_ names: String...) throws -> UserDeclarations {
    UserDeclarations(readingFrom: DeclarationFolders(try names.map(folder)))
  }

  private func type(_ identifier: String, _ lines: String...) -> String {
    "[[type]]\nidentifier = \"\(identifier)\"\n" + lines.joined(separator: "\n") + "\n"
  }

  private let data = "conformsTo = [\"public.data\"]"

  private let ticket = """
    [[type]]
    identifier = "com.example.ticket"
    description = "Ticket"
    conformsTo = ["public.json"]
    mimeTypes = ["application/vnd.example.ticket+json"]
    extensions = ["ticket"]
    targets = ["com.example.ticket"]
    referenceURL = "https://example.com/ticket"

    [[type.representation]]
    type = "public.utf8-plain-text"
    template = "{{key}}: {{title}}\\n"

    [[type.representation]]
    type = "public.html"
    command = ["ticket-to-html"]

    [type.validate]
    required = ["key", "author.names.0"]

    [[type.action]]
    id = "archive"
    title = "Archive"
    edge = "leading"
    role = "destructive"
    allowsFullSwipe = false
    command = ["tickets", "archive", "{{key}}"]
    """

  @Test func `everything that a file says of a type is kept`() throws {
    _ = try folder("a")
    try write(ticket, to: "a/ticket.toml")
    let user = try load("a")
    #expect(user.problems.isEmpty)
    let type = try #require(user["COM.example.ticket"])
    #expect(
      type.declaration
        == TypeDeclaration(
          identifier: "com.example.ticket",
          parents: ["public.json"],
          mimeTypes: ["application/vnd.example.ticket+json"],
          filenameExtensions: ["ticket"],
          pasteboardTypes: ["com.example.ticket"],
          localizedDescription: "Ticket",
          referenceURL: "https://example.com/ticket"
        )
    )
    #expect(
      type.representations == [
        .init(type: "public.utf8-plain-text", production: .template("{{key}}: {{title}}\n")),
        .init(type: "public.html", production: .command(["ticket-to-html"])),
      ]
    )
    #expect(type.required.map(\.components) == [["key"], ["author", "names", "0"]])
    #expect(type.actions.map(\.id) == ["archive"])
    #expect(type.actions.first?.edge == .leading)
    #expect(type.actions.first?.role == .destructive)
    #expect(type.actions.first?.allowsFullSwipe == false)
    #expect(type.actions.first?.command == ["tickets", "archive", "{{key}}"])
    #expect(type.places.map { "\($0)" } == [scratch.path("a/ticket.toml") + ":2:14"])
  }

  @Test func `a file hides the one of the same name in a later folder`() throws {
    for name in ["a", "b", "c"] { _ = try folder(name) }
    try write(type("com.x.first", data), to: "a/x.toml")
    try write(type("com.x.second", data), to: "b/x.toml")
    try write(type("com.x.third", data), to: "c/y.toml")
    try write("nonsense", to: "c/.hidden.toml")
    try write("nonsense", to: "c/y.toml.bak")
    let user = try load("a", "b", "c", "absent")
    #expect(user.declarations.map(\.identifier) == ["com.x.first", "com.x.third"])
    #expect(user.problems.isEmpty)
  }

  @Test func `folders follow the base directory specification`() {
    let variables = [
      "HOME": "/h", "XDG_CONFIG_DIRS": "/c1:/c2", "XDG_DATA_DIRS": "/d1", "XDG_DATA_HOME": "/d",
    ]
    let user = UserDirectories { variables[$0].map { Array($0.utf8) } }
    let paths = DeclarationFolders(of: user).paths.map { String(decoding: $0, as: UTF8.self) }
    #expect(
      paths == [
        "/h/.config/xfer/types", "/c1/xfer/types", "/c2/xfer/types", "/d/xfer/types",
        "/d1/xfer/types",
      ]
    )
  }

  @Test func `two owners are named with both places, and the first stays`() throws {
    for name in ["a", "b"] { _ = try folder(name) }
    try write(type("com.x.t", data, "description = \"one\""), to: "a/x.toml")
    try write(type("com.x.t", data, "description = \"two\""), to: "b/y.toml")
    let user = try load("a", "b")
    let (first, second) = (scratch.path("a/x.toml"), scratch.path("b/y.toml"))
    #expect(
      user.problems.map(\.description) == [
        "\(second):2:14: com.x.t: \(first):2:14 declares it, too; "
          + "remove one of the two, or mark it imported = true"
      ]
    )
    #expect(user["com.x.t"]?.declaration.localizedDescription == "one")
  }

  @Test func `an exported declaration beats an imported one of an earlier folder`() throws {
    for name in ["a", "b"] { _ = try folder(name) }
    try write(type("com.x.t", data, "imported = true", "description = \"one\""), to: "a/x.toml")
    try write(type("com.x.t", data, "description = \"two\""), to: "b/y.toml")
    let user = try load("a", "b")
    #expect(user.problems.isEmpty)
    #expect(user["com.x.t"]?.declaration.localizedDescription == "two")
  }

  @Test func `files add up to one declaration of a type of the system`() throws {
    _ = try folder("a")
    let jpeg = "[[type.representation]]\ntype = \"public.jpeg\"\ncommand = [\"to-jpeg\"]"
    let tiff = "[[type.representation]]\ntype = \"public.tiff\"\ncommand = [\"to-tiff\"]"
    try write(type("public.png", "extensions = [\"x\"]", jpeg), to: "a/1.toml")
    try write(type("public.png", "extensions = [\"x\", \"y\"]", jpeg, tiff), to: "a/2.toml")
    let user = try load("a")
    #expect(user.problems.isEmpty)
    #expect(user.types.count == 1)
    let png = try #require(user["public.png"])
    #expect(png.declaration.filenameExtensions == ["x", "y"])
    #expect(png.representations.map(\.type) == ["public.jpeg", "public.tiff"])
    #expect(png.places.count == 2)
  }

  @Test func `one bad declaration costs only what builds on it`() throws {
    _ = try folder("a")
    try write(
      type("com.x.bad", "conformsTo = [\"com.x.nothing\"]")
        + type("com.x.child", "conformsTo = [\"com.x.bad\"]")
        + type("com.x.good", data),
      to: "a/x.toml"
    )
    try write("this is no TOML", to: "a/y.toml")
    try write(type("com.x.other", data), to: "a/z.toml")
    let user = try load("a")
    #expect(user.declarations.map(\.identifier) == ["com.x.good", "com.x.other"])
    let lines = user.problems.map { $0.description.dropFirst(scratch.path.count + 3) }
    #expect(lines.count == 3)
    #expect(lines[0] == "x.toml:3:15: com.x.bad: there is no type 'com.x.nothing'")
    #expect(lines[1] == "x.toml:6:15: com.x.child: it needs 'com.x.bad', which has a mistake")
    #expect(lines[2].hasPrefix("y.toml:1:6: "))
  }

  @Test func `what is no readable file is named`() throws {
    _ = try folder("a")
    _ = try folder("a/dir.toml")
    try write(String(repeating: "#", count: (1 << 20) + 1), to: "a/large.toml")
    try run("mkfifo", [scratch.path("a/pipe.toml")])
    try run("ln", ["-s", "nowhere", scratch.path("a/zlink.toml")])
    let mistakes = try load("a").problems.map { $0.description.split(separator: ": ").last }
    #expect(
      mistakes == [
        "this is a directory, not a file", "the file is larger than 1 MiB",
        "this is no regular file", "No such file or directory",
      ]
    )
  }

  @Test func `more types than may be are not read`() {
    var documents = DeclarationDocuments(mostTypes: 3)
    for file in ["a", "b"] {
      let types = (0..<2).map { type("com.x.\(file)\($0)", data) }
      documents.add(Array(types.joined().utf8), file: file)
    }
    let user = UserDeclarations(documents, stamps: [], system: BuiltInTypes())
    #expect(user.types.count == 3)
    #expect(
      user.problems.map(\.description) == [
        "b:4:1: only 3 types can be declared; this one and what follows are left out"
      ]
    )
  }

  @Test func `a change of any file or folder is noticed, and nothing else`() throws {
    for name in ["a", "b"] { _ = try folder(name) }
    try write(type("com.x.t", data), to: "a/x.toml")
    let folders = DeclarationFolders([Array(scratch.path("a").utf8), Array(scratch.path("c").utf8)])
    func expectNotice(_ isExpected: Bool = true, of change: () throws -> Void) throws {
      let user = UserDeclarations(readingFrom: folders)
      #expect(!user.areOutdated)
      try change()
      #expect(user.areOutdated == isExpected)
    }
    try expectNotice { try write(type("com.x.u", data), to: "a/x.toml") }
    try expectNotice { try write("", to: "a/y.toml") }
    try expectNotice { try FileSystem.remove(Array(scratch.path("a/y.toml").utf8)) }
    try expectNotice { _ = try folder("c") }
    try expectNotice(false) { try write("", to: "b/y.toml") }
  }

  @Test func `the shipped declarations have no mistakes`() throws {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    let folder = Array((root.joined(separator: "/") + "/Config/types").utf8)
    let user = UserDeclarations(readingFrom: DeclarationFolders([folder]))
    #expect(user.problems.isEmpty, "\(user.problems)")
    #expect(user["com.example.ticket"]?.representations.count == 2)
    #expect(user["public.png"]?.representations.isEmpty == false)
  }

  @Test func `a file is checked beside those that are installed`() throws {
    _ = try folder("a")
    try write(type("com.x.base", data) + type("com.x.old", data), to: "a/x.toml")
    try write(type("com.x.bad", "conformsTo = [\"com.x.base\"]"), to: "a/y.toml")
    let folders = DeclarationFolders([Array(scratch.path("a").utf8)])
    func check(_ text: String, _ name: String) throws -> UserDeclarations {
      let path = try scratch.write(Array(text.utf8), to: name)
      return UserDeclarations(checking: Array(path.utf8), beside: folders)
    }
    let good = try check(type("com.x.new", "conformsTo = [\"com.x.base\"]"), "new.toml")
    #expect(good.problems.isEmpty)
    #expect(good.types.map(\.declaration.identifier) == ["com.x.new"])
    // It would hide the file that has the parent, and so need one of its own.
    let hiding = try check(type("com.x.new", "conformsTo = [\"com.x.base\"]"), "x.toml")
    #expect(hiding.problems.count == 1)
    let twice = try check(type("com.x.old", data), "new.toml")
    #expect(twice.problems.map { "\($0.place)" } == [scratch.path("new.toml") + ":2:14"])
    #expect(twice.types.isEmpty)
  }
}

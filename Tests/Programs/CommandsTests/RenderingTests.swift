import LinuxIO
import Testing
import Wire

@testable import Commands

@Suite("Rendering")
struct RenderingTests {
  static func rendering(
    isTerminal: Bool,
    json: Bool = false,
    color: ColorChoice = .never
  ) throws -> (Rendering, SharedDescriptor) {
    let file = SharedDescriptor(try MemoryFile.create(name: "test"))
    return (Rendering(Output(file, isTerminal: isTerminal), json: json, color: color), file)
  }

  static let types = [
    OfferedType(
      type: "public.json",
      mimeType: "application/json",
      targets: ["application/json"],
      size: 1234,
      item: 1
    ),
    OfferedType(type: "dyn.x", mimeType: nil, targets: [], size: nil, item: 1),
  ]

  @Test func `programs get tabs and exact sizes`() throws {
    let (rendering, _) = try Self.rendering(isTerminal: false)
    #expect(
      Types.table(Self.types, rendering) == "public.json\tapplication/json\t1234\ndyn.x\t\t\n"
    )
  }

  @Test func `people get columns`() throws {
    let (rendering, _) = try Self.rendering(isTerminal: true)
    let expected = """
      TYPE         MIME TYPE         SIZE
      public.json  application/json  1.2 kB
      dyn.x                          \n
      """
    #expect(Types.table(Self.types, rendering) == expected)
  }

  @Test func `what is derived is named so`() throws {
    var types = Self.types
    types[0].derived = true
    let (programs, _) = try Self.rendering(isTerminal: false)
    #expect(
      Types.table(types, programs) == "public.json\tapplication/json\t1234\tderived\ndyn.x\t\t\n"
    )
    let (people, _) = try Self.rendering(isTerminal: true)
    #expect(Types.table(types, people).hasPrefix("TYPE         MIME TYPE         SIZE    NOTE\n"))
  }

  @Test func `what was not kept is named so`() throws {
    var types = Self.types
    types[1].dropped = "size"
    let (programs, _) = try Self.rendering(isTerminal: false)
    let expected = "public.json\tapplication/json\t1234\ndyn.x\t\t\tdropped: size\n"
    #expect(Types.table(types, programs) == expected)
  }

  @Test func `a stranger's names cannot break a line`() throws {
    let (rendering, _) = try Self.rendering(isTerminal: false)
    #expect(rendering.table(["A", "B"], [["a\tb\nc", "\u{1B}[2J"]]) == "a�b�c\t�[2J\n")
  }

  @Test func `colour is for headings and only where it is wanted`() throws {
    let (always, _) = try Self.rendering(isTerminal: false, color: .always)
    #expect(always.bold("x") == "\u{1B}[1mx\u{1B}[0m")
    let (never, _) = try Self.rendering(isTerminal: true)
    #expect(never.bold("x") == "x")
    let (auto, _) = try Self.rendering(isTerminal: false, color: .auto)
    #expect(auto.bold("x") == "x")
  }

  @Test func `an object has its schema in front`() throws {
    let (rendering, file) = try Self.rendering(isTerminal: true, json: true)
    try rendering.write(TypesReply(types: Self.types)) { _ in "" }
    try file.descriptor.seek(to: 0)
    let text = String(decoding: try file.descriptor.readToEnd(limit: 1 << 20), as: UTF8.self)
    let expected =
      #"{"schema":1,"types":[{"type":"public.json","mimeType":"application/json","#
      + #""targets":["application/json"],"size":1234,"item":1},"#
      + #"{"type":"dyn.x","targets":[],"item":1}]}"# + "\n"
    #expect(text == expected)
  }

  @Test func `a change is a line`() throws {
    var change = Change(sequence: 7, board: "primary", changeCount: 2, holder: .ours, time: 0)
    (change.entry, change.types) = ("0123", Self.types)
    let (rendering, _) = try Self.rendering(isTerminal: false)
    #expect(Watch.line(of: change, rendering) == "7\tprimary\tdata\t0123\tpublic.json,dyn.x\n")
    change.sensitive = true
    #expect(Watch.line(of: change, rendering).contains("\tsensitive\t"))
    (change.sensitive, change.holder) = (false, .nobody)
    #expect(Watch.line(of: change, rendering).contains("\tempty\t"))
  }

  @Test func `a status names what does not work`() throws {
    var status = StatusReply(version: "0.1.0", pid: 42, uptime: 7_500_000)
    status.boards = [
      BoardStatus(board: "clipboard", bound: true, changeCount: 3, holder: .foreign, entry: nil)
    ]
    status.problems = ["no XFIXES"]
    let (rendering, _) = try Self.rendering(isTerminal: false)
    let expected = """
      version\t0.1.0
      process\t42
      running for\t2 h 5 min
      display\tnone; boards are not bridged
      clients\t0
      reading\t0
      serving\t0
      problem\tno XFIXES

      clipboard\tanother program\t3\t\n
      """
    #expect(Status.text(status, rendering) == expected)
    status.display = ":0"
    #expect(Status.text(status, rendering).contains("display\t:0; it cannot be reached\n"))
    status.bridged = true
    #expect(Status.text(status, rendering).contains("display\t:0; changes by others go unnoticed"))
    status.watching = true
    #expect(Status.text(status, rendering).contains("display\t:0\n"))
  }
}

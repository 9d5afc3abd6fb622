import Desktop
import Glibc
import Pasteboards
import Selections
import TestSupport
import Testing
import XCB

/// Of real programs, as far as they can be told from what they say of themselves.
@Suite("Where something was copied", .timeLimit(.minutes(4)))
struct OriginTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func owner(of selection: String = "CLIPBOARD", in fixture: Fixture) async throws
    -> WindowID
  {
    let client = try RawClient(fixture.server)
    let atom = try client.atom(selection)
    var owner: Window?
    await eventually { () async -> Bool in
      owner = (try? client.connection.owner(of: atom)) ?? nil
      return owner != nil
    }
    return WindowID(rawValue: try #require(owner).rawValue)
  }

  /// What is found once the program's window is there.
  private func origin(
    in fixture: Fixture,
    _ isReady: @escaping (Origin) -> Bool
  ) async throws -> Origin {
    let owner = try await owner(in: fixture)
    var origin = Origin(board: .clipboard)
    await eventually { () async -> Bool in
      origin = await fixture.desktop.origin(of: owner, on: .clipboard)
      return isReady(origin)
    }
    return origin
  }

  /// The window that people see of the program that owns the clipboard.
  private func shownWindow(in fixture: Fixture, _ client: RawClient) async throws -> Window {
    let owner = Window(rawValue: try await owner(in: fixture).rawValue)
    let connection = client.connection
    let className = try client.atom("WM_CLASS")
    var shown: Window?
    try await eventually { () async throws -> Bool in
      let children = connection.sendChildrenRequest(of: connection.root)
      shown = try connection.collect(children).first { window in
        guard connection.clientNumber(of: window) == connection.clientNumber(of: owner),
          try connection.collect(connection.sendMappingRequest(of: window))
        else { return false }
        return try connection.property(className, of: window, byteCount: 4).exists
      }
      return shown != nil
    }
    return try #require(shown)
  }

  /// Owns the clipboard by a hidden window.
  private static let tk = """
    wm title . "T\\u00e4b 日本"
    label .l -text hello
    pack .l
    clipboard clear
    clipboard append hello
    """

  private func tk(in fixture: Fixture) throws -> ChildProgram {
    let script = try scratch.write(Array(Self.tk.utf8), to: "script")
    return try ChildProgram(
      "wish",
      ["-encoding", "utf-8", script, "-name", "note", "-class", "Note"],
      environment: fixture.environment
    )
  }

  @Test func `Tk is known by its window`() async throws {
    let fixture = try await Fixture()
    let child = try tk(in: fixture)
    let origin = try await origin(in: fixture) { $0.windowTitle != nil }
    #expect(
      origin
        == Origin(
          board: .clipboard,
          windowClass: "Note",
          windowTitle: "T\u{E4}b 日本",
          processID: child.pid,
          program: "wish"
        ),
      "\(origin) \(String(decoding: child.errors, as: UTF8.self))"
    )
    await fixture.close()
  }

  private static let gtk = """
    import gi
    gi.require_version("Gdk", "3.0"); gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, GLib, Gtk
    GLib.set_prgname("note")
    Gdk.set_program_class("Note")
    window = Gtk.Window(title="T\\u00e4b")
    window.show_all()
    Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).set_text("hello", -1)
    Gtk.main()
    """

  private func gtk(in fixture: Fixture) throws -> ChildProgram {
    try ChildProgram("/usr/bin/python3", ["-c", Self.gtk], environment: fixture.environment)
  }

  @Test func `GTK is known by its visible window, not by the hidden one that owns`() async throws {
    let fixture = try await Fixture()
    let child = try gtk(in: fixture)
    let origin = try await origin(in: fixture) { $0.windowTitle == "T\u{E4}b" }
    #expect(origin.windowTitle == "T\u{E4}b" && origin.windowClass == "Note", "\(origin)")
    #expect(origin.processID == child.pid)
    #expect(origin.program?.hasPrefix("python3") == true, "\(origin)")
    await fixture.close()
  }

  @Test func `a program without a window is known by its process`() async throws {
    let fixture = try await Fixture()
    let child = try ChildProgram(
      "xclip",
      ["-quiet", "-selection", "clipboard"],
      input: .bytes([0x61]),
      environment: fixture.environment
    )
    let origin = try await origin(in: fixture) { _ in true }
    #expect(origin == Origin(board: .clipboard, processID: child.pid, program: "xclip"))
    await fixture.close()
  }

  /// A frame around the first argument's window, as window managers make that keep no list.
  private static let framing = """
    import ctypes, sys, time
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    root = x.XDefaultRootWindow(display)
    frame = x.XCreateSimpleWindow(display, root, 0, 0, 300, 300, 0, 0, 0)
    x.XMapWindow(display, frame)
    x.XReparentWindow(display, int(sys.argv[1]), frame, 0, 0)
    x.XSync(display, 0)
    print("framed", flush=True)
    time.sleep(1000)
    """

  @Test func `a window is found in the frame that a window manager gave it`() async throws {
    let fixture = try await Fixture()
    let child = try tk(in: fixture)
    let client = try RawClient(fixture.server)
    let window = try await shownWindow(in: fixture, client)
    let manager = try ChildProgram(
      "/usr/bin/python3",
      ["-c", Self.framing, "\(window.rawValue)"],
      environment: fixture.environment
    )
    await eventually { () async -> Bool in manager.output == Array("framed\n".utf8) }
    let children = client.connection.sendChildrenRequest(of: client.connection.root)
    #expect(try !client.connection.collect(children).contains(window))
    let origin = try await origin(in: fixture) { _ in true }
    #expect(origin.windowClass == "Note" && origin.windowTitle == "T\u{E4}b 日本", "\(origin)")
    #expect(origin.processID == child.pid)
    await fixture.close()
  }

  @Test(.enabled(if: access("/usr/bin/openbox", X_OK) == 0))
  func `a window is found in the list of a window manager, the active one first`() async throws {
    let fixture = try await Fixture()
    let manager = try ChildProgram("openbox", environment: fixture.environment)
    let client = try RawClient(fixture.server)
    let list = try client.atom("_NET_CLIENT_LIST")
    let children = [try gtk(in: fixture)]
    var origin = try await origin(in: fixture) { $0.windowTitle == "T\u{E4}b" }
    #expect(origin.windowTitle == "T\u{E4}b" && origin.processID == children[0].pid, "\(origin)")
    let words = try client.connection.property(list, of: client.connection.root, byteCount: 4096)
    #expect(words.words?.isEmpty == false)
    // What is there of other programs is not taken for it.
    let other = try tk(in: fixture)
    try await eventually { () async throws -> Bool in
      origin = try await self.origin(in: fixture) { _ in true }
      return origin.windowTitle == "T\u{E4}b 日本"
    }
    #expect(origin.program == "wish" && origin.windowTitle == "T\u{E4}b 日本", "\(origin)")
    #expect(manager.isRunning && other.isRunning)
    await fixture.close()
  }

  @Test func `without the extension a process is what the window says of this machine`()
    async throws
  {
    let fixture = try await Fixture(["-extension", "X-Resource"])
    let child = try gtk(in: fixture)
    let client = try RawClient(fixture.server)
    let shown = try await shownWindow(in: fixture, client)
    let found = try await origin(in: fixture) { $0.windowTitle == "T\u{E4}b" }
    #expect(found.processID == child.pid && found.program != nil, "\(found)")
    // The hidden windows of the program say it as well.
    let machine = try client.atom("WM_CLIENT_MACHINE")
    let number = try client.atom("_NET_WM_PID")
    let owner = Window(rawValue: try await owner(in: fixture).rawValue)
    client.connection.deleteProperty(number, of: owner)
    try client.connection.changeProperty(
      machine,
      of: shown,
      type: .string,
      bytes: Array("elsewhere".utf8)
    )
    try client.connection.sync()
    var origin = try await origin(in: fixture) { _ in true }
    #expect(origin.processID == nil && origin.program == nil, "\(origin)")
    #expect(origin.windowClass == "Note")
    // Numbers that no process has.
    for words: [UInt32] in [[0], [.max], [0x8000_0000], []] {
      client.connection.deleteProperty(machine, of: shown)
      try client.connection.changeProperty(number, of: shown, type: .cardinal, words: words)
      try client.connection.sync()
      origin = try await self.origin(in: fixture) { _ in true }
      #expect(origin.processID == nil && origin.program == nil, "\(words): \(origin)")
    }
    await fixture.close()
  }

  // MARK: Strangers

  @Test func `whatever stands in properties, little is taken and nothing ends`() async throws {
    let fixture = try await Fixture()
    let child = try tk(in: fixture)
    let client = try RawClient(fixture.server)
    let shown = try await shownWindow(in: fixture, client)
    let connection = client.connection
    let title = try client.atom("_NET_WM_NAME")
    let oldTitle = try client.atom("WM_NAME")
    let className = try client.atom("WM_CLASS")
    let utf8 = try client.atom("UTF8_STRING")
    func found() async throws -> Origin {
      try connection.sync()
      return try await self.origin(in: fixture) { _ in true }
    }
    // Huge.
    let huge = [UInt8](repeating: UInt8(ascii: "x"), count: 4 << 20)
    for property in [title, oldTitle, className] {
      try connection.changeProperty(property, of: shown, type: utf8, bytes: huge)
    }
    var origin = try await found()
    #expect(origin.windowTitle == String(repeating: "x", count: 255))
    #expect(origin.windowClass == String(repeating: "x", count: 255))
    // Of a wrong type and format.
    for property in [title, oldTitle, className] {
      try connection.changeProperty(property, of: shown, type: utf8, words: [0x4141_4141])
    }
    origin = try await found()
    #expect(origin == Origin(board: .clipboard, processID: child.pid, program: "wish"))
    for property in [title, oldTitle, className] {
      let bytes = Array("note\0Note\0".utf8)
      try connection.changeProperty(property, of: shown, type: .atom, bytes: bytes)
    }
    origin = try await found()
    #expect(origin == Origin(board: .clipboard, processID: child.pid, program: "wish"))
    // No UTF-8, and what would spoil a terminal; the old title counts if the new one is none.
    let bytes: [UInt8] = [0xFF, 0x1B, 0x5B, 0x32, 0x4A, 0x0A, 0x41]
    try connection.changeProperty(title, of: shown, type: utf8, bytes: bytes)
    try connection.changeProperty(className, of: shown, type: .string, bytes: bytes)
    origin = try await found()
    #expect(origin.windowTitle == "\u{FFFD} [2J A" && origin.windowClass == "\u{FF} [2J A")
    try connection.changeProperty(title, of: shown, type: utf8, bytes: [])
    try connection.changeProperty(oldTitle, of: shown, type: .string, bytes: [0xE4])
    #expect(try await found().windowTitle == "\u{E4}")
    // Lists of windows that are none, or not of the program.
    let lists: [[UInt32]] = [
      [], [0], [1, 2, 3], [connection.root.rawValue, shown.rawValue, .max],
    ]
    for words in lists {
      for name in ["_NET_CLIENT_LIST", "_NET_ACTIVE_WINDOW"] {
        let list = try client.atom(name)
        try connection.changeProperty(list, of: connection.root, type: .window, words: words)
      }
      #expect(try await found().windowTitle == "\u{E4}")
      let long = [UInt32](repeating: shown.rawValue, count: 100_000)
      let list = try client.atom("_NET_CLIENT_LIST")
      try connection.changeProperty(list, of: connection.root, type: .window, words: long)
      #expect(try await found().windowTitle == "\u{E4}")
    }
    await fixture.close()
  }

  @Test(arguments: [0, 1, 0xFFFF_FFFF, 0x1FFF_FFFF] as [UInt32])
  func `a window that is not there leaves the selection`(_ number: UInt32) async throws {
    let fixture = try await Fixture()
    let window = WindowID(rawValue: number)
    let origin = await fixture.desktop.origin(of: window, on: .primary)
    #expect(origin == Origin(board: .primary))
    try await fixture.offer(.text("still there"))
    await fixture.desktop.disconnect()
    #expect(await fixture.desktop.origin(of: window, on: .primary) == Origin(board: .primary))
    await fixture.close()
  }

  @Test func `a program that is gone leaves the selection`() async throws {
    let fixture = try await Fixture()
    let child = try tk(in: fixture)
    let owner = try await owner(in: fixture)
    child.send(signal: SIGKILL)
    try await child.waitForExit()
    var origin = Origin(board: .clipboard, program: "wish")
    await eventually { () async -> Bool in
      origin = await fixture.desktop.origin(of: owner, on: .clipboard)
      return origin.program == nil
    }
    #expect(origin == Origin(board: .clipboard))
    await fixture.close()
  }
}

internal import XCB

/// Whoever sits before a session's screen: looks at windows, presses keys, closes programs.
///
/// Windows get the keyboard and are closed by a window manager, as everywhere; it comes with the first.
final class Person {
  let session: Session
  private let eyes: XClient
  private var windowManager: Child?

  init(at session: Session) throws {
    self.session = session
    eyes = try XClient(in: session)
  }

  /// Starts a program with windows.
  func start(_ words: [String]) throws -> Child {
    if windowManager == nil {
      windowManager = try session.start(["openbox", "--sm-disable"], output: .discarded)
      let isThere = try holds(within: .seconds(20)) {
        try eyes.value(of: "_NET_SUPPORTING_WM_CHECK", on: eyes.connection.root) != nil
      }
      guard isThere else { throw HarnessError("openbox manages no windows") }
    }
    return try session.start(words, output: .discarded)
  }

  /// The window that owns CLIPBOARD.
  func owner() throws -> Window? { try eyes.owner() }

  /// The title of the window that has the keyboard.
  func activeTitle() throws -> String? {
    guard let window = try activeWindow() else { return nil }
    for property in ["_NET_WM_NAME", "WM_NAME"] {
      // The window may have gone in the meantime.
      if let title = try? eyes.value(of: property, on: window) { return title.text }
    }
    return nil
  }

  /// Waits until a window has the keyboard and a title that begins so; gives its title.
  @discardableResult
  func waitForTitle(
    _ beginning: String,
    of process: Child,
    within limit: Duration = .seconds(60)
  ) throws -> String {
    var title: String?
    let isThere = try holds(within: limit) {
      title = try activeTitle()
      return title?.hasPrefix(beginning) == true || process.poll() != nil
    }
    guard isThere, let title, process.poll() == nil else {
      let said = String(decoding: process.errorsSoFar.suffix(500), as: UTF8.self)
      throw HarnessError("no window \(beginning), but \(title ?? "none"): \(said)")
    }
    return title
  }

  /// Presses keys, such as `ctrl+a`, in the window that has the keyboard.
  func press(_ keys: String...) throws { try useHands(["key"] + keys) }

  /// Types text into the window that has the keyboard.
  func type(_ text: String) throws { try useHands(["type", "--delay", "0", text]) }

  /// Moves the pointer in the window that has the keyboard, and presses its first button so often.
  func click(_ count: Int, x: Int, y: Int) throws {
    guard let window = try activeWindow() else { throw HarnessError("no window to click at") }
    let place = ["mousemove", "--window", "\(window.rawValue)", "\(x)", "\(y)"]
    try useHands(place + ["click", "--repeat", "\(count)", "--delay", "20", "1"])
  }

  /// Does something again until it had its effect, since a program that has just come up may miss it.
  func insist(
    until condition: () throws -> Bool,
    _ what: String,
    _ act: () throws -> Void
  ) throws {
    for _ in 1...5 {
      try act()
      if try holds(within: .seconds(4), condition) { return }
    }
    throw HarnessError("\(what) has no effect; the title is \(try activeTitle() ?? "none")")
  }

  /// Closes the window that has the keyboard by its button, which ends the program.
  ///
  /// Source: EWMH, _NET_CLOSE_WINDOW.
  func closeWindow(of process: Child) throws {
    guard let window = try activeWindow() else { throw HarnessError("no window to close") }
    let message = ClientMessage(
      window: window,
      type: try eyes.atom("_NET_CLOSE_WINDOW"),
      format: 32,
      data: packed([0, 2])
    )
    let substructureRedirect = EventMask(rawValue: 1 << 20)
    eyes.connection.send(message, to: eyes.connection.root, events: substructureRedirect)
    try eyes.connection.flush()
    guard process.waited(within: .seconds(20)) != nil else {
      throw HarnessError("does not close; the title is \(try activeTitle() ?? "none")")
    }
  }

  private func activeWindow() throws -> Window? {
    let value = try eyes.value(of: "_NET_ACTIVE_WINDOW", on: eyes.connection.root)
    guard let number = value.flatMap({ unpacked($0.bytes).first }), number != 0 else { return nil }
    return Window(rawValue: number)
  }

  private func useHands(_ words: [String]) throws {
    let outcome = try session.run(["xdotool"] + words)
    guard outcome.status == 0 else { throw HarnessError("xdotool: \(outcome.complaint)") }
  }
}

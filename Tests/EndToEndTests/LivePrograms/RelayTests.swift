import Testing

// One story: swift test --skip-build --disable-xctest --filter 'RelayTests/.*Chromium.*Qt 6'

/// What a program copied is there when it has gone, in all its forms, for any other program.
///
/// Each program is once a source that is closed, once one that is killed, and once what pastes.
@Suite("Copies outlive their programs", .serialized, .timeLimit(.minutes(15)))
struct RelayTests {
  // MARK: - Closed

  @Test(.needs(.gtk3, .chromium, .qt6, .tk))
  func `GTK 3, Chromium, Qt 6 and Tk are closed`() throws {
    try Relay(programs: [.gtk3, .chromium, .qt6, .tk, .xclip], ending: .closed).run()
  }

  @Test(.needs(.qt5, .firefox, .gtk4))
  func `Qt 5, Firefox and GTK 4 are closed`() throws {
    try Relay(programs: [.qt5, .firefox, .gtk4, .qt5], ending: .closed).run()
  }

  @Test(.needs(.xclip, .writer, .xsel, .emacs, .xterm, .gtk3))
  func `xclip, Writer, xsel, Emacs and xterm are closed`() throws {
    try Relay(programs: [.xclip, .writer, .xsel, .emacs, .xterm, .gtk3], ending: .closed).run()
  }

  // MARK: - Killed

  @Test(.needs(.chromium, .writer, .firefox, .gtk3))
  func `Chromium, Writer and Firefox are killed`() throws {
    try Relay(programs: [.chromium, .writer, .firefox, .gtk3], ending: .killed).run()
  }

  @Test(.needs(.gtk4, .xterm, .qt5, .tk, .emacs, .qt6, .xsel, .xclip, .gtk3))
  func `GTK 4, xterm, Qt 5, Tk, Emacs, Qt 6, xsel, xclip and GTK 3 are killed`() throws {
    let programs: [Program] = [.gtk4, .xterm, .qt5, .tk, .emacs, .qt6, .xsel, .xclip, .gtk3, .qt6]
    try Relay(programs: programs, ending: .killed).run()
  }

  // MARK: - Files

  @Test(.needs(.gtk3, .qt5, .gtk4, .qt6), arguments: [Relay.Ending.closed, .killed])
  func `GTK 3, Qt 5, GTK 4 and Qt 6 end after copying files`(ending: Relay.Ending) throws {
    let programs: [Program] = [.gtk3, .qt5, .gtk4, .qt6, .gtk3]
    try Relay(programs: programs, ending: ending, matter: .files).run()
  }

  // MARK: - Pictures

  @Test(.needs(.gtk3, .chromium, .qt5, .firefox, .gtk4))
  func `GTK 3, Chromium, Qt 5 and Firefox are closed after copying a picture`() throws {
    let programs: [Program] = [.gtk3, .chromium, .qt5, .firefox, .gtk4]
    try Relay(programs: programs, ending: .closed, matter: .picture).run()
  }

  @Test(.needs(.gtk4, .qt6, .gtk3))
  func `GTK 4 and Qt 6 are killed after copying a picture`() throws {
    try Relay(programs: [.gtk4, .qt6, .gtk3], ending: .killed, matter: .picture).run()
  }
}

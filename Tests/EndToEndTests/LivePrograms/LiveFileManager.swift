internal import Glibc
import Testing

/// Thunar or PCManFM, which shows a directory with its hidden files, on a session bus of its own.
final class LiveFileManager {
  enum Kind: String, CaseIterable, Sendable {
    case thunar = "Thunar"
    case pcmanfm = "PCManFM"

    fileprivate var program: String {
      switch self {
      case .thunar: "thunar"
      case .pcmanfm: "pcmanfm"
      }
    }
  }

  let process: Child
  private let person: Person

  init(_ kind: Kind, showing directory: String, with person: Person) throws {
    self.person = person
    try Self.showHiddenFiles(in: person.session)
    process = try person.start(["dbus-run-session", "--", kind.program, directory])
    try person.waitForTitle(Self.title(of: directory), of: process)
  }

  /// What is done with all that is shown.
  enum Act: String { case copy = "ctrl+c", cut = "ctrl+x" }

  /// Copies or cuts everything; returns when so many files are on offer.
  func take(_ act: Act, count: Int) throws {
    let isOffered = { try self.person.session.offeredFileCount() == count }
    try person.insist(until: isOffered, "copying") { try person.press("ctrl+a", act.rawValue) }
  }

  /// Pastes into the directory that is shown, which has nothing yet; returns when it has all.
  func paste(into directory: String, count: Int) throws {
    let isBegun = { !Files.names(in: directory).isEmpty }
    try person.insist(until: isBegun, "pasting") { try person.press("ctrl+v") }
    let isThere = holds(within: .seconds(20)) { Files.names(in: directory).count >= count }
    guard isThere else { throw HarnessError("only \(Files.names(in: directory).count) are pasted") }
  }

  /// Pastes what cannot be pasted; returns when the program says so in a window of its own.
  func pasteInVain() throws {
    let title = try person.activeTitle()
    let isRefused = { try self.person.activeTitle() != title }
    try person.insist(until: isRefused, "pasting in vain") { try person.press("ctrl+v") }
  }

  /// Shows another directory in the same window.
  func show(_ directory: String) throws {
    let title = Self.title(of: directory)
    let isShown = { try self.person.activeTitle()?.hasPrefix(title) == true }
    try person.insist(until: isShown, "going to \(directory)") {
      try person.press("ctrl+l", "ctrl+a")
      try person.type(directory)
      try person.press("Return")
    }
  }

  private static func title(of directory: String) -> String {
    directory.split(separator: "/").last.map { String($0) } ?? ""
  }

  /// As the programs keep it themselves.
  private static func showHiddenFiles(in session: Session) throws {
    let channels = "xfce4/xfconf/xfce-perchannel-xml"
    for path in ["xfce4", "xfce4/xfconf", channels, "pcmanfm", "pcmanfm/default"] {
      try Files.makeDirectory(session.scratch + "/config/" + path)
    }
    let thunar = """
      <?xml version="1.0" encoding="UTF-8"?>
      <channel name="thunar" version="1.0">
        <property name="last-show-hidden" type="bool" value="true"/>
      </channel>
      """
    try Files.write(thunar, to: session.scratch + "/config/\(channels)/thunar.xml")
    let pcmanfm = "[ui]\nshow_hidden=1\n"
    try Files.write(pcmanfm, to: session.scratch + "/config/pcmanfm/default/pcmanfm.conf")
  }
}

extension Session {
  /// How many files are on offer.
  func offeredFileCount() throws -> Int { try xfer("get", "--files", "-0").out.count { $0 == 0 } }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests on a machine without file managers.
  static var needsFileManagers: Self {
    let programs = ["thunar", "pcmanfm", "dbus-run-session", "openbox", "xdotool"]
    let missing = programs.filter { !Files.exists("/usr/bin/" + $0) }.joined(separator: ", ")
    return .enabled(if: missing.isEmpty, "\(missing) not installed: Scripts/need desktop")
  }
}

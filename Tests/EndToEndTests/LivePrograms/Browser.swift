internal import Pasteboards

/// Chromium or Firefox with a page that says in its title what it pasted.
final class Browser: LiveProgram {
  enum Kind { case chromium, firefox }

  let process: Child
  private let person: Person

  init(_ kind: Kind, with person: Person) throws {
    self.person = person
    let profile = person.session.scratch + "/profile-\(kind)"
    let page = "file://" + Programs.peer("browser.html")
    switch kind {
    case .chromium:
      // Root may not use its sandbox, a container has little shared memory, and no network is needed.
      let words = [
        "chromium", "--no-sandbox", "--user-data-dir=" + profile, "--no-first-run",
        "--no-default-browser-check", "--password-store=basic", "--disable-gpu",
        "--disable-dev-shm-usage", "--disable-sync", "--disable-background-networking",
        "--disable-component-update", page,
      ]
      process = try person.start(words)
    case .firefox:
      try Files.makeDirectory(profile)
      try Files.write(Files.read(Programs.peer("firefox.js")) ?? [], to: profile + "/user.js")
      let words = ["firefox-esr", "--no-remote", "--profile", profile, page]
      process = try person.start(words)
    }
    try person.waitForTitle("ready", of: process)
  }

  func copy(_ matter: Matter) throws {
    guard matter == .picture else {
      let before = try person.owner()
      return try person.insist(until: { try person.owner() != before }, "copying") {
        try person.press("ctrl+a", "ctrl+c")
      }
    }
    try person.insist(until: { try title().hasPrefix("copied") }, "copying") {
      try person.press("i")
    }
  }

  func paste(_ offer: Offer) throws -> Pasted {
    try person.insist(until: { try title().hasPrefix("pasted") }, "pasting") {
      try person.press("ctrl+v")
    }
    // The browser adds its name after a space.
    let words = try title().split(separator: " ").first?.split(separator: "&").dropFirst() ?? []
    var values: [Substring: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      let bytes = parts.last.flatMap { PercentEncoding.decode(String($0)) }
      values[parts[0]] = bytes.map { String(decoding: $0, as: UTF8.self) }
    }
    let files = values["files"]?.split(separator: "/").map { String($0) } ?? []
    return Pasted(
      text: values["text"],
      bold: values["bold"],
      image: values["image"],
      files: files
    )
  }

  func close() throws { try person.closeWindow(of: process) }

  private func title() throws -> String { try person.activeTitle() ?? "" }
}

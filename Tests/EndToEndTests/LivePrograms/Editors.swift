internal import Glibc

/// LibreOffice Writer with a document that is plain XML.
final class Writer: LiveProgram {
  let process: Child
  private let person: Person
  private let document: String
  private var isChanged = false

  init(with person: Person) throws {
    self.person = person
    let scratch = person.session.scratch
    document = scratch + "/document.fodt"
    try Files.write(Files.read(Programs.peer("writer.fodt")) ?? [], to: document)
    for directory in ["/writer", "/writer/user"] { try Files.makeDirectory(scratch + directory) }
    let settings = scratch + "/writer/user/registrymodifications.xcu"
    if !Files.exists(settings) {
      try Files.write(Files.read(Programs.peer("writer.xcu")) ?? [], to: settings)
    }
    let profile = "-env:UserInstallation=file://\(scratch)/writer"
    process = try person.start(
      ["soffice", profile, "--norestore", "--nologo", "--writer", document]
    )
    try person.waitForTitle("document.fodt", of: process)
  }

  func copy(_ matter: Matter) throws {
    let before = try person.owner()
    try person.insist(until: { try person.owner() != before }, "copying") {
      try person.press("ctrl+a", "ctrl+c")
    }
    // It has a bookmark now, for links to what was copied.
    isChanged = true
  }

  func paste(_ offer: Offer) throws -> Pasted {
    try change("pasting") { try person.press("ctrl+a", "ctrl+v", "ctrl+s") }
    let text = Files.text(document) ?? ""
    var body = text.between("<office:text", "</office:text>").between(">", nil)
    // The content of pictures is in the text.
    body = body.split(separator: "<draw:frame").enumerated()
      .map { $0 == 0 ? String($1) : String($1).between("</draw:frame>", nil) }.joined()
    // Its style is an automatic one, defined in front of the body.
    let bold = text.split(separator: "<text:span text:style-name=\"").dropFirst().first { span in
      let style = "<style:style style:name=\"\(span.prefix { $0 != "\"" })\""
      return text.between(style, "</style:style>").contains("fo:font-weight=\"bold\"")
    }
    return Pasted(
      text: body.withoutTags,
      bold: bold.map { String($0).between(">", "</text:span>").withoutTags } ?? ""
    )
  }

  func close() throws {
    if isChanged { try change("saving") { try person.press("ctrl+s") } }
    try person.closeWindow(of: process)
  }

  /// It writes dates, and numbers of its own, into everything but plain text.
  func isRemade(_ target: String) -> Bool { !Offer.isPlainText(target) }

  /// Does something that ends with a saved document.
  private func change(_ what: String, _ act: () throws -> Void) throws {
    let before = Files.text(document)
    let isSaved = {
      let now = Files.text(self.document) ?? ""
      return now != before && now.trimmed.hasSuffix("office:document>")
    }
    try person.insist(until: isSaved, what, act)
  }
}

/// Emacs with a file.
final class Emacs: LiveProgram {
  let process: Child
  private let person: Person
  private let file: String

  init(with person: Person) throws {
    self.person = person
    file = person.session.scratch + "/file.txt"
    try Files.write(Matter.words, to: file)
    process = try person.start(["emacs", "-Q", file])
    try person.waitForTitle("file.txt", of: process)
  }

  func copy(_ matter: Matter) throws {
    let before = try person.owner()
    try person.insist(until: { try person.owner() != before }, "copying") {
      try person.press("ctrl+x", "h", "alt+w")
    }
  }

  func paste(_ offer: Offer) throws -> Pasted {
    // It ends what it saves with a newline, so that even the same text is another file.
    let before = Files.read(file)
    let isSaved = { Files.size(self.file) ?? 0 > 0 && Files.read(self.file) != before }
    try person.insist(until: isSaved, "pasting") {
      try person.press("ctrl+x", "h", "BackSpace", "ctrl+y", "ctrl+x", "ctrl+s")
    }
    return Pasted(text: Files.text(file))
  }

  func close() throws { try person.closeWindow(of: process) }
}

/// xterm, which copies what the mouse selects and gives what it pastes to the program in it.
final class Terminal: LiveProgram {
  let process: Child
  private let person: Person
  private let file: String

  init(with person: Person) throws {
    self.person = person
    file = person.session.scratch + "/typed"
    Files.remove(file)
    let words = "printf '%s\\n' '\(Matter.words)'; stty -icanon -echo; exec cat >>'\(file)'"
    let resource = "XTerm*selectToClipboard: true"
    process = try person.start(
      ["xterm", "-title", "terminal", "-xrm", resource, "-e", "sh", "-c", words]
    )
    try person.waitForTitle("terminal", of: process)
    guard holds(within: .seconds(10), { Files.exists(self.file) }) else {
      throw HarnessError("nothing runs in xterm")
    }
  }

  func copy(_ matter: Matter) throws {
    let before = try person.owner()
    try person.insist(until: { try person.owner() != before }, "selecting") {
      try person.click(3, x: 20, y: 8)
    }
  }

  func paste(_ offer: Offer) throws -> Pasted {
    let isWhole = { Files.text(self.file)?.trimmed == offer.text?.trimmed }
    try person.insist(until: isWhole, "pasting") {
      try Files.write("", to: file)
      try person.press("shift+Insert")
    }
    return Pasted(text: Files.text(file))
  }

  func close() throws { try person.closeWindow(of: process) }
}

extension String {
  /// What stands between two marks, or after the first; empty if they are not there.
  fileprivate func between(_ first: String, _ last: String?) -> String {
    let parts = split(separator: first, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return "" }
    guard let last else { return String(parts[1]) }
    return parts[1].split(separator: last, maxSplits: 1, omittingEmptySubsequences: false).first
      .map { String($0) } ?? ""
  }

  /// The letters of XML.
  fileprivate var withoutTags: String {
    split(separator: "<", omittingEmptySubsequences: false).enumerated().map { number, part in
      number == 0 ? String(part) : String(part).between(">", nil)
    }.joined()
  }
}

internal import Glibc

/// A program of a toolkit, which copies whatever it is told to and takes targets as they are.
final class ToolkitProgram: LiveProgram {
  /// What it copies, as text for people and machines, or as file managers offer files.
  static func targets(of matter: Matter) -> [(target: String, content: String)] {
    guard matter == .files else {
      return [
        ("UTF8_STRING", Matter.words),
        ("text/html", "<p>plain <b>bold</b> gr&uuml;&szlig; &euro;</p>"),
        ("text/rtf", "{\\rtf1\\ansi plain {\\b bold} gr\\u252?\\u223? \\u8364?}"),
        ("application/x-test;a=\"b c\"", "\u{0}\u{1}ours"),
      ]
    }
    return [
      ("text/uri-list", "file:///tmp/a%20b\r\nfile:///tmp/c\r\n"),
      ("x-special/gnome-copied-files", "cut\nfile:///tmp/a%20b\nfile:///tmp/c"),
      ("application/x-kde-cutselection", "1"),
      ("UTF8_STRING", "/tmp/a b\n/tmp/c"),
    ]
  }

  var process: Child { peer.process }
  private let peer: ToolkitPeer
  private let scratch: String

  init(_ kind: ToolkitPeer.Kind, in session: Session) throws {
    peer = try ToolkitPeer(kind, in: session)
    scratch = session.scratch
  }

  func copy(_ matter: Matter) throws {
    let image = scratch + "/picture.png"
    if matter == .picture {
      try Files.write(Self.picture, to: image)
      try peer.ask(["offer-image", "CLIPBOARD", image])
      return
    }
    var words = ["offer", "CLIPBOARD"]
    // Tk has plain text only: whatever else it is given to offer, it answers with the type STRING.
    let targets = Self.targets(of: matter).prefix(peer.kind == .tk ? 1 : .max)
    for (number, (target, content)) in targets.enumerated() {
      let path = scratch + "/copied-\(number)"
      try Files.write(content, to: path)
      words.append("\(name(of: target))=\(path)")
    }
    try peer.ask(words)
  }

  func paste(_ offer: Offer) throws -> Pasted {
    var pasted = Pasted()
    // GTK 4 and Qt hear of a new owner when their loops turn.
    _ = try holds(within: .seconds(5)) {
      pasted.text = try peer.getText().map { String(decoding: $0, as: UTF8.self) }
      return offer.text == nil || pasted.text != nil
    }
    guard peer.kind != .tk else { return pasted }
    // Qt shows addresses under one name.
    let hidden = isQt ? "text/x-moz-url" : nil
    for target in offer.targets where !Offer.isPlainText(target) && target != hidden {
      _ = try holds(within: .seconds(5)) {
        pasted.contents[target] = try peer.get(target)
        return pasted.contents[target] != nil
      }
      pasted.contents[target] = pasted.contents[target] ?? []
    }
    return pasted
  }

  func close() throws { try peer.quit() }

  /// Qt has its own name for text, of which it makes the others.
  private func name(of target: String) -> String {
    isQt && target == "UTF8_STRING" ? "text/plain" : target
  }

  private var isQt: Bool { [.qt, .qt6].contains(peer.kind) }

  /// A red PNG of three pixels by two.
  private static let picture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00, 0x00, 0x12, 0x16, 0xF1,
    0x4D, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0x00,
    0x41, 0x0C, 0x70, 0x16, 0x00, 0x41, 0xD2, 0x05, 0xFB, 0x87, 0xF0, 0xB9, 0x48, 0x00, 0x00, 0x00,
    0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}

/// xclip or xsel, which copy one text and print one.
final class ConsoleProgram: LiveProgram {
  enum Kind { case xclip, xsel }

  private(set) var process: Child
  private let kind: Kind
  private let session: Session

  init(_ kind: Kind, in session: Session) throws {
    self.kind = kind
    self.session = session
    // Nothing runs until it copies.
    process = try session.start(["true"])
  }

  func copy(_ matter: Matter) throws {
    let words =
      switch kind {
      case .xclip: ["xclip", "-quiet", "-selection", "clipboard"]
      case .xsel: ["xsel", "--nodetach", "-bi"]
      }
    process = try session.start(words, input: .bytes(Array(Matter.words.utf8)), output: .discarded)
  }

  func paste(_ offer: Offer) throws -> Pasted {
    Pasted(text: try kind == .xclip ? session.xclipReads().text : session.xselReads().text)
  }

  /// They run until another program copies; only signals end them before.
  func close() throws {
    process.send(SIGTERM)
    guard process.waited(within: .seconds(10)) != nil else { throw HarnessError("does not end") }
  }
}

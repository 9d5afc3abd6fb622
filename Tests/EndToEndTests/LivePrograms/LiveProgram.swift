internal import Glibc
import Testing

/// A real program that copies and pastes on a test's word.
protocol LiveProgram {
  var process: Child { get }

  /// Copies into CLIPBOARD; when it returns, the program may not own it yet.
  func copy(_ matter: Matter) throws

  /// Pastes what CLIPBOARD has and says what came.
  func paste(_ offer: Offer) throws -> Pasted

  /// Ends as its user ends it.
  func close() throws

  /// Whether a target is made anew for everybody who asks, and differs each time.
  func isRemade(_ target: String) -> Bool
}

extension LiveProgram {
  func isRemade(_ target: String) -> Bool { false }

  /// Ends without a chance to hand anything over.
  func kill() throws {
    process.killGroup()
    guard process.waited(within: .seconds(10)) != nil else { throw HarnessError("is not killed") }
  }
}

/// What a program copies.
enum Matter {
  /// Text in as many ways as the program has, private types among them where it knows any.
  case text
  /// Files, as file managers offer them.
  case files
  /// A picture as the program offers one, with its text if it has one beside it.
  case picture

  /// What the documents of all programs say.
  static let words = "plain bold grüß €"
  static let boldWord = "bold"
  /// The picture: three pixels by two.
  static let size = "3x2"
}

/// What came when a program pasted; `nil` is what this program cannot say.
struct Pasted {
  var text: String?
  /// The word that stands out; empty if none does.
  var bold: String?
  /// Width and height, as `3x2`; empty if there is none.
  var image: String?
  /// Names and contents of files, as `name=content`.
  var files: [String] = []
  /// The bytes of targets, for programs that take them as they are.
  var contents: [String: [UInt8]] = [:]

  /// Expects that all came that the program can show.
  func expect(_ offer: Offer, _ comment: String, sourceLocation: SourceLocation) {
    if let text, let offered = offer.text {
      #expect(text.trimmed == offered.trimmed, "\(comment)", sourceLocation: sourceLocation)
    }
    if let bold, offer.isRich {
      #expect(bold == Matter.boldWord, "\(comment)", sourceLocation: sourceLocation)
    }
    if let image, offer.targets.contains("image/png") {
      #expect(image == Matter.size, "\(comment)", sourceLocation: sourceLocation)
    }
    for (target, bytes) in contents {
      EndToEndTests.expect(
        bytes,
        is: offer.contents[target] ?? [],
        "\(comment): \(target):",
        sourceLocation: sourceLocation
      )
    }
  }
}

extension String {
  /// Without the white space around it, which programs add and leave out as they like.
  var trimmed: Substring {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return self[first...last]
  }
}

/// The programs that copies have to outlive.
enum Program: String, CaseIterable {
  case gtk3 = "GTK 3"
  case gtk4 = "GTK 4"
  case qt5 = "Qt 5"
  case qt6 = "Qt 6"
  case tk = "Tk"
  case xclip = "xclip"
  case xsel = "xsel"
  case chromium = "Chromium"
  case firefox = "Firefox ESR"
  case writer = "LibreOffice Writer"
  case xterm = "xterm"
  case emacs = "Emacs"

  func start(with person: Person) throws -> any LiveProgram {
    switch self {
    case .gtk3: try ToolkitProgram(.gtk, in: person.session)
    case .gtk4: try ToolkitProgram(.gtk4, in: person.session)
    case .qt5: try ToolkitProgram(.qt, in: person.session)
    case .qt6: try ToolkitProgram(.qt6, in: person.session)
    case .tk: try ToolkitProgram(.tk, in: person.session)
    case .xclip: try ConsoleProgram(.xclip, in: person.session)
    case .xsel: try ConsoleProgram(.xsel, in: person.session)
    case .chromium: try Browser(.chromium, with: person)
    case .firefox: try Browser(.firefox, with: person)
    case .writer: try Writer(with: person)
    case .xterm: try Terminal(with: person)
    case .emacs: try Emacs(with: person)
    }
  }

  /// Targets that a copy has at least, or the test would have tried nothing.
  func essentials(of matter: Matter) -> [String] {
    if matter == .picture { return ["image/png"] }
    switch self {
    case .gtk3, .gtk4, .qt5, .qt6: return ToolkitProgram.targets(of: matter).map { $0.target }
    case .tk, .xclip, .xsel, .xterm, .emacs: return ["UTF8_STRING"]
    case .chromium: return ["UTF8_STRING", "text/html", "chromium/x-source-url"]
    case .firefox: return ["UTF8_STRING", "text/html", "text/_moz_htmlcontext"]
    case .writer: return ["UTF8_STRING", "text/html", "text/rtf"]
    }
  }

  /// Whether the program is on this machine, with all that it takes to use it.
  var isInstalled: Bool {
    let hands = ["/usr/bin/openbox", "/usr/bin/xdotool"]
    let paths =
      switch self {
      case .gtk3: ["/usr/lib/*/girepository-1.0/Gtk-3.0.typelib"]
      case .gtk4: ["/usr/lib/*/girepository-1.0/Gtk-4.0.typelib"]
      case .qt5: ["/usr/lib/python3/dist-packages/PyQt5"]
      case .qt6: ["/usr/lib/python3/dist-packages/PyQt6"]
      case .tk: ["/usr/bin/wish"]
      case .xclip, .xsel: ["/usr/bin/\(self)"]
      case .firefox: hands + ["/usr/bin/firefox-esr"]
      case .writer: hands + ["/usr/lib/libreoffice/program/swriter"]
      case .chromium, .xterm, .emacs: hands + ["/usr/bin/\(self)"]
      }
    return paths.allSatisfy { path in
      var found = glob_t()
      defer { globfree(&found) }
      return glob(path, 0, nil, &found) == 0
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, saying why, on a machine without one of its programs.
  static func needs(_ programs: Program...) -> Self {
    let missing = programs.filter { !$0.isInstalled }.map { $0.rawValue }.joined(separator: ", ")
    return .enabled(if: missing.isEmpty, "\(missing) not installed: Scripts/need desktop")
  }
}

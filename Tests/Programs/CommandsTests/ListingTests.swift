import LinuxIO
import Testing
import Wire

@testable import Commands

@Suite("Entries as lines")
struct ListingTests {
  static func entry(_ index: Int, title: String = "title") -> EntrySummary {
    var entry = EntrySummary(
      entry: "0123456789abcdef",
      board: "clipboard",
      index: index,
      time: 1_700_000_000.25,
      title: title
    )
    entry.types = ["public.html", "public.utf8-plain-text"]
    entry.size = 1234
    return entry
  }

  /// Noon of some day here.
  static let now = LocalTime(secondsSince1970: 1_700_000_000)

  static func listing(
    _ form: Listing.Form,
    namesBoards: Bool = false,
    color: ColorChoice = .never
  ) throws -> Listing {
    let isTerminal = if case .columns = form { true } else { false }
    let (rendering, _) = try RenderingTests.rendering(isTerminal: isTerminal, color: color)
    return Listing(form: form, namesBoards: namesBoards, rendering, now: now)
  }

  static func text(_ listing: inout Listing, _ entries: [EntrySummary]) throws -> String {
    String(decoding: try listing.text(of: entries), as: UTF8.self)
  }

  static let lines = Listing.Form.records(isExact: false, end: UInt8(ascii: "\n"))

  // MARK: Programs

  @Test func `programs get cells with tabs between them`() throws {
    var listing = try Self.listing(Self.lines)
    var second = Self.entry(2, title: "")
    (second.source, second.types) = ("fire\tfox", [])
    let expected = """
      1\t0123456789abcdef\t1700000000.250\t\tpublic.html,public.utf8-plain-text\t1234\ttitle
      2\t0123456789abcdef\t1700000000.250\tfire␉fox\t\t1234\t\n
      """
    #expect(try Self.text(&listing, [Self.entry(1), second]) == expected)
  }

  @Test func `of all boards a board stands before the title`() throws {
    var listing = try Self.listing(Self.lines, namesBoards: true)
    #expect(try Self.text(&listing, [Self.entry(1)]).hasSuffix("\t1234\tclipboard\ttitle\n"))
  }

  @Test func `a title cannot break a line`() throws {
    var listing = try Self.listing(Self.lines)
    let title = "a\nb\tc\u{1B}[2Jd\u{7F}\u{9B}\u{202E}\0é日"
    let text = try Self.text(&listing, [Self.entry(1, title: title)])
    #expect(text.hasSuffix("\ta␊b␉c␛[2Jd␡\u{FFFD}\u{FFFD}␀é日\n"))
  }

  @Test func `a long title is not cut`() throws {
    var listing = try Self.listing(Self.lines)
    let title = String(repeating: "x", count: 10_000) + "\n"
    #expect(try Self.text(&listing, [Self.entry(1, title: title)]).hasSuffix("x␊\n"))
    #expect(try Self.text(&listing, [Self.entry(1, title: title)]).utf8.count > 10_000)
  }

  @Test func `exact records hold titles as they are`() throws {
    var listing = try Self.listing(.records(isExact: true, end: 0))
    let text = try Self.text(&listing, [Self.entry(1, title: "a\nb\tc\0"), Self.entry(2)])
    #expect(text.hasSuffix("\0"))
    let records = text.split(separator: "\0")
    #expect(records.count == 2)
    #expect(records.first?.hasSuffix("\t1234\ta\nb\tc") == true)
  }

  @Test func `an object is a line with its schema`() throws {
    var listing = try Self.listing(.objects)
    let lines = try Self.text(&listing, [Self.entry(1), Self.entry(2)]).split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      #expect(line.hasPrefix(#"{"schema":1,"entry":"0123456789abcdef","board":"clipboard","#))
    }
  }

  @Test(arguments: [
    (0, "0.000"), (1.5, "1.500"), (1_700_000_000.0625, "1700000000.063"), (-1, "0.000"),
    (.infinity, "0.000"), (.nan, "0.000"), (1e300, "0.000"),
  ])
  func `programs get times to a thousandth`(_ time: Double, _ expected: String) {
    #expect(EntryTime.exact(time) == expected)
  }

  // MARK: People

  @Test func `people get columns and marks`() throws {
    var listing = try Self.listing(.columns(width: 100))
    var (first, second) = (Self.entry(1), Self.entry(12, title: "a\nb"))
    (first.current, second.pinned, second.source) = (true, true, "firefox")
    let time = EntryTime.short(first.time, now: try #require(Self.now))
    #expect(time.count == 5)
    let expected = """
          PLACE  ID          TIME   SOURCE   TYPE  SIZE    TITLE
      *   @1     0123456789  \(time)           html  1.2 kB  title
       P  @12    0123456789  \(time)  firefox  html  1.2 kB  a␊b\n
      """
    #expect(try Self.text(&listing, [first, second]) == expected)
  }

  @Test func `columns grow with later parts, under one heading`() throws {
    var listing = try Self.listing(.columns(width: 100), namesBoards: true, color: .always)
    let first = try Self.text(&listing, [Self.entry(1)])
    #expect(first.hasPrefix("\u{1B}[1mBOARD"))
    let second = try Self.text(&listing, [Self.entry(1_000_000)])
    #expect(!second.contains("BOARD"))
    #expect(second.hasPrefix("clipboard      @1000000  0123456789  "))
    #expect(try Self.text(&listing, [Self.entry(1)]).contains("  @1        0123456789  "))
  }

  @Test(arguments: [40, 60, 80, 200])
  func `a line is no wider than the terminal`(_ width: Int) throws {
    var listing = try Self.listing(.columns(width: width))
    let title = String(repeating: "日本e\u{301}🙂 ", count: 50)
    let lines = try Self.text(&listing, [Self.entry(1, title: title)]).split(separator: "\n")
    let line = try #require(lines.last.map(String.init))
    #expect(line.hasSuffix("…"))
    // A narrow one has room for ten cells of the title all the same.
    #expect(TerminalWidth.of(line) <= max(width, 65))
    if width > 65 { #expect(TerminalWidth.of(line) >= width - 1) }
  }

  @Test func `nothing is written where nothing is found`() throws {
    for form in [Self.lines, .objects, .columns(width: 80)] {
      var listing = try Self.listing(form)
      #expect(try listing.text(of: []) == [])
      #expect(listing.isEmpty)
      _ = try listing.text(of: [Self.entry(1)])
      #expect(!listing.isEmpty)
      #expect(try listing.text(of: []) == [])
      #expect(!listing.isEmpty)
    }
  }

  @Test(arguments: [
    (["public.utf8-plain-text"], "text"), (["public.plain-text"], "text"),
    (["com.adobe.pdf"], "pdf"), (["dyn.x", "public.png"], "png"), (["dyn.x"], "other"), ([], ""),
    (["."], "."),
  ])
  func `types have short names`(_ types: [String], _ name: String) {
    #expect(Listing.shortName(of: types) == name)
  }

  @Test func `a time is as short as it can be`() throws {
    let now = try #require(Self.now)
    let (hour, year) = (3600.0, 365.0 * 86_400)
    let start = 1_700_000_000.0 - Double(now.hour) * hour
    #expect(EntryTime.short(start, now: now).wholeMatch(of: /00:\d\d/) != nil)
    #expect(EntryTime.short(start - hour, now: now).wholeMatch(of: /\d+ Nov 23:\d\d/) != nil)
    #expect(EntryTime.short(start - year, now: now).wholeMatch(of: /2022-11-\d\d/) != nil)
    #expect(EntryTime.full(start).wholeMatch(of: /2023-11-\d\d 00:\d\d:20/) != nil)
    #expect(EntryTime.short(.nan, now: now) == "-")
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("🙂", 2), ("␊", 1), ("é", 1),
  ])
  func `cells are counted`(_ text: String, _ width: Int) {
    #expect(TerminalWidth.of(text) == width)
  }

  @Test(arguments: [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 4, "日…"), ("abc", 0, "…")])
  func `text is cut at a cell`(_ text: String, _ width: Int, _ expected: String) {
    #expect(TerminalWidth.cut(text, to: width) == expected)
  }
}

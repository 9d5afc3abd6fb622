import Testing
import XCB

@Suite("Display name") struct DisplayNameTests {
  @Test(arguments: [
    (":0", DisplayName.Place.local(number: 0), 0),
    (":0.0", .local(number: 0), 0),
    ("unix:0", .local(number: 0), 0),
    ("unix/:0", .local(number: 0), 0),
    ("unix/anything:0.0", .local(number: 0), 0),
    (":12.3", .local(number: 12), 3),
    (":007", .local(number: 7), 0),
    ("host:1", .host("host", number: 1), 0),
    ("localhost:10.0", .host("localhost", number: 10), 0),
    ("tcp/host:2.1", .host("host", number: 2), 1),
    ("tcp/:2", .host("localhost", number: 2), 0),
    ("inet6/::1:2", .host("::1", number: 2), 0),
    ("::1:2", .host("::1", number: 2), 0),
    ("[::1]:2", .host("::1", number: 2), 0),
    (":::2", .host("::", number: 2), 0),
    ("host:59535", .host("host", number: 59_535), 0),
    ("/tmp/launch/org.xquartz:0", .path("/tmp/launch/org.xquartz", number: 0), 0),
    ("unix:/run/x:3.1", .path("/run/x", number: 3), 1),
  ])
  func `a display's name is read as its manual page says`(
    text: String,
    place: DisplayName.Place,
    screen: Int
  ) throws {
    let name = try DisplayName(text)
    #expect(name.place == place)
    #expect(name.screen == screen)
    #expect(try DisplayName(name.description) == name)
  }

  @Test(arguments: [
    "", ":", "0", "host", "host:", ":x", ":0.", ":0.x", ":.0", ":0.0.0", ":-1", ":+1", ": 0",
    ":0 ", ":0\n", ":99999999999999999999", ":0.99999999999", "host:59536", "host::0", "abc/host:0",
    ":\u{661}", "a\0b:0", "[]:0", "tcp/host", "//", "/path", "unix:/path", "host:0:",
  ])
  func `a malformed name is an error`(text: String) {
    #expect(throws: XError(request: "DISPLAY", kind: .malformedDisplay)) {
      try DisplayName(text)
    }
  }

  @Test func `spellings of one display are equal and others are not`() throws {
    #expect(try DisplayName(":0") == DisplayName("unix:0.0"))
    #expect(try DisplayName(":0") != DisplayName(":0.1"))
    #expect(try DisplayName(":0") != DisplayName(":1"))
    #expect(try DisplayName(":0") != DisplayName("localhost:0"))
    #expect(try DisplayName("unix:0").description == ":0")
  }
}

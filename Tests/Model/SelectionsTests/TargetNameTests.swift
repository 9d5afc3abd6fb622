import Selections
import Testing
import UniformTypeIdentifiers

@Suite("Target names") struct TargetNameTests {
  @Test(arguments: [
    ("UTF8_STRING", "public.utf8-plain-text"), ("STRING", "public.utf8-plain-text"),
    ("TEXT", "public.utf8-plain-text"), ("COMPOUND_TEXT", "public.utf8-plain-text"),
    ("text/plain", "public.utf8-plain-text"),
    ("text/plain;charset=utf-8", "public.utf8-plain-text"),
    ("text/plain; charset=UTF-8", "public.utf8-plain-text"),
    ("TEXT/PLAIN;CHARSET=utf-8", "public.utf8-plain-text"),
    ("text/plain;charset=\"utf-8\"", "public.utf8-plain-text"),
    ("text/html", "public.html"), ("application/rtf", "public.rtf"), ("image/png", "public.png"),
    ("image/x-MS-bmp", "com.microsoft.bmp"), ("image/jpg", "public.jpeg"),
    ("text/uri-list", "public.file-url"), ("application/json", "public.json"),
  ])
  func `a target delivers the type of its row`(name: String, identifier: String) {
    #expect(TargetName(name).contentType?.identifier == identifier)
  }

  @Test(arguments: [
    "application/x-foo", "chromium/x-web-custom-data", "x-special/gnome-copied-files",
    "Application/X-Foo; a=B", "text/plain;charset=koi8-r", "FOO", "a:b=c,d?e\\f",
    "x-latin1:really", "é", "e\u{301}",
  ])
  func `an unknown name comes back from its dynamic type`(name: String) throws {
    let type = try #require(TargetName(name).contentType)
    #expect(type.isDynamic)
    #expect(TargetName.names(for: type).first == TargetName(name))
  }

  @Test func `a name that is no UTF-8 comes back too`() throws {
    let name = TargetName([0x66, 0xFC, 0x00, 0xFF])
    let type = try #require(name.contentType)
    #expect(TargetName.names(for: type) == [name])
  }

  @Test func `an odd spelling of an unknown MIME type is a kind of the usual one`() throws {
    let odd = try #require(TargetName("Application/X-Foo").contentType)
    let usual = try #require(UTType(mimeType: "application/x-foo"))
    #expect(odd != usual)
    #expect(odd.conforms(to: usual))
  }

  @Test(arguments: [
    "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION",
    "INSERT_PROPERTY", "INCR", "PIXMAP", "WINDOW", "COLORMAP", "HOST_NAME", "TK_WINDOW",
    "TK_APPLICATION", "XdndDirectSave0", "x-kde-passwordManagerHint", "",
    "application/vnd.portal.filetransfer", "application/vnd.portal.files",
  ])
  func `a target without content has no type`(name: String) {
    #expect(TargetName(name).contentType == nil)
  }

  @Test func `side effects are known`() {
    let names: [TargetName] = [
      "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY", "SAVE_TARGETS",
    ]
    #expect(names.allSatisfy { $0.hasSideEffect })
    #expect(!TargetName.utf8String.hasSideEffect)
  }

  @Test(arguments: [
    (
      "public.utf8-plain-text",
      [
        "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "COMPOUND_TEXT", "TEXT", "STRING",
      ]
    ),
    ("public.rtf", ["text/rtf", "application/rtf"]),
    ("com.microsoft.bmp", ["image/bmp", "image/x-bmp", "image/x-MS-bmp"]),
    ("public.png", ["image/png"]),
    ("public.file-url", ["text/uri-list"]),
    ("public.item", ["public.item"]),
  ])
  func `a type is offered under its names in order`(identifier: String, names: [String]) throws {
    let type = try #require(UTType(identifier))
    #expect(TargetName.names(for: type) == names.map { TargetName($0) })
  }

  @Test func `composed and decomposed names are two`() {
    #expect(TargetName("é") != TargetName("e\u{301}"))
  }
}

@Suite("Server time") struct ServerTimeTests {
  @Test(arguments: [
    (UInt32(0x10), UInt32(0xFFFF_FFF0), true), (0xFFFF_FFF0, 0x10, false), (5, 4, true),
    (4, 5, false), (5, 5, false),
  ])
  func `later holds over the wrap of the clock`(left: UInt32, right: UInt32, isLater: Bool) {
    #expect(ServerTime(rawValue: left).isLater(than: ServerTime(rawValue: right)) == isLater)
  }
}

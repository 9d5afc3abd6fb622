import Pasteboards
import Testing
import UniformTypeIdentifiers

@Suite("Lists of files") struct FileListTests {
  @Test(arguments: [
    ("file:///a%20b", "/a b"), ("file://localhost/a%20b", "/a b"), ("file:/x", "/x"),
    ("FILE:///x", "/x"), ("file://me/x", "/x"), ("file://ME/x", "/x"), ("/bare path", "/bare path"),
    ("/100%25", "/100%25"), ("file:///u++/x+y.txt", "/u++/x+y.txt"),
    ("file:///u%2B%2B/x%2By.txt", "/u++/x+y.txt"), ("file:///a%23b%3Fc", "/a#b?c"),
    ("file:///a#b", "/a"), ("file:///a?b", "/a"), ("file:///100%", "/100%"),
    ("file:///a%2", "/a%2"), ("file:///a%zz", "/a%zz"), ("file:///", "/"), ("file:////a", "//a"),
  ])
  func `a file of this machine is its path`(uri: String, path: String) {
    let reference = FileReference(uri: Array(uri.utf8)[...], hostNames: ["me"])
    #expect(reference == .local(Array(path.utf8)))
    #expect(reference.isFile)
  }

  @Test(arguments: [
    "file://other/y", "file://other", "file:", "file:x", "file", "sftp://h/x", "http://h/x", "x",
    "",
    "file:///a%00b", "files:///x",
  ])
  func `anything else stays a URI`(uri: String) {
    let bytes = Array(uri.utf8)
    #expect(FileReference(uri: bytes[...], hostNames: ["me"]) == .other(uri: bytes))
  }

  @Test(arguments: [
    ("file://other/y", true), ("file:///a%00b", true), ("sftp://h/x", false), ("http://h/x", false),
    ("", false),
  ])
  func `a file elsewhere is a file`(uri: String, isFile: Bool) {
    #expect(FileReference(uri: Array(uri.utf8)[...]).isFile == isFile)
  }

  @Test func `every name goes into a URI and back`() {
    for byte in UInt8(1)...255 where byte != UInt8(ascii: "/") {
      let path: [UInt8] = [UInt8(ascii: "/"), 0x61, byte, 0x62]
      let uri = FileReference.local(path).uri
      #expect(uri.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
      #expect(FileReference(uri: uri[...]) == .local(path))
    }
  }

  @Test func `what a path may hold is not encoded`() {
    let path = Array("/a-b_c.d~e!$&'()*+,;=:@ü %#?\"".utf8)
    let uri = String(decoding: FileReference.local(path).uri, as: UTF8.self)
    #expect(uri == "file:///a-b_c.d~e!$&'()*+,;=:@%C3%BC%20%25%23%3F%22")
  }

  @Test(arguments: [
    ("/a/b", "b"), ("/a/b/", "b"), ("/a//", "a"), ("/", nil), ("//", nil),
  ])
  func `a file has a name`(path: String, name: String?) {
    #expect(FileReference.local(Array(path.utf8)).name == name.map { Array($0.utf8) })
  }

  @Test(arguments: [
    "file:///a\r\nfile:///b\r\n", "file:///a\nfile:///b", "file:///a\rfile:///b\r",
    "file:///a\0file:///b\0", "# comment\r\nfile:///a\r\n\r\n  \tfile:///b", "/a\n/b\n",
  ])
  func `a list is read however its lines end`(text: String) {
    let list = FileList(uriList: Array(text.utf8))
    #expect(list.references == [.local(Array("/a".utf8)), .local(Array("/b".utf8))])
  }

  @Test func `order and doubles are kept, and each line is ended`() {
    let list = FileList(paths: ["/b", "/a b", "/b"].map { Array($0.utf8) })
    let text = "file:///b\r\nfile:///a%20b\r\nfile:///b\r\n"
    #expect(String(decoding: list.uriList, as: UTF8.self) == text)
    #expect(FileList(uriList: list.uriList) == list)
  }

  @Test func `as text it is paths, and URIs where they are no text`() {
    let list = FileList([
      .local(Array("/a b".utf8)), .local([0x2F, 0xFF]), .other(uri: Array("sftp://h/x".utf8)),
    ])
    #expect(String(decoding: list.text, as: UTF8.self) == "/a b\nfile:///%FF\nsftp://h/x")
  }
}

@Suite("What an entry with files is called") struct FileEntryTextTests {
  private func text(of list: [UInt8], _ more: [Representation] = []) -> EntryText {
    let representations = [Representation(type: .fileURL, payload: .inline(list))] + more
    let items = [Item(representations: representations)]
    return EntryText(of: Entry(id: Entry.ID(rawValue: 1), items: items, time: 0))
  }

  @Test func `it is called by its files, and found by their paths`() {
    let list = FileList(paths: [Array("/x/a b.txt".utf8), Array("/y/c".utf8)])
    let text = text(of: list.uriList)
    #expect(text.title == "a b.txt, c")
    #expect(text.preview == "/x/a b.txt\n/y/c")
    #expect(text.searched == "a b.txt\nc\n/x/a b.txt\n/y/c")
  }

  @Test func `of many files those at the beginning count, and none is cut`() {
    let list = FileList(paths: (0..<100_000).map { Array("/some/place/file-\($0)".utf8) })
    let text = text(of: list.uriList)
    #expect(text.title.hasPrefix("file-0, file-1, "))
    #expect(text.title.unicodeScalars.count == EntryText.titleLength)
    let names = text.searched.split(separator: "\n").filter { !$0.hasPrefix("/") }
    #expect(names == (0..<names.count).map { "file-\($0)" })
    #expect(names.count > 50)
  }

  @Test func `addresses of the web are no files`() {
    let text = text(of: Array("http://h/x\r\n".utf8))
    #expect(text.preview == nil)
  }
}

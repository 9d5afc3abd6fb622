import CoreTransferable
import Testing
import UniformTypeIdentifiers

@Suite("Values that are transferable") struct ValueTests {
  @Test(arguments: ["", "a", "e\u{301}\u{E9}\n\r\t", "\u{0}", "👩‍👩‍👧‍👦", "\r\n"])
  func `text keeps its bytes`(text: String) async throws {
    let data = try await text.exported(as: .utf8PlainText)
    #expect(data == Data(text.utf8))
    #expect(
      try await String(importing: data, contentType: .utf8PlainText).utf8.elementsEqual(text.utf8)
    )
  }

  @Test(arguments: [
    ([0x61, 0x00], UTType.utf16PlainText, "a"), ([0xFE, 0xFF, 0x00, 0x61], .utf16PlainText, "a"),
    ([0xFF, 0xFE, 0x61, 0x00], .plainText, "a"), ([0xC3, 0xA9], .plainText, "é"),
    ([0x3D, 0xD8, 0x00, 0xDE], .utf16PlainText, "😀"),
  ])
  func `text is decoded as its type says`(bytes: [UInt8], type: UTType, expected: String)
    async throws
  {
    #expect(try await String(importing: Data(bytes), contentType: type) == expected)
  }

  @Test(arguments: [
    ([0xFF, 0x61], UTType.utf8PlainText), ([0x3D, 0xD8], .utf16PlainText),
    ([0xC3], .plainText), ([0x61], .json),
  ])
  func `what is not such text is an error`(bytes: [UInt8], type: UTType) async throws {
    await #expect(throws: TransferError.self) {
      try await String(importing: Data(bytes), contentType: type)
    }
  }

  @Test func `an address is sent as text, that of a file also as the file`() async throws {
    let scratch = try Scratch()
    let file = try scratch.file("a b.txt", Data("content".utf8))
    let web = try #require(URL(string: "https://example.com/?q=1#f"))
    #expect(web.exportedContentTypes() == [.url])
    #expect(file.exportedContentTypes() == [.fileURL, .item])
    #expect(try await web.exported() == Data("https://example.com/?q=1#f".utf8))
    #expect(try await file.exported(as: .item) == Data("content".utf8))
    for url in [web, file] {
      let data = try await url.exported()
      #expect(try await URL(importing: data, contentType: url.isFileURL ? .fileURL : .url) == url)
    }
  }

  @Test func `an address of a browser is UTF-16 with a title`() async throws {
    let units = "https://a.b/ä\nTitle".utf16
    let data = Data(units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
    let url = try await URL(importing: data, contentType: .url)
    #expect(url.host() == "a.b")
  }

  @Test(arguments: [
    ("file:///tmp/a%FFb\r\nfile:///tmp/c\r\n", "file:///tmp/a%FFb"),
    ("# a list\nhttps://example.com/", "https://example.com/"), ("", nil), ("no address", nil),
    ("#\r\nfile:///a", "file:///a"),
  ])
  func `of a list of addresses the first is taken`(list: String, expected: String?) async throws {
    let url = try? await URL(importing: Data(list.utf8), contentType: .fileURL)
    #expect(url?.absoluteString == expected)
  }

  @Test func `attributed text is its plain text`() async throws {
    let text = AttributedString("styled")
    #expect(try await text.exported(as: .plainText) == Data("styled".utf8))
    #expect(try await AttributedString(importing: Data("a".utf8), contentType: .plainText) == "a")
  }

  @Test func `what has bytes can be had as bytes`() async throws {
    #expect(try await Data(importing: Data([1, 2]), contentType: .png) == Data([1, 2]))
    #expect(try await Data([1, 2]).exported() == Data([1, 2]))
    await #expect(throws: TransferError.self) {
      try await Data(importing: Data(), contentType: .folder)
    }
  }

  @Test func `there is nothing of what cannot exist`() {
    #expect(Never.exportedContentTypes() == [])
    #expect(Never.importedContentTypes() == [])
  }
}

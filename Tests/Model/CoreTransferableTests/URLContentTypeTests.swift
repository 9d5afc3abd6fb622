import CoreTransferable
import Testing

@Suite("Addresses that say a type") struct URLContentTypeTests {
  @Test(arguments: [
    ("file:///a/puppy", UTType.jpeg, "file:///a/puppy.jpeg"),
    ("file:///a/puppy.jpg", .image, "file:///a/puppy.jpg"),
    ("file:///a/puppy.jpg", .plainText, "file:///a/puppy.jpg.txt"),
    ("file:///a%20b/%E4%BD%A0", .png, "file:///a%20b/%E4%BD%A0.png"),
    ("file:///a/blob", .data, "file:///a/blob"), ("file:///", .png, "file:///"),
    ("https://example.com/a?b=c", .png, "https://example.com/a.png?b=c"),
    ("https://example.com", .png, "https://example.com"),
  ])
  func `the extension is there once`(address: String, type: UTType, expected: String) throws {
    var url = try #require(URL(string: address))
    #expect(url.appendingPathExtension(for: type).absoluteString == expected)
    url.appendPathExtension(for: type)
    #expect(url.absoluteString == expected)
  }

  @Test(arguments: [
    ("puppy", UTType.png, "/a/puppy.png"), ("puppy.png", .image, "/a/puppy.png"),
    ("b/c", .json, "/a/b/c.json"),
  ])
  func `a file in a directory has one, too`(name: String, type: UTType, expected: String) {
    var url = URL(filePath: "/a", directoryHint: .isDirectory)
    #expect(url.appendingPathComponent(name, conformingTo: type).path == expected)
    url.appendPathComponent(name, conformingTo: type)
    #expect(url.path == expected)
  }
}

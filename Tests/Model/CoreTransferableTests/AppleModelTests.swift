import CoreTransferable
import Testing
import UniformTypeIdentifiers

@Suite("A model file of Apple's systems", .declaredTypes) struct AppleModelTests {
  private let profile = Profile(id: UUID(), name: "Ada")

  @Test func `a Codable value travels as JSON, and as text to everybody else`() async throws {
    #expect(Profile.exportedContentTypes() == [.profile, .utf8PlainText])
    #expect(Profile.importedContentTypes() == [.profile])
    let data = try await profile.exported(as: .profile)
    #expect(try JSONDecoder().decode(Profile.self, from: data) == profile)
    #expect(try await Profile(importing: data, contentType: .profile) == profile)
    #expect(try await profile.exported(as: .plainText) == Data("Ada".utf8))
    #expect(try await profile.exported(as: nil) == data)
  }

  @Test func `another encoder, and a representation on condition`() async throws {
    let archive = ProfileArchive(profiles: [profile])
    #expect(archive.exportedContentTypes() == [.profileArchive, .commaSeparatedText])
    let data = try await archive.exported(as: .profileArchive)
    let back = try await ProfileArchive(importing: data, contentType: .profileArchive)
    #expect(back.profiles == [profile])

    let listed = ProfileArchive(profiles: [Profile(id: UUID(), name: "Lovelace, Ada")])
    #expect(listed.exportedContentTypes() == [.profileArchive])
    #expect(ProfileArchive.exportedContentTypes() == [.profileArchive, .commaSeparatedText])
    await #expect(throws: TransferError.self) { try await listed.exported(as: .commaSeparatedText) }
    let csv = try await ProfileArchive(
      importing: Data("a\nb".utf8),
      contentType: .commaSeparatedText
    )
    #expect(csv.profiles.map(\.name) == ["a", "b"])
  }

  @Test func `a received file is copied by the model and gone afterwards`() async throws {
    let scratch = try Scratch()
    let movie = try scratch.file("film.mp4", Data("moving".utf8))
    let received = try await Video(importing: movie, contentType: .mpeg4Movie)
    defer { try? FileManager.default.removeItem(at: received.file.deletingLastPathComponent()) }
    #expect(received.file.lastPathComponent == "film.mp4")
    #expect(try Data(contentsOf: received.file) == Data("moving".utf8))
    #expect(try await Video(file: movie).exported(as: .mpeg4Movie) == Data("moving".utf8))
    // The address is another representation, of another meaning.
    #expect(try await Video(file: movie).exported(as: .fileURL) == Data(movie.absoluteString.utf8))
  }

  @Test func `what is private stays private, and the last name counts`() async throws {
    let layer = SketchLayer(title: "Sky", strokes: [1, 2])
    #expect(SketchLayer.exportedContentTypes() == [.png])
    #expect(SketchLayer.exportedContentTypes(visibility: .ownProcess) == [.sketchLayer, .png])
    #expect(layer.suggestedFilename == "Sky.png")
    let copy = try await SketchLayer(
      importing: layer.exported(as: .sketchLayer),
      contentType: .sketchLayer
    )
    #expect(copy.strokes == [1, 2])
    let name = try await layer.withExportedFile(contentType: .png) { $0.lastPathComponent }
    #expect(name == "Sky.png")
  }

  @Test func `a representation of others stands for them in its place`() async throws {
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    let bookmark = Bookmark(title: "Example", url: url)
    #expect(bookmark.exportedContentTypes().starts(with: [.json, .fileURL, .url]))
    #expect(bookmark.exportedContentTypes().last == .utf8PlainText)
    #expect(try await bookmark.exported(as: .url) == Data(url.absoluteString.utf8))
    let text = Data("Example\nhttps://example.com/a?b=c".utf8)
    #expect(try await bookmark.exported(as: .utf8PlainText) == text)
    #expect(try await Bookmark(importing: text, contentType: .utf8PlainText) == bookmark)
    await #expect(throws: Bookmark.Problem.noAddress) {
      try await Bookmark(importing: Data("a".utf8), contentType: .utf8PlainText)
    }
  }

  @Test func `a general importer takes what conforms`() async throws {
    let portrait = try await Portrait(importing: Data([1]), contentType: .png)
    #expect(portrait.pixels == Data([1]))
    #expect(Portrait.exportedContentTypes() == [])
    await #expect(throws: TransferError.self) {
      try await Portrait(importing: Data([1]), contentType: .pdf)
    }
  }

  @Test func `a proxy may take its time`() async throws {
    #expect(try await Greeting(name: "Ada").exported(as: .text) == Data("Hello, Ada".utf8))
  }
}

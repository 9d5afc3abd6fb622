// A model file as it is written for Apple's systems, with nothing in it for this one: that it is
// compiled and works is the test. `AppleModelTests` uses it.
import CoreTransferable
import Foundation

extension UTType {
  static var profile: UTType { UTType(exportedAs: "com.example.profile") }
  static let sketchLayer = UTType(exportedAs: "com.example.sketch-layer", conformingTo: .data)
  static let profileArchive = UTType(exportedAs: "com.example.profile-archive")
}

struct Profile: Identifiable, Codable, Hashable, Sendable {
  var id: UUID
  var name: String
  var homepage: URL?
}

// As JSON of its own type, and as text for everybody else.
extension Profile: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .profile)
    ProxyRepresentation(exporting: \.name)
  }
}

// In a binary form of its own, with another encoder, and as comma-separated values on condition.
struct ProfileArchive: Codable, Transferable {
  var profiles: [Profile]
  var supportsCSV: Bool { profiles.allSatisfy { !$0.name.contains(",") } }

  func csvData() -> Data { Data(profiles.map(\.name).joined(separator: "\n").utf8) }

  init(profiles: [Profile]) { self.profiles = profiles }

  init(csvData: Data) {
    profiles = String(decoding: csvData, as: UTF8.self)
      .split(separator: "\n")
      .map { Profile(id: UUID(), name: String($0)) }
  }

  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(
      for: ProfileArchive.self,
      contentType: .profileArchive,
      encoder: PropertyListEncoder(),
      decoder: PropertyListDecoder()
    )
    DataRepresentation(contentType: .commaSeparatedText) { archive in
      archive.csvData()
    } importing: { data in
      ProfileArchive(csvData: data)
    }
    .exportingCondition { archive in archive.supportsCSV }
  }
}

// A file that is copied by whoever receives it, and its address as an alternative.
struct Video: Transferable {
  let file: URL

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(contentType: .mpeg4Movie) { video in
      SentTransferredFile(video.file)
    } importing: { received in
      let destination = try Video.library.appendingPathComponent(received.file.lastPathComponent)
      try FileManager.default.copyItem(at: received.file, to: destination)
      return Video(file: destination)
    }
    ProxyRepresentation(exporting: \.file)
  }

  static var library: URL {
    get throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "xfer-test-library-\(UUID().uuidString)"
      )
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      return url
    }
  }
}

// A private form for the program itself, a public one for others, and a name for files.
final class SketchLayer: Transferable {
  let title: String
  let strokes: [UInt8]

  init(title: String, strokes: [UInt8]) {
    self.title = title
    self.strokes = strokes
  }

  convenience init(data: Data) throws {
    guard let split = data.firstIndex(of: 0) else { throw CocoaError(.fileReadCorruptFile) }
    self.init(
      title: String(decoding: data[..<split], as: UTF8.self),
      strokes: Array(data[data.index(after: split)...])
    )
  }

  func data() -> Data { Data(title.utf8) + Data([0]) + Data(strokes) }
  func pngData() async throws -> Data { Data([0x89, 0x50, 0x4E, 0x47]) + Data(strokes) }

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: .sketchLayer) { layer in
      layer.data()
    } importing: { data in
      try SketchLayer(data: data)
    }
    .visibility(.ownProcess)
    .suggestedFileName("Layer.sketchlayer")
    DataRepresentation(exportedContentType: .png) { layer in
      try await layer.pngData()
    }
    .suggestedFileName { layer in layer.title + ".png" }
  }
}

// A representation that is made of others, and used as one.
struct TextAndLink: TransferRepresentation {
  typealias Item = Bookmark

  var body: some TransferRepresentation {
    ProxyRepresentation(exporting: \Bookmark.url)
    ProxyRepresentation { (bookmark: Bookmark) in
      bookmark.title + "\n" + bookmark.url.absoluteString
    } importing: { (text: String) in
      try Bookmark(text: text)
    }
  }
}

struct Bookmark: Codable, Equatable {
  enum Problem: Error { case noAddress }

  var title: String
  var url: URL

  init(title: String, url: URL) {
    self.title = title
    self.url = url
  }

  init(text: String) throws {
    let lines = text.components(separatedBy: "\n")
    guard lines.count == 2, let url = URL(string: lines[1]) else { throw Problem.noAddress }
    self.init(title: lines[0], url: url)
  }
}

extension Bookmark: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .json)
    TextAndLink()
  }
}

// One form at a time: only in, only out, and slowly.
struct Portrait: Transferable {
  var pixels: Data

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(importedContentType: .image) { data in
      Portrait(pixels: data)
    }
  }
}

struct Greeting: Transferable {
  var name: String

  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation { greeting in
      try await greeting.text()
    }
  }

  func text() async throws -> String {
    await withCheckedContinuation { continuation in
      continuation.resume(returning: "Hello, \(name)")
    }
  }
}

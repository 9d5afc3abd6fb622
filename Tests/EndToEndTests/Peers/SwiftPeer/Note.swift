import CoreTransferable
import LinuxIO

/// A value whose closures leave marks: what was made, and for whom.
struct Note: Codable, Sendable {
  var text: String

  /// Where marks are left, by the environment of the peer.
  static func mark(_ name: String) {
    guard let directory = Environment.string("MARKS") else { return }
    try? Data().write(to: URL(filePath: "\(directory)/\(name)"))
  }
}

extension Note: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: .json) { note in
      mark("json")
      return try JSONEncoder().encode(note)
    } importing: { data in
      try JSONDecoder().decode(Note.self, from: data)
    }
    DataRepresentation(exportedContentType: .html) { note in
      mark("html")
      return Data("<p>\(note.text)</p>".utf8)
    }
    ProxyRepresentation { note in
      mark("text")
      return note.text
    }
  }
}

/// A value with a representation for everybody, one for this user and one for this process.
struct Guarded: Transferable {
  var text: String

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: .json) {
      Data("own \($0.text)".utf8)
    } importing: { data in
      Guarded(text: String(decoding: data, as: UTF8.self))
    }
    .visibility(.ownProcess)
    DataRepresentation(exportedContentType: .html) { Data("team \($0.text)".utf8) }
      .visibility(.team)
    ProxyRepresentation(exporting: \.text)
  }
}

/// A value that nobody but its own process sees.
struct Private: Transferable {
  var text: String

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: .json) {
      Data($0.text.utf8)
    } importing: { data in
      Private(text: String(decoding: data, as: UTF8.self))
    }
    .visibility(.ownProcess)
  }
}

/// A value with a representation that never comes, one that is too late at an exit, and one that is.
struct Stuck: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .png) { (_: Stuck) in
      try await Task.sleep(for: .seconds(3600))
      return Data()
    }
    DataRepresentation(exportedContentType: .html) { (_: Stuck) in Data("<i>x</i>".utf8) }
  }
}

/// A value whose first representation fails when it is asked for.
struct Failing: Transferable {
  struct Refusal: Error {}

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .png) { (_: Failing) in throw Refusal() }
    DataRepresentation(exportedContentType: .jpeg) { (_: Failing) in Data("jpeg".utf8) }
  }
}

/// An image, whatever its format.
struct Picture: Transferable {
  struct Refusal: Error {}

  var bytes: Data

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(importedContentType: .image) { bytes in
      if bytes.isEmpty { throw Refusal() }
      return Picture(bytes: bytes)
    }
  }
}

/// A file of any size.
struct Recording: Transferable {
  struct Refusal: Error {}

  /// Where it is, or has been.
  var file: URL

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(contentType: .mpeg4Movie) { recording in
      SentTransferredFile(recording.file)
    } importing: { received in
      Note.mark("importing")
      guard let kept = Environment.string("KEEP") else { throw Refusal() }
      try FileManager.default.copyItem(at: received.file, to: URL(filePath: kept))
      return Recording(file: received.file)
    }
    .suggestedFileName { "copy of \($0.file.lastPathComponent)" }
  }
}

/// A directory.
struct Folder: Transferable {
  var directory: URL

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(contentType: .folder) { folder in
      SentTransferredFile(folder.directory)
    } importing: { received in
      guard let kept = Environment.string("KEEP") else { throw Recording.Refusal() }
      try FileManager.default.copyItem(at: received.file, to: URL(filePath: kept))
      return Folder(directory: received.file)
    }
  }
}

/// A value whose type nobody declared.
struct Undeclared: Codable, Transferable {
  var text = ""

  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(exporting: \.text)
    CodableRepresentation(contentType: UTType(exportedAs: "com.example.never-declared"))
  }
}

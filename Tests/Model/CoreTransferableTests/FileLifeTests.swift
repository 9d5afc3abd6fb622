import CoreTransferable
import Testing
import UniformTypeIdentifiers

private struct Stop: Error {}

/// Does with a received file what a test wants.
private struct Received: Transferable {
  enum Deed: Sendable { case look, fail, wait, keep(URL), move(URL) }

  @TaskLocal static var deed = Deed.look

  let file: URL
  let isOriginal: Bool

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(importedContentType: .png, importing: take)
    FileRepresentation(
      importedContentType: .jpeg,
      shouldAttemptToOpenInPlace: true,
      importing: take
    )
    FileRepresentation(importedContentType: .folder, importing: take)
  }

  @Sendable private static func take(_ received: ReceivedTransferredFile) async throws -> Received {
    #expect(exists(received.file))
    switch deed {
    case .look: break
    case .fail: throw Stop()
    case .wait: try await Task.sleep(for: .seconds(600))
    case .keep(let place): try FileManager.default.copyItem(at: received.file, to: place)
    case .move(let place): try FileManager.default.moveItem(at: received.file, to: place)
    }
    return Received(file: received.file, isOriginal: received.isOriginalFile)
  }
}

/// A file that may be had itself, or not.
private struct Sent: Transferable {
  var file: URL
  var allowsOriginal = false

  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(exportedContentType: .jpeg, shouldAllowToOpenInPlace: true) { sent in
      SentTransferredFile(sent.file, allowAccessingOriginalFile: sent.allowsOriginal)
    }
    FileRepresentation(exportedContentType: .png) { sent in
      SentTransferredFile(sent.file, allowAccessingOriginalFile: sent.allowsOriginal)
    }
  }
}

@Suite("The life of files", .timeLimit(.minutes(4))) struct FileLifeTests {
  /// B136: each loaded file representation leaves its temporary copy behind.
  @Test func `600 loads leave nothing behind, whichever way they end`() async {
    // In a process of its own, since other tests have files, too.
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      let photo = try scratch.file("photo.png", Data([1]))
      for number in 0..<200 {
        let kept = scratch.url.appending(component: "kept \(number)")
        let received = try await Received.$deed.withValue(.keep(kept)) {
          try await Received(importing: photo, contentType: .png)
        }
        #expect(!exists(received.file))
        #expect(!exists(received.file.deletingLastPathComponent()))
        #expect(try Data(contentsOf: kept) == Data([1]))
        await #expect(throws: Stop.self) {
          try await Received.$deed.withValue(.fail) {
            try await Received(importing: photo, contentType: .png)
          }
        }
        let waiting = Task {
          try await Received.$deed.withValue(.wait) {
            try await Received(importing: Data([1]), contentType: .png)
          }
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
      }
      // What was cancelled may still be on its way out.
      let prefix = "xfer-transfer-\(ProcessInfo.processInfo.processIdentifier)-"
      let place = FileManager.default.temporaryDirectory.path
      func isLeft() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: place).contains { $0.hasPrefix(prefix) }
      }
      while try isLeft() { await Task.yield() }
    }
  }

  @Test func `copies lie in a directory that is open to nobody else`() async throws {
    let mode = try await "text".withExportedFile { file in
      let place = file.deletingLastPathComponent().deletingLastPathComponent()
      #expect(place.lastPathComponent.hasPrefix("xfer-transfer-"))
      return try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int
    }
    #expect(mode == 0o700)
  }

  @Test func `a receiver sees a copy, unless both want the original`() async throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.jpg", Data([1]))
    for (type, allows, expected) in [
      (UTType.jpeg, true, true), (.jpeg, false, false), (.png, true, false), (.png, false, false),
    ] {
      let provider = ItemProvider(Sent(file: file, allowsOriginal: allows))
        .loadFileRepresentation(for: type, openInPlace: true)
      #expect(try await provider.value.isOriginalFile == expected)
    }
    let handle = ItemProvider(Sent(file: file, allowsOriginal: true)).loadTransferable(
      type: Received.self
    )
    let received = try await handle.value
    #expect(received.isOriginal)
    #expect(received.file == file)
    let copied = try await ItemProvider(Sent(file: file)).loadTransferable(type: Received.self)
      .value
    #expect(!copied.isOriginal)
    #expect(copied.file != file)
  }

  @Test func `an importer may move its copy away`() async throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.png", Data([1]))
    let place = scratch.url.appending(component: "moved.png")
    try await Received.$deed.withValue(.move(place)) {
      _ = try await Received(importing: file, contentType: .png)
    }
    #expect(try scratch.names == ["a.png", "moved.png"])
  }

  @Test func `a directory travels with all that is in it`() async throws {
    let scratch = try Scratch()
    let package = try scratch.directory("a.bundled")
    let inner = package.appending(component: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    try Data([1]).write(to: inner.appending(component: "x"))
    try FileManager.default.createSymbolicLink(
      atPath: package.appending(component: "link").path,
      withDestinationPath: "inner/x"
    )
    let kept = scratch.url.appending(component: "kept")
    try await Received.$deed.withValue(.keep(kept)) {
      _ = try await Received(importing: package, contentType: .folder)
    }
    #expect(try Data(contentsOf: kept.appending(path: "inner/x")) == Data([1]))
    let link = kept.appending(component: "link").path
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "inner/x")

    let target = try scratch.directory("target")
    let exported = try await package.export(to: target, contentType: .item)
    #expect(exported.lastPathComponent == "a.bundled")
    let second = try await package.export(to: target, contentType: .item)
    #expect(second.lastPathComponent == "a (2).bundled")
    await #expect(throws: TransferError.self) { try await package.exported(as: .item) }
    await #expect(throws: TransferError.self) {
      try await package.export(to: inner, contentType: .item)
    }
  }

  @Test func `a link is followed, so that the receiver has no way to the original`() async throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.png", Data([1]))
    let link = scratch.url.appending(component: "link.png")
    try FileManager.default.createSymbolicLink(
      atPath: link.path,
      withDestinationPath: file.path
    )
    let kept = scratch.url.appending(component: "kept")
    try await Received.$deed.withValue(.keep(kept)) {
      _ = try await Received(importing: link, contentType: .png)
    }
    let kind = try FileManager.default.attributesOfItem(atPath: kept.path)[.type]
    #expect(kind as? FileAttributeType == .typeRegular)
  }

  @Test(arguments: ["/dev/zero", "/dev/null", "/dev/stdin"])
  func `a device is no file`(path: String) async throws {
    await #expect(throws: TransferError.self) {
      try await Received(importing: URL(filePath: path), contentType: .png)
    }
    await #expect(throws: TransferError.self) {
      try await Data(importing: URL(filePath: path), contentType: .data)
    }
  }

  /// `URL` and `FileManager` of FoundationEssentials reach nothing through such a name.
  @Test func `a name that is not UTF-8 is an error and never another file`() async throws {
    let url = try #require(URL(string: "file:///tmp/a%FFb.png"))
    for work in [
      { _ = try await Received(importing: url, contentType: .png) },
      { _ = try await Data(importing: url, contentType: .data) },
      { _ = try await url.exported(as: .item) },
    ] as [@Sendable () async throws -> Void] {
      let error = await #expect(throws: TransferError.self) { try await work() }
      guard case .file(.unreachableName) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    // As an address it keeps its bytes.
    #expect(try await url.exported(as: .fileURL) == Data("file:///tmp/a%FFb.png".utf8))
  }
}

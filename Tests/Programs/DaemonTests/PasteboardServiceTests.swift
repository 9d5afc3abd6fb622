import Glibc
import LinuxIO
import TestSupport
import Testing
import Varlink
import Wire

@testable import Daemon

@Suite("The service, without a display", .timeLimit(.minutes(4)))
struct PasteboardServiceTests {
  private static func item(_ representations: PutRepresentation...) -> PutItem {
    PutItem(representations: representations)
  }

  // MARK: Input

  @Test
  func `a path leads to a regular file and to nothing else`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      let file = daemon.path("file")
      try writeAll("content", to: file)
      mkfifo(daemon.path("fifo"), 0o600)
      var representation = PutRepresentation()
      representation.path = file
      _ = try client.put(PutRequest(items: [Self.item(representation)]))
      #expect(try client.get().text == "content")
      for path in [daemon.path("fifo"), "/dev/zero", "/tmp", "file", "", daemon.path("none")] {
        representation.path = path
        #expect(throws: PasteboardError.self, "\(path)") {
          try client.put(PutRequest(items: [Self.item(representation)]))
        }
      }
      #expect(try client.get().text == "content")
    }
  }

  @Test
  func `a descriptor is named once`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let pipe = try Pipe.make()
      let request = PutRequest(items: [
        Self.item(
          PutRepresentation(type: "a/a", descriptor: 0),
          PutRepresentation(type: "b/b", descriptor: 0)
        )
      ])
      let error = #expect(throws: PasteboardError.self) {
        try daemon.client().put(request, [pipe.reader])
      }
      #expect(error == .invalidRequest(parameter: "descriptor", reason: "one is named twice"))
    }
  }

  @Test
  func `a pipe that others empty as well is read to its end`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let pipe = try Pipe.make()
      let client = try daemon.client()
      let request = PutRequest(items: [Self.item(PutRepresentation(descriptor: 0))])
      try client.call(.put, request, descriptors: [pipe.reader])
      // Each byte wakes the daemon and is taken by whoever is first: neither may wait for it.
      let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
      defer { piece.deallocate() }
      for _ in 0..<2000 {
        try pipe.writer.descriptor.writeAll([65])
        _ = try ContentCopy.readAvailable(from: pipe.reader.number, into: piece)
      }
      _ = try daemon.client().put("another")
      try pipe.writer.descriptor.writeAll(Array("end".utf8))
      _ = consume pipe
      _ = try client.next(PutReply.self)
      #expect(try client.get().text?.hasSuffix("end") == true)
    }
  }

  @Test
  func `a put that waits holds no descriptor`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      var pipe: Pipe? = try Pipe.make()
      var request = PutRequest(items: [
        Self.item(
          PutRepresentation(type: "a/a", descriptor: 0),
          PutRepresentation(type: nil, text: "b")
        )
      ])
      request.wait = true
      let back = try Pipe.make()
      try client.call(
        .put,
        request,
        descriptors: [try #require(pipe).reader, back.writer],
        more: true
      )
      pipe = nil
      _ = try client.next(PutReply.self)
      let reader = back.reader
      _ = consume back
      // Its end is there once nobody holds the other one.
      #expect(try reader.descriptor.poll(for: .readable, timeout: .seconds(10)) != nil)
    }
  }

  // MARK: Output

  @Test
  func `an address that cannot be read gives way to what can`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      // Half a character of UTF-16.
      let address = PutRepresentation(type: "text/x-moz-url", text: "a\0b")
      let page = PutRepresentation(type: "public.html", text: "<b>")
      _ = try client.put(PutRequest(items: [Self.item(address, page)]))
      let reply = try client.get { $0.types = ["public.url", "public.html"] }
      #expect(reply.text == "<b>")
      let reason = "the text is not what its type says"
      #expect(reply.failed == [FailedType(type: "public.url", reason: reason)])
      let error = #expect(throws: PasteboardError.self) {
        try client.get { $0.types = ["public.url"] }
      }
      #expect(error == .peerProtocol(reason: "public.url: \(reason)"))
    }
  }

  // MARK: Ends

  @Test
  func `the last paste goes to one of many gets`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      _ = try daemon.client().put("secret") { $0.pastes = 2 }
      let clients = try (0..<16).map { _ in try daemon.client() }
      for client in clients { try client.call(.get, GetRequest()) }
      let got = clients.count { (try? $0.next(GetReply.self))?.text == "secret" }
      #expect(got == 2)
    }
  }

  @Test
  func `what was to be forgotten does not come back`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      _ = try client.put("lasting")
      _ = try client.put("secret") { $0.expire = 3_600_000 }
      _ = try client.put("second") { ($0.pastes, $0.restore) = (1, true) }
      #expect(try client.get().text == "second")
      #expect(eventually { (try? client.get()) == nil })
      _ = try client.put("lasting")
      _ = try client.put("secret") { ($0.expire, $0.restore) = (3_600_000, true) }
      _ = try client.put("second") { ($0.pastes, $0.restore) = (1, true) }
      #expect(try client.get().text == "second")
      #expect(eventually { (try? client.get())?.text == "lasting" })
    }
  }

  @Test(arguments: [Int.max, 1 << 53])
  func `a deadline beyond all time never comes, and no entry has one`(milliseconds: Int)
    async throws
  {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      #expect(throws: PasteboardError.self) {
        try client.put("lasting") { $0.expire = milliseconds }
      }
      _ = try client.put("lasting") { $0.expire = 100 * 366 * 86_400_000 }
      #expect(try client.get { $0.timeout = milliseconds }.text == "lasting")
      #expect(throws: PasteboardError.self) { try client.get { $0.item = milliseconds } }
      #expect(throws: PasteboardError.self) { try client.get { $0.item = -milliseconds } }
      #expect(throws: PasteboardError.self) { try client.get { $0.timeout = -milliseconds } }
    }
  }

  // MARK: Secrets

  @Test
  func `several secret items are handed over without a disk`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      var request = PutRequest(
        items: ["a", "b"].map { text in
          Self.item(PutRepresentation(type: nil, text: text))
        }
      )
      request.sensitive = true
      _ = try client.put(request)
      var wish = GetRequest()
      wish.delivery = .descriptor
      let (reply, descriptors) = try client.getWithDescriptors(wish)
      let file = try #require(descriptors.first)
      #expect(reply.size == 3)
      #expect(try file.descriptor.readToEnd(limit: 100) == Array("a\nb".utf8))
      let path = try #require(linkTarget("/proc/self/fd/\(file.number)"))
      #expect(path.hasPrefix("/memfd:xfer-sensitive"), "\(path)")
    }
  }

  // MARK: Watchers

  @Test
  func `nothing is lost or told twice while a watcher catches up`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let writer = try daemon.client()
      _ = try writer.put("first")
      for _ in 0..<20 {
        let watcher = try daemon.client()
        try watcher.call(.watch, WatchRequest(since: 0), more: true)
        let last = try writer.put("next").changeCount
        var counts: [Int] = []
        while counts.last != last {
          counts.append(try watcher.next(WatchReply.self).change.changeCount)
        }
        #expect(counts == counts.sorted() && Set(counts).count == counts.count, "\(counts)")
      }
    }
  }

  @Test func `a watcher is told of the types that it asked for, by what is declared`() async throws
  {
    let daemon = try TestDaemon()
    try await onThread {
      let (writer, watcher) = (try daemon.client(), try daemon.client())
      func put(_ bug: String) throws {
        _ = try writer.put(bug) { $0.items[0].representations[0].type = "com.example.bug" }
      }
      try put("{}")
      for wish in ["public.json", "BUG", "application/vnd.example.ticket+json"] {
        let watcher = try daemon.client()
        try watcher.call(.watch, WatchRequest(types: ["public.image", wish], since: 0), more: true)
        let first = try watcher.next(WatchReply.self).change
        #expect(first.types.first?.type == "com.example.bug", "\(wish)")
        _ = try writer.put("no ticket")
        try put("[1]")
        let second = try watcher.next(WatchReply.self).change
        #expect(second.sequence == first.sequence + 2 && second.types.first?.size == 3)
      }
      try watcher.call(.watch, WatchRequest(types: [""]), more: true)
      #expect(throws: PasteboardError.self) { try watcher.next(WatchReply.self) }
    }
  }
}

private func writeAll(_ text: String, to path: String) throws {
  try FileSystem.open(Array(path.utf8), .replace).writeAll(Array(text.utf8))
}

private func linkTarget(_ path: String) -> String? {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = buffer.withUnsafeMutableBytes { bytes in
    bytes.withMemoryRebound(to: CChar.self) { text in
      text.baseAddress.map { readlink(path, $0, text.count) } ?? -1
    }
  }
  return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
}

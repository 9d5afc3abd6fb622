import Glibc
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite("Content that commands print", .timeLimit(.minutes(4)))
struct ShellCommandTests {
  private static func put(
    _ client: TestClient,
    _ commands: [(type: String, command: String)],
    _ change: (inout PutRequest) -> Void = { _ in }
  ) throws {
    let representations = commands.map { PutRepresentation(type: $0.type, command: $0.command) }
    var request = PutRequest(items: [PutItem(representations: representations)])
    change(&request)
    _ = try client.put(request)
  }

  @Test func `a command runs when it is first asked for, once, where the put says`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, [("public.html", "echo x >> ran; pwd")]) {
        $0.directory = daemon.path("")
      }
      #expect(try client.types().first?.size == nil)
      #expect(access(daemon.path("ran"), F_OK) != 0)
      let readers = try (0..<5).map { _ in try daemon.client() }
      for reader in readers { try reader.call(.get, GetRequest(types: ["public.html"])) }
      let directory = String(daemon.path("").dropLast())
      for reader in readers { #expect(try reader.next(GetReply.self).text == directory + "\n") }
      #expect(try FileSystem.read(Array(daemon.path("ran").utf8)) == Array("x\n".utf8))
      #expect(try client.types().first?.size == directory.utf8.count + 1)
    }
  }

  @Test(arguments: [
    "exit 3", "kill -9 $$", "printf '\\377'", "nonsense-that-is-no-command",
  ])
  func `a command that gives nothing gives way to the next`(command: String) async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, [("public.json", command), ("public.plain-text", "echo plain")])
      #expect(
        try client.get { $0.types = ["public.json", "public.plain-text"] }.text == "plain\n"
      )
      #expect(try client.types().map(\.type) == ["public.utf8-plain-text"])
    }
  }

  @Test func `what a command prints of a secret touches no disk`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, [("public.plain-text", "echo secret")]) { $0.sensitive = true }
      var wish = GetRequest()
      wish.delivery = .descriptor
      let (_, descriptors) = try client.getWithDescriptors(wish)
      let file = try #require(descriptors.first)
      #expect(try file.descriptor.readToEnd(limit: 100) == Array("secret\n".utf8))
      var target = [CChar](repeating: 0, count: 256)
      _ = readlink("/proc/self/fd/\(file.number)", &target, 255)
      let bytes = target.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("/memfd:xfer-sensitive"))
    }
  }

  @Test func `a command has no input and none of the daemon's own affairs`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, [("a/a", "cat; ls /proc/self/fd | wc -l; cat /proc/self/stat")])
      let words = try #require(try client.get { $0.types = ["a/a"] }.text).split(separator: " ")
      // Input, output, errors, and the one with which ls reads the directory.
      #expect(words.first?.hasPrefix("4\n") == true, "\(words)")
      let stat = words.drop { !$0.hasSuffix(")") }
      #expect(stat.dropFirst(4).first.flatMap { Int($0) } != Int(getsid(0)))
    }
  }

  @Test(arguments: [
    ("", "/tmp"), ("a\0b", "/tmp"), ("date", "tmp"), ("date", ""), ("date", "/a\0b"),
  ])
  func `a command that cannot be run is refused`(command: String, directory: String) async throws {
    let daemon = try TestDaemon()
    try await onThread {
      _ = #expect(throws: PasteboardError.self) {
        try Self.put(daemon.client(), [("a/a", command)]) { $0.directory = directory }
      }
    }
  }

  @Test func `a directory that is not there fails the promise only`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, [("a/a", "date")]) { $0.directory = daemon.path("none") }
      let error = #expect(throws: PasteboardError.self) { try client.get { $0.types = ["a/a"] } }
      guard case .peerFailed(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("a/a: its command "))
    }
  }

  @Test func `a get waits as long as more of its content comes`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      let command = "for i in 1 2 3 4 5 6 7 8; do printf 12; sleep 0.25; done"
      try Self.put(client, [("a/a", command)])
      let reply = try client.get {
        $0.types = ["a/a"]
        $0.timeout = 1000
      }
      #expect(reply.text == "1212121212121212")
    }
  }

  @Test func `what was late is told once, and what failed before is told again`() async throws {
    let daemon = try TestDaemon()
    try await onThread {
      let client = try daemon.client()
      try Self.put(client, [("text/html", "exec sleep 60")])
      let error = #expect(throws: PasteboardError.self) {
        try client.get { request in
          (request.types, request.timeout) = (["text/html"], 1)
        }
      }
      #expect(error == .peerTimeout(stage: "public.html: it was not made in time"))
      try Self.put(client, [("text/html", "echo why >&2; exit 3")])
      let get = { _ = try client.get { $0.types = ["text/html"] } }
      let first = #expect(throws: PasteboardError.self, performing: get)
      let again = #expect(throws: PasteboardError.self, performing: get)
      guard case .peerFailed = first else {
        Issue.record("\(String(describing: first))")
        return
      }
      #expect(again == first)
    }
  }
}

import Declarations
import LinuxIO
import TestSupport
import Testing
import Varlink
import Wire

@testable import Daemon

/// A daemon without a display, on a thread of its own, and clients of it.
final class TestDaemon: Sendable {
  private let scratch: ScratchDirectory
  private let socket: String

  /// Starts one that knows tickets, and bugs, which are tickets.
  ///
  /// The registry is the process's: all daemons declare the same types, and differ in what else the
  /// files say of them.
  ///
  /// It follows `configuration` until it is told to reload, and the default one from then on.
  init(
    configuration: Configuration = Configuration(),
    tickets: String = "",
    bugs: String = ""
  ) throws {
    SignalWatch.ignoreBrokenPipe()
    scratch = try ScratchDirectory()
    socket = scratch.path("socket")
    let types = """
      [[type]]
      identifier = "com.example.ticket"
      conformsTo = ["public.json"]
      mimeTypes = ["application/vnd.example.ticket+json"]
      \(tickets)
      [[type]]
      identifier = "com.example.bug"
      conformsTo = ["com.example.ticket"]
      targets = ["BUG"]
      \(bugs)
      """
    try FileSystem.makeDirectory(Array(scratch.path("types").utf8))
    try scratch.write(Array(types.utf8), to: "types/test.toml")
    let listener = SharedDescriptor(try UnixSocket.listen(at: Array(socket.utf8), mode: 0o600))
    let daemon = try Daemon(
      sockets: [listener],
      stateDirectory: Array(scratch.path.utf8),
      configuration: configuration,
      declarations: DeclarationFolders([Array(scratch.path("types").utf8)]),
      reload: { () throws(PasteboardError) in Configuration() }
    )
    startThread { try? daemon.run(display: nil, authority: nil) }
  }

  deinit {
    // One that does not answer has failed its test already.
    try? TestClient(socket).call(.stop, Nothing())
  }

  func client() throws -> TestClient { try TestClient(socket) }

  /// The path of a file beside the socket.
  func path(_ name: String) -> String { scratch.path(name) }
}

/// One connection to a ``TestDaemon``.
struct TestClient {
  private let client: VarlinkClient

  init(_ socket: String) throws { client = try VarlinkClient(connectedTo: socket) }

  func call(
    _ method: PasteboardInterface.Method,
    _ request: some Encodable,
    descriptors: [SharedDescriptor] = [],
    more: Bool = false
  ) throws {
    try client.call(
      method.qualifiedName,
      parameters: try MessageEncoder.encode(request),
      descriptors: descriptors,
      more: more
    )
  }

  /// The next answer, as a message or as the error that it is.
  func next<Reply: Decodable>(_ type: Reply.Type = Reply.self) throws -> Reply {
    let reply = try client.nextReply(timeout: .seconds(20))
    if let error = reply.error {
      let parameters = try MessageDecoder.decode(
        PasteboardError.Parameters.self,
        from: error.parameters
      )
      throw try #require(PasteboardError(name: error.name, parameters: parameters))
    }
    return try MessageDecoder.decode(type, from: reply.parameters)
  }

  func put(_ request: PutRequest, _ descriptors: [SharedDescriptor] = []) throws -> PutReply {
    try call(.put, request, descriptors: descriptors)
    return try next()
  }

  func put(_ text: String, _ change: (inout PutRequest) -> Void = { _ in }) throws -> PutReply {
    var request = PutRequest(
      items: [PutItem(representations: [PutRepresentation(type: nil, text: text)])]
    )
    change(&request)
    return try put(request)
  }

  func get(_ change: (inout GetRequest) -> Void = { _ in }) throws -> GetReply {
    var request = GetRequest()
    change(&request)
    try call(.get, request)
    return try next()
  }

  func getWithDescriptors(_ request: GetRequest) throws -> (GetReply, [SharedDescriptor]) {
    try call(.get, request)
    let reply = try client.nextReply(timeout: .seconds(20))
    #expect(reply.error == nil)
    return (try MessageDecoder.decode(GetReply.self, from: reply.parameters), reply.descriptors)
  }
}

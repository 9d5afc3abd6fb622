import Testing
internal import Wire

/// Programs in other languages talk to the daemon through their own Varlink libraries.
@Suite("Varlink from Python")
struct ForeignVarlinkTests {
  /// The Python that has the packages; installed on first use.
  private static let python: Result<String, any Error> = Result {
    let path = Programs.packageDirectory
    let install = try Child(
      [path + "/Scripts/python-peers"],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp"]
    )
    let outcome = install.outcome(within: .seconds(120))
    guard outcome.status == 0 else { throw HarnessError("python-peers: \(outcome.complaint)") }
    return path + "/.build/python-peers/bin/python"
  }

  /// Runs a story of the package `varlink`; the results by name.
  private func story(_ name: String, _ session: Session) throws -> [String: String] {
    let outcome = try session.run(
      [Self.python.get(), Programs.peer("varlink_client.py"), session.socket, name]
    )
    #expect(outcome.status == 0, "\(outcome.complaint)")
    var results: [String: String] = [:]
    for line in outcome.lines {
      let words = line.split(separator: " ", maxSplits: 1).map { String($0) }
      guard let key = words.first else { continue }
      results[key, default: ""] += words.count > 1 ? words[1] : ""
    }
    return results
  }

  @Test func `the service describes itself`() throws {
    let session = try Session(display: false)
    let found = try story("introspect", session)
    #expect(found["service"] == "org.varlink.service")
    #expect(found["interfaces"] == "[\"org.varlink.service\", \"org.xfer.Pasteboard\"]")
    #expect(found["description"] == "org.xfer.Pasteboard")
    for method in ["Put", "Get", "Types", "Clear", "Watch", "Status", "Boards", "Reload", "Stop"] {
      #expect(found["methods"]?.contains("\"\(method)\"") == true, "\(method)")
    }
  }

  @Test func `text and base64 go in and come out`() throws {
    let session = try Session()
    let found = try story("round_trip", session)
    #expect(found["board"] == "clipboard")
    #expect(found["text"] == "from python\n" || found["text"] == "from python")
    #expect(found["same"] == "true")
    #expect(found["complete"] == "true")
    #expect(found["mime"] == "[\"application/x-python\"]")
    #expect(found["size"] == "256")
    #expect(
      try session.xclipReads(target: "application/x-python").out == (0...255).map { UInt8($0) }
    )
    try session.verifyAlive()
  }

  @Test func `errors are typed and cost nothing`() throws {
    let session = try Session()
    let found = try story("errors", session)
    let names = [
      "empty": "Empty", "type": "NoSuchType", "items": "InvalidRequest",
      "both": "InvalidRequest", "none": "InvalidRequest", "payload": "InvalidPayload",
      "base64": "InvalidRequest", "index": "InvalidRequest", "path": "InputFailed",
    ]
    for (what, name) in names.sorted(by: { $0.key < $1.key }) {
      #expect(found[what] == "org.xfer.Pasteboard.\(name)", "\(what)")
    }
    #expect(found["type-parameters"]?.contains("public.utf8-plain-text") == true)
    #expect(found["alive"] == "x")
    try session.verifyAlive()
  }

  @Test func `changes stream`() throws {
    let session = try Session()
    let found = try story("watch", session)
    let one = "[\"clipboard\", \"ours\", \"public.utf8-plain-text\"]"
    #expect(found["change"] == one + one + one)
    try session.verifyAlive()
  }

  @Test func `status says how it is`() throws {
    let session = try Session()
    let found = try story("status", session)
    #expect(found["pid"] == "\(session.daemonPid)")
    #expect(found["bridged"] == "true")
    for board in ["clipboard", "primary", "secondary"] {
      #expect(found["boards"]?.contains("\"\(board)\"") == true)
    }
  }

  @Test func `descriptors pass both ways`() throws {
    let session = try Session()
    let script = Programs.peer("asyncvarlink_client.py")
    let files = [session.scratch + "/tmp/one", session.scratch + "/tmp/two"]
    let contents = [Samples.bytes(5), Samples.bytes(5_000_000)]
    for (file, bytes) in zip(files, contents) { try Files.write(bytes, to: file) }
    let put = try session.run([Self.python.get(), script, session.socket, "put"] + files)
    #expect(put.status == 0, "\(put.complaint)")
    for (index, bytes) in contents.enumerated() {
      let type = "application/x-file-\(index)"
      try expect(session.xclipReads(target: type).out, is: bytes)
      let get = try session.run([Self.python.get(), script, session.socket, "get", type])
      #expect(get.status == 0, "\(get.complaint)")
      expect(get.out, is: bytes)
    }
    let info = try session.run([Self.python.get(), script, session.socket, "info"])
    #expect(info.status == 0, "\(info.complaint)")
    #expect(info.lines.last == "\(PasteboardInterface.Method.allCases.count)")
    for file in files { Files.remove(file) }
    try session.verifyAlive()
  }
}

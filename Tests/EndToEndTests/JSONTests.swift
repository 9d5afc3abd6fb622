import Testing

/// `--json` is one object, or one object a line, with a schema.
@Suite("JSON output")
struct JSONTests {
  /// The values at some paths of each object that a verb prints, as JSON.
  private func values(
    _ session: Session,
    _ words: [String],
    at paths: String...
  ) throws -> [[String]] {
    let outcome = try session.run([Programs.xfer] + words + ["--json"])
    #expect(outcome.status == 0, "\(words): \(outcome.complaint)")
    return try session.json(outcome.out, at: paths)
  }

  @Test func `every verb that prints prints objects`() throws {
    let session = try Session()
    try session.put("text")
    let types = try values(session, ["types"], at: "types.0.type", "types.0.size")
    #expect(types == [["\"public.utf8-plain-text\"", "4"]])
    let status = try values(session, ["status"], at: "pid", "bridged", "display")
    #expect(status == [["\(session.daemonPid)", "true", "\"\(session.display)\""]])
    #expect(try values(session, ["config", "show"], at: "schema") == [["1"]])
  }

  @Test func `a failure prints no object`() throws {
    let session = try Session()
    let outcome = try session.xfer("types", "--json")
    #expect(outcome.status == 1)
    #expect(outcome.isCleanFailure, "\(outcome.complaint)")
  }

  @Test func `text that needs escapes is escaped`() throws {
    let session = try Session(display: false)
    let type = "application/x-\"quote\\back"
    let put = try session.xfer("put", "-t", type, input: .bytes([1]))
    guard put.status == 0 else {
      #expect(put.status == 64, "a name is taken or refused as wrong: \(put.complaint)")
      return
    }
    _ = try values(session, ["types"], at: "types.0.mimeType")
  }
}

extension Session {
  /// The values at some paths of each line of JSON.
  func json(_ bytes: [UInt8], at paths: [String]) throws -> [[String]] {
    let script = Programs.peer("json_lines.py")
    let outcome = try run([Programs.python, script] + paths, input: .bytes(bytes))
    guard outcome.status == 0 else {
      let text = String(decoding: bytes.prefix(300), as: UTF8.self)
      throw HarnessError("\(text) is not as it should be: \(outcome.complaint)")
    }
    return outcome.lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
  }

  /// The value at a path of what `xfer status --json` prints.
  func status(_ path: String) throws -> String {
    let outcome = try xfer("status", "--json")
    return try json(outcome.out, at: [path]).first?.first ?? "null"
  }
}

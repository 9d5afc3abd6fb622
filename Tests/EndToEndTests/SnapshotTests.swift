internal import Glibc
import Testing

/// `xfer put --snapshot FILE…` offers what files hold now.
@Suite("Snapshots of files")
struct SnapshotTests {
  /// What `xfer types --json` says at some paths, one value a path.
  private func types(_ session: Session, _ paths: String...) throws -> [String] {
    let outcome = try session.xfer("types", "--json")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    return try session.json(outcome.out, at: paths).first ?? []
  }

  @Test(arguments: [0, 1, 16_384, 16_385, 5_000_000])
  func `what becomes of the file afterwards is no matter`(size: Int) throws {
    let session = try Session()
    let bytes = Samples.bytes(size)
    let file = session.scratch + "/data.bin"
    try Files.write(bytes, to: file)
    let put = try session.xfer("put", "--snapshot", file)
    #expect(put.status == 0, "\(put.complaint)")
    try Files.write([UInt8](repeating: 7, count: size), to: file)
    Files.remove(file)
    let names = try types(session, "types.0.name", "types.0.size")
    #expect(names == ["\"data.bin\"", "\(size)"])
    let type = try types(session, "types.0.type")[0].filter { $0 != "\"" }
    try expect(session.xfer("get", "-t", type).out, is: bytes)
    try session.verifyAlive()
  }

  @Test func `each file is an item with its name and its type`() throws {
    let session = try Session()
    try Files.write([0, 0xFF], to: session.scratch + "/a.pdf")
    try Files.write("some text", to: session.scratch + "/notes")
    try Files.write(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0],
      to: session.scratch + "/p"
    )
    let put = try session.run(
      [
        "sh", "-c",
        "cd '\(session.scratch)' && xfer put --snapshot a.pdf ./notes '\(session.scratch)/p'",
      ]
    )
    #expect(put.status == 0, "\(put.complaint)")
    let found = try (0...2).map {
      try types(session, "types.\($0).item", "types.\($0).name", "types.\($0).type")
    }
    #expect(
      found == [
        ["1", "\"a.pdf\"", "\"com.adobe.pdf\""],
        ["2", "\"notes\"", "\"public.utf8-plain-text\""],
        ["3", "\"p\"", "\"public.png\""],
      ]
    )
    expect(try session.xclipReads().out, is: Array("some text".utf8))
    try session.verifyAlive()
  }

  @Test(arguments: [
    ("a\\nb", "\"a\\nb\"", "null"), ("%s", "", "null"),
    ("\\377.json", "\"\\ufffd.json\"", "\"%FF.json\""),
  ])
  func `a name may be any that a file can have`(form: String, name: String, encoded: String) throws
  {
    let session = try Session()
    let long = String(repeating: "n", count: 255)
    let script = """
      name=$(printf '\(form)' \(long)) && cd '\(session.scratch)' && mkdir names && cd names &&
      printf '{}' > "$name" && xfer put --snapshot "$name"
      """
    let put = try session.run(["sh", "-c", script])
    #expect(put.status == 0, "\(put.complaint)")
    let found = try types(session, "types.0.name", "types.0.encodedName")
    #expect(found == [name.isEmpty ? "\"\(long)\"" : name, encoded])
    try expect(session.xfer("get").out, is: Array("{}".utf8))
  }

  @Test func `what cannot be read is named, and changes nothing`() throws {
    let session = try Session()
    try session.put("before")
    let (file, directory) = (session.scratch + "/file", session.scratch + "/directory")
    try Files.write("new", to: file)
    try Files.makeDirectory(directory)
    for (words, why) in [
      ([file, file + "-not"], "file-not: No such file or directory"),
      ([directory, file], "directory: it is a directory"),
    ] {
      let put = try session.run([Programs.xfer, "put", "--snapshot"] + words)
      #expect(put.status == 66 && put.isCleanFailure, "\(put.complaint)")
      #expect(put.complaint.contains(why), "\(put.complaint)")
    }
    try expect(session.xfer("get").out, is: Array("before".utf8))
  }

  @Test func `as many files as a message carries, and no more`() throws {
    let session = try Session()
    let script = """
      cd '\(session.scratch)' && mkdir many && cd many &&
      for n in $(seq 253); do echo "line $n" > "$n.txt"; done && xfer put --snapshot *.txt
      """
    let put = try session.run(["sh", "-c", script])
    #expect(put.status == 0, "\(put.complaint)")
    let lines = try session.xfer("get").lines
    #expect(lines.filter { !$0.isEmpty }.count == 253)
    let more = try session.run([
      "sh", "-c", "cd '\(session.scratch)/many' && xfer put --snapshot *.txt 1.txt",
    ])
    #expect(more.status == 64, "\(more.complaint)")
    #expect(more.complaint.contains("at most 253 files"), "\(more.complaint)")
  }

  @Test func `of a secret nothing goes to a disk`() throws {
    let session = try Session()
    let file = session.scratch + "/secret.txt"
    try Files.write(Samples.text(100_000), to: file)
    #expect(try session.xfer("put", "--snapshot", "--sensitive", file).status == 0)
    let open = try session.run(["ls", "-l", "/proc/\(session.daemonPid)/fd"]).lines
    let unnamed = open.filter { $0.contains("(deleted)") }
    #expect(!unnamed.isEmpty && unnamed.allSatisfy { $0.contains("memfd:") }, "\(unnamed)")
    try expect(session.xfer("get").out, is: Samples.text(100_000))
  }
}

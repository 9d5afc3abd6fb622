import TestSupport
import Testing

@testable import Tar

@Suite("Archives")
struct TarTests {
  @Test func `a small member has one header, which says what it is`() throws {
    let member = TarMember(name: Array("payloads/a".utf8), byteCount: 1000)
    let header = TarWriter.header(of: member, time: 1_700_000_000)
    #expect(header.count == TarBlock.byteCount)
    #expect(try members(of: header + content(1000) + TarWriter.end) == [member])
  }

  @Test(arguments: [
    TarMember(name: Array(repeating: 0x61, count: 101), byteCount: 3),
    TarMember(name: Array(repeating: 0x61, count: 5000), byteCount: 0),
    TarMember(name: Array("ä/ö".utf8), byteCount: 512),
    TarMember(name: Array("a\nb=c".utf8), byteCount: 1),
    TarMember(name: Array("directory".utf8), kind: .directory, byteCount: 0),
    TarMember(name: Array("large".utf8), byteCount: 0o777_7777_7777),
    TarMember(name: Array("larger".utf8), byteCount: 0o1_0000_0000_0000),
  ])
  func `what is written is read again`(_ member: TarMember) throws {
    let header = TarWriter.header(of: member)
    #expect(header.count.isMultiple(of: TarBlock.byteCount))
    #expect(try firstMember(of: header) == member)
  }

  @Test func `the end is two blocks of zeros, and nothing counts behind it`() throws {
    var reader = TarReader()
    #expect(reader.isBetweenMembers)
    #expect(try reader.read(Array(TarWriter.end.prefix(512))) == nil)
    #expect(reader.isEnded)
    #expect(try reader.read([UInt8](repeating: 7, count: 512)) == nil)
  }

  @Test func `a wrong sum is no header, and the error says where`() throws {
    var archive = TarWriter.header(of: TarMember(name: [0x61], byteCount: 512)) + content(512)
    let second = archive.count
    archive += TarWriter.header(of: TarMember(name: [0x62], byteCount: 0))
    archive[second] = 0x63
    let error = #expect(throws: TarError.self) { try members(of: archive) }
    #expect(error?.offset == second)
    #expect(error?.description == "no header of an archive at byte 1024")
  }

  // MARK: What others write

  @Test(arguments: ["USTAR", "GNU", "PAX"])
  func `what Python writes is read`(_ format: String) throws {
    let scratch = try ScratchDirectory()
    let long = "d/" + String(repeating: "n", count: 90) + "/" + String(repeating: "m", count: 90)
    let names = ["a", "directory/", long, "ä", "last"]
    let script = """
      import io, sys, tarfile
      with tarfile.open(sys.argv[1], "w", format=tarfile.\(format)_FORMAT) as archive:
        for index, name in enumerate(sys.argv[2:]):
          member = tarfile.TarInfo(name)
          if name.endswith("/"):
            member.type = tarfile.DIRTYPE
          else:
            member.size = index * 300
          archive.addfile(member, io.BytesIO(b"x" * member.size))
          link = tarfile.TarInfo("link")
          link.type, link.linkname = tarfile.SYMTYPE, "t" * 90
          archive.addfile(link)
      """
    let path = scratch.path("a.tar")
    let result = try run("python3", ["-c", script, path] + names)
    #expect(result.status == 0, "\(result.errorText)")
    let found = try members(of: readFile(path))
    let files = found.filter { $0.kind != .other(UInt8(ascii: "2")) }
    #expect(files.count == names.count && found.count == 2 * names.count)
    for (index, (member, name)) in zip(files, names).enumerated() {
      let isDirectory = name.hasSuffix("/")
      #expect(
        String(decoding: member.name, as: UTF8.self).hasPrefix(isDirectory ? "directory" : name)
      )
      #expect(member.kind == (isDirectory ? .directory : .file))
      #expect(member.byteCount == (isDirectory ? 0 : index * 300))
    }
  }

  @Test(arguments: Program.installed, ["ustar", "gnu", "pax", "v7"])
  func `what tar writes is read`(_ program: Program, _ format: String) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(Array(content(700).prefix(700)), to: "one")
    try scratch.write([], to: "none")
    _ = try run("ln", ["-s", "one", scratch.path("link")])
    // bsdtar calls them otherwise.
    let words =
      program.rawValue == "bsdtar" && ["gnu", "v7"].contains(format)
      ? ["--format", format == "gnu" ? "gnutar" : "v7tar"] : ["--format=\(format)"]
    let archive = scratch.path("a.tar")
    let result = try run(
      program.rawValue,
      words + ["-cf", archive, "-C", scratch.path, "one", "link", "none"]
    )
    #expect(result.status == 0, "\(result.errorText)")
    let found = try members(of: readFile(archive)).filter { $0.kind == .file }
    #expect(found.map(\.name) == [Array("one".utf8), Array("none".utf8)])
    #expect(found.map(\.byteCount) == [700, 0])
  }

  @Test func `a size in base 256 is read`() throws {
    var block = TarHeader(name: [0x61], byteCount: 0).block ?? []
    block.replaceSubrange(124..<136, with: [0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0])
    fixSum(of: &block)
    #expect(try firstMember(of: block)?.byteCount == 2 << 32)
  }

  @Test(arguments: Program.installed)
  func `others read what is written`(_ program: Program) throws {
    let scratch = try ScratchDirectory()
    let names = ["a", "payloads/" + String(repeating: "n", count: 200), "ä"]
    var archive: [UInt8] = []
    for name in names {
      archive += TarWriter.header(of: TarMember(name: Array(name.utf8), byteCount: 5))
      archive += content(5)
    }
    let path = try scratch.write(archive + TarWriter.end, to: "a.tar")
    let list = try run(program.rawValue, ["-tf", path], environment: ["LC_ALL": "C.UTF-8"])
    #expect(list.status == 0 && list.errors.isEmpty, "\(list.errorText)")
    #expect(list.text.split(separator: "\n").map(String.init) == names)
    _ = try run(program.rawValue, ["-xf", path, "-C", scratch.path])
    for name in names { #expect(try readFile(scratch.path(name)) == Array(content(5).prefix(5))) }
  }

  /// A program that knows archives.
  enum Program: String, CaseIterable, Sendable {
    case tar, bsdtar

    static var installed: [Program] {
      allCases.filter { (try? run($0.rawValue, ["--version"]))?.status == 0 }
    }
  }
}

/// Content with the zeros after it.
func content(_ byteCount: Int) -> [UInt8] {
  (0..<byteCount).map { UInt8($0 % 251) }
    + [UInt8](repeating: 0, count: TarBlock.padding(after: byteCount))
}

/// The members of an archive up to its end.
func members(of archive: [UInt8]) throws(TarError) -> [TarMember] {
  var reader = TarReader()
  var rest = archive[...]
  var members: [TarMember] = []
  while rest.count >= TarBlock.byteCount, !reader.isEnded {
    let block = Array(rest.prefix(TarBlock.byteCount))
    rest = rest.dropFirst(TarBlock.byteCount)
    guard let member = try reader.read(block) else { continue }
    members.append(member)
    let byteCount = member.byteCount + TarBlock.padding(after: member.byteCount)
    reader.passed(byteCount)
    rest = rest.dropFirst(byteCount)
  }
  return members
}

/// The member whose header these blocks are.
func firstMember(of header: [UInt8]) throws(TarError) -> TarMember? {
  var reader = TarReader()
  var found: TarMember?
  for start in stride(from: 0, to: header.count, by: TarBlock.byteCount) {
    found = try reader.read(Array(header[start..<(start + TarBlock.byteCount)]))
  }
  return found
}

/// Makes the sum right again.
func fixSum(of block: inout [UInt8]) {
  block.replaceSubrange(148..<156, with: repeatElement(UInt8(ascii: " "), count: 8))
  var sum = block.reduce(0) { $0 + Int($1) }
  for index in (148..<154).reversed() {
    block[index] = UInt8(ascii: "0") + UInt8(sum & 7)
    sum >>= 3
  }
  block[154] = 0
}

import Glibc
import TestSupport
import Testing

/// The formats of an image that were not put, by the declarations that are installed.
@Suite("Images", .timeLimit(.minutes(15)))
struct ImageTests {
  private static let formats = ["image/bmp": "BMP", "image/jpeg": "JPEG", "image/tiff": "TIFF"]
  private static let declarations = Programs.packageDirectory + "/Config/types/images.toml"

  /// A session whose daemon knows what images can also be had as.
  private func session(environment: [String: String] = [:], starts: Bool = true) throws -> Session {
    let session = try Session(.absent, environment: environment)
    try Files.makeDirectory(session.scratch + "/config/xfer")
    try Files.makeDirectory(session.scratch + "/config/xfer/types")
    let text = try #require(Files.read(Self.declarations))
    try Files.write(text, to: session.scratch + "/config/xfer/types/images.toml")
    if starts { try session.startDaemon() }
    return session
  }

  /// Has a foreign program draw a PNG.
  private func picture(_ width: Int, _ height: Int, in session: Session) throws -> [UInt8] {
    let path = session.scratch + "/original.png"
    let words = [Programs.python, Programs.peer("images.py"), "make"]
    try #require(try session.run(words + ["\(width)", "\(height)", path]).status == 0)
    return try #require(Files.read(path))
  }

  /// Has a foreign program say that an image is of a format, and shows what was drawn.
  private func verify(
    _ bytes: [UInt8]?,
    is format: String,
    _ comment: String,
    in session: Session
  ) throws {
    let path = session.scratch + "/found"
    try Files.write(#require(bytes, "\(comment): nothing came"), to: path)
    let words = [Programs.python, Programs.peer("images.py"), "compare"]
    let outcome = try session.run(words + [path, session.scratch + "/original.png"])
    try #require(outcome.status == 0, "\(comment): \(outcome.complaint)")
    let found = outcome.text.split { $0.isWhitespace }
    try #require(found.count == 5, "\(comment): \(outcome.text)")
    #expect(found[0] == format, "\(comment)")
    let (mean, most) = (Int(found[3]) ?? 255, Int(found[4]) ?? 255)
    #expect(format == "JPEG" ? mean < 3 : most == 0, "\(comment): \(outcome.text)")
  }

  @Test func `programs get the formats that were not put`() throws {
    let session = try session()
    let (gtk, qt) = (try ToolkitPeer(.gtk, in: session), try ToolkitPeer(.qt, in: session))
    try session.put(picture(640, 400, in: session), "-t", "image/png")
    for (target, format) in Self.formats {
      try verify(gtk.get(target), is: format, "GTK", in: session)
      try verify(qt.get(target), is: format, "Qt", in: session)
      try verify(session.xclipReads(target: target).out, is: format, "xclip", in: session)
      try verify(session.xfer("get", "-t", target).out, is: format, "xfer", in: session)
    }
    let targets = try session.xclipReads(target: "TARGETS").lines.filter { $0.hasPrefix("image/") }
    #expect(targets.first == "image/png")
    #expect(Set(targets).isSuperset(of: Self.formats.keys))
    #expect(try session.xfer("clear").status == 0)
    try session.verifyAlive()
  }

  @Test func `each format is had as the others`() throws {
    let session = try session()
    let png = try picture(64, 40, in: session)
    let formats = Self.formats.merging(["image/png": "PNG"]) { $1 }
    for source in formats.keys where source != "image/jpeg" {
      try session.put(png, "-t", "image/png")
      try session.put(session.xfer("get", "-t", source).out, "-t", source)
      for (target, format) in formats {
        try verify(session.xfer("get", "-t", target).out, is: format, source, in: session)
      }
    }
  }

  @Test func `what a program leaves is had in the formats that it offered`() throws {
    let session = try session()
    let png = try picture(320, 200, in: session)
    var offered = [(target: "image/png", path: session.scratch + "/original.png")]
    for (target, format) in Self.formats {
      let path = session.scratch + "/" + format
      let words = [Programs.xferImage, format.lowercased()]
      try #require(try session.run(words, input: .bytes(png), output: .file(path)).status == 0)
      offered.append((target, path))
    }
    let gtk = try ToolkitPeer(.gtk, in: session)
    try gtk.own(files: offered)
    #expect(try holds(within: .seconds(10)) { try session.xfer("list").lines.count == 1 })
    try gtk.quit()
    #expect(
      try holds(within: .seconds(10)) {
        try session.xfer("types").lines.filter { $0.hasSuffix("\tderived") }.count == 3
      }
    )
    for (target, format) in Self.formats {
      try verify(session.xclipReads(target: target).out, is: format, "after GTK", in: session)
    }
  }

  @Test func `the history has what was put alone`() throws {
    let session = try session()
    let png = try picture(64, 40, in: session)
    try session.put(png, "-t", "image/png")
    for target in Self.formats.keys { #expect(try session.xfer("get", "-t", target).status == 0) }
    let types = try session.xfer("types").lines
    #expect(types.map { $0.hasSuffix("\tderived") } == [false, true, true, true], "\(types)")
    let listed = try session.json(
      session.xfer("list", "--json").out,
      at: ["types", "size", "title"]
    )
    #expect(listed == [["[\"public.png\"]", "\(png.count)", "\"PNG image\""]])
    // It is made again after a restart.
    #expect(try session.xfer("daemon", "stop").status == 0)
    try session.startDaemon(warm: false)
    try verify(session.xfer("get", "@1", "-t", "image/bmp").out, is: "BMP", "restart", in: session)
  }

  @Test func `a secret image leaves nothing on disk in any format`() throws {
    let session = try session()
    let png = try picture(640, 400, in: session)
    try session.put(png, "-t", "image/png", "--sensitive")
    for (target, format) in Self.formats {
      let found = try session.xclipReads(target: target).out
      try verify(found, is: format, "sensitive", in: session)
      let marker = Array(found[(found.count / 2)...].prefix(64))
      for path in Files.tree(session.scratch + "/state") where !path.hasSuffix("/") {
        #expect(!(Files.read(path) ?? []).contains(marker), "\(path)")
      }
    }
  }

  // MARK: Where it fails

  @Test func `an image that cannot be read costs its own formats`() throws {
    let session = try session()
    // The header of a PNG of 60000 x 60000.
    let vast: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0]
      + [0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0, 0x0F, 0xB0, 0xE2, 0x15, 0, 0, 0, 0x21]
      + [0x49, 0x44, 0x41, 0x54, 0x78, 0x9C]
    for (bytes, reason) in [(Array("no image".utf8), "cannot be read"), (vast, "60000 x 60000")] {
      try session.put(bytes, "-t", "image/png")
      let outcome = try session.xfer("get", "-t", "image/bmp")
      #expect(outcome.isCleanFailure && outcome.status == 76, "\(outcome.complaint)")
      #expect(outcome.complaint.contains(reason), "\(outcome.complaint)")
      #expect(try session.xclipReads(target: "image/tiff").out.isEmpty)
      #expect(try session.xclipReads(target: "image/png").out == bytes)
    }
    try session.verifyAlive()
  }

  @Test func `the converter is found beside xferd`() throws {
    let session = try session(environment: ["PATH": "/usr/bin:/bin"])
    try session.put(picture(64, 40, in: session), "-t", "image/png")
    try verify(session.xclipReads(target: "image/bmp").out, is: "BMP", "beside", in: session)
  }

  @Test func `without the converter its formats are not offered`() throws {
    let session = try session(environment: ["PATH": "/usr/bin:/bin"], starts: false)
    try Files.makeDirectory(session.scratch + "/bin")
    let alone = session.scratch + "/bin/xferd"
    try #require(try session.run(["cp", Programs.xferd, alone]).status == 0)
    let daemon = try session.start([alone])
    #expect(try holds(within: .seconds(10)) { try session.xfer("status").status == 0 })
    let png = try picture(64, 40, in: session)
    try session.put(png, "-t", "image/png")
    let targets = try session.xclipReads(target: "TARGETS").lines
    #expect(targets.contains("image/png"))
    for target in Self.formats.keys { #expect(!targets.contains(target)) }
    #expect(try session.xclipReads(target: "image/png").out == png)
    let facts = try session.run([alone, "type", "show", "public.png"])
    #expect(facts.text.contains("com.microsoft.bmp, not now: there is no program xfer-image"))
    daemon.send(SIGTERM)
    #expect(daemon.waited(within: .seconds(10)) != nil)
  }

  // MARK: The program by itself

  @Test func `xfer-image knows formats without the desktop's database`() throws {
    let session = try Session(.absent, display: false)
    let nowhere = ["XDG_DATA_DIRS": "/nowhere", "XDG_DATA_HOME": "/nowhere"]
    let png = try picture(64, 40, in: session)
    let outcome = try session.run(
      [Programs.xferImage, "bmp"],
      input: .bytes(png),
      environment: nowhere
    )
    try verify(outcome.out, is: "BMP", outcome.complaint, in: session)
  }

  @Test func `xfer-image says what is wrong in one line`() throws {
    let session = try Session(.absent, display: false)
    let picture = try picture(64, 40, in: session)
    let cases: [(words: [String], input: [UInt8], status: Int, said: String)] = [
      ([], picture, 64, "usage: "), (["png", "bmp"], picture, 64, "usage: "),
      (["gif"], picture, 64, "there is no writer of gif; use "), (["bmp"], [], 65, "is empty"),
      (["bmp"], Array("text".utf8), 65, "cannot be read"),
      (["bmp"], Array(picture.prefix(100)), 65, "ends in the middle"),
    ]
    for one in cases {
      let outcome = try session.run([Programs.xferImage] + one.words, input: .bytes(one.input))
      #expect(outcome.status == one.status && outcome.out.isEmpty, "\(one.words)")
      #expect(outcome.complaint.hasPrefix("xfer-image: ") && outcome.complaint.contains(one.said))
      #expect(outcome.complaint.split(separator: "\n").count == 1, "\(outcome.complaint)")
    }
    let full = try session.run(
      [Programs.xferImage, "bmp"],
      input: .bytes(picture),
      output: .file("/dev/full")
    )
    #expect(full.status == 74)
  }
}

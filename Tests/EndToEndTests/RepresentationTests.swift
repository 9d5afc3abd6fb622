import Testing

/// One put, several renderings; each reader takes the one it wants.
@Suite("Representations", .watchingOnAndOff)
struct RepresentationTests {
  @Test func `several are offered in order, each with its own bytes (B16)`() throws {
    let session = try Session()
    let html = session.scratch + "/a.html"
    let png = session.scratch + "/a.png"
    try Files.write("<b>hi</b>", to: html)
    try Files.write(Samples.bytes(300_000), to: png)
    let put = try session.xfer(
      "put",
      "-r",
      "text/html=\(html)",
      "-r",
      "text/plain=-",
      "-r",
      "image/png=\(png)",
      input: .bytes(Array("hi".utf8))
    )
    #expect(put.status == 0, "\(put.complaint)")
    let targets = try session.xclipReads(target: "TARGETS").lines
    let places = ["text/html", "text/plain", "image/png"].map { targets.firstIndex(of: $0) ?? -1 }
    #expect(!places.contains(-1), "\(targets)")
    #expect(places == places.sorted(), "\(targets)")
    #expect(targets.contains("UTF8_STRING"))
    #expect(try session.xclipReads(target: "text/html").text == "<b>hi</b>")
    #expect(try session.xclipReads(target: "UTF8_STRING").text == "hi")
    try expect(session.xclipReads(target: "image/png").out, is: Samples.bytes(300_000))
    #expect(try session.xfer("get").text == "hi")
    #expect(try session.xfer("get", "-t", ".html").text == "<b>hi</b>")
    try expect(session.xfer("get", "-t", "public.image").out, is: Samples.bytes(300_000))
  }

  @Test func `the same type twice is refused, not joined (B16)`() throws {
    let session = try Session()
    try Files.write("x", to: session.scratch + "/a")
    let pair = "text/html=\(session.scratch)/a"
    let put = try session.xfer("put", "-r", pair, "-r", pair)
    #expect(put.status == 64)
    #expect(put.isCleanFailure, "\(put.complaint)")
  }

  @Test func `what stands in for a type that failed says so, and only then`() throws {
    let session = try Session()
    let put = try session.xfer(
      "put",
      "--promise",
      "text/plain=exit 3",
      "--promise",
      "text/html=echo '<b>hi</b>'"
    )
    #expect(put.status == 0, "\(put.complaint)")
    let get = try session.xfer("get")
    #expect(get.status == 0)
    #expect(get.text == "<b>hi</b>\n")
    #expect(get.complaint.hasPrefix("xfer: public.utf8-plain-text: "), "\(get.complaint)")
    #expect(get.complaint.hasSuffix("; this is text/html instead\n"), "\(get.complaint)")
    #expect(get.complaint.split(separator: "\n").count == 1)
    #expect(try session.xfer("get", "-t", "text/html").complaint.isEmpty)
  }

  @Test func `so does what another program gives instead`() throws {
    let session = try Session()
    let owner = try XClient(in: session)
    try owner.claim()
    let get = try session.startXfer("get", "-t", "image/png", "-t", "text/html")
    try owner.serve(while: { get.poll() == nil }, offering: ["image/png", "text/html"]) {
      request,
      target in
      guard target == "text/html" else { return try owner.refuse(request) }
      try owner.reply(to: request, Array("<b>hi</b>".utf8))
    }
    let outcome = get.outcome()
    #expect(outcome.text == "<b>hi</b>")
    #expect(outcome.complaint.hasPrefix("xfer: public.png: "), "\(outcome.complaint)")
    #expect(outcome.complaint.hasSuffix("; this is text/html instead\n"), "\(outcome.complaint)")
  }

  @Test func `the wanted types decide in their order, then conformance`() throws {
    let session = try Session()
    let file = session.scratch + "/a"
    try Files.write("{}", to: file)
    try session.put("plain", "-r", "public.json=\(file)", "-r", "text/plain=-")
    #expect(try session.xfer("get", "-t", "text/plain", "-t", "public.json").text == "plain")
    #expect(try session.xfer("get", "-t", "public.png", "-t", ".json").text == "{}")
    #expect(try session.xfer("get", "-t", "public.text").text == "{}")
    #expect(try session.xfer("get", "-t", "application/json").text == "{}")
    #expect(try session.xfer("get", "-t", "public.image").status == 1)
  }

  @Test(arguments: [
    ("any.desktop", "[Desktop Entry]\nType=Application\nName=x\n"),
    ("any.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"),
    ("any.json", "{\"a\": 1}\n"),
    ("any.xml", "<?xml version=\"1.0\"?>\n<a/>\n"),
    ("any.sh", "#!/bin/sh\necho\n"),
    ("any.html", "<!DOCTYPE html><p>x</p>\n"),
  ])
  func `text that looks like something is text too (B08)`(name: String, text: String) throws {
    let session = try Session()
    try session.put(text)
    let targets = try session.xclipReads(target: "TARGETS").lines
    #expect(targets.contains("UTF8_STRING"), "\(name): \(targets)")
    #expect(targets.contains("text/plain;charset=utf-8"), "\(name): \(targets)")
    #expect(try session.xclipReads().text == text)
    #expect(try session.xfer("get").text == text)
  }

  @Test(arguments: ["application/json", "text/html", "image/svg+xml", "application/xml"])
  func `a text type that is no plain text is also offered as text (B08)`(type: String) throws {
    let session = try Session()
    try session.put("<a>{}</a>", "-t", type)
    let targets = try session.xclipReads(target: "TARGETS").lines
    let own = try #require(targets.firstIndex(of: type), "\(targets)")
    let text = try #require(targets.firstIndex(of: "UTF8_STRING"), "\(targets)")
    #expect(own < text, "the aliases come last: \(targets)")
    #expect(try session.xclipReads(target: "UTF8_STRING").text == "<a>{}</a>")
    #expect(try session.xclipReads(target: type).text == "<a>{}</a>")
  }

  @Test func `bytes are known by their content`() throws {
    let session = try Session()
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52]
      + Samples.bytes(100)
    try session.put(png)
    #expect(try session.xfer("types").text.contains("public.png"))
    try expect(session.xclipReads(target: "image/png").out, is: png)
    #expect(!(try session.xclipReads(target: "TARGETS").lines.contains("UTF8_STRING")))
  }

  @Test func `a target that nobody declared keeps its name`() throws {
    let session = try Session()
    for target in ["com.example.ticket", "application/x-Odd.Case+x", "FOO_bar", "x-kde/x;a=1"] {
      try session.xclipOwns(.bytes(Array(target.utf8)), target: target)
      #expect(try session.xfer("get", "-t", target).text == target)
      try session.put("mine", "-t", target)
      #expect(try session.xclipReads(target: "TARGETS").lines.contains(target))
      #expect(try session.xclipReads(target: target).text == "mine")
    }
  }

  @Test func `primary, secondary and clipboard are apart`() throws {
    let session = try Session()
    try session.put("c")
    try session.put("p", "-p")
    try session.put("s", "-b", "secondary")
    #expect(try session.xfer("get").text == "c")
    #expect(try session.xfer("get", "-p").text == "p")
    #expect(try session.xfer("get", "-b", "secondary").text == "s")
    #expect(try session.xclipReads(selection: "clipboard").text == "c")
    #expect(try session.xclipReads(selection: "primary").text == "p")
    #expect(try session.xclipReads(selection: "secondary").text == "s")
    try session.xfer("clear", "-b", "primary")
    #expect(try session.xfer("get", "-p").status == 1)
    #expect(try session.xclipReads(selection: "primary").status == 1)
    #expect(try session.xclipReads(selection: "clipboard").text == "c")
  }

  @Test func `parameters and case of a MIME type do not matter to who asks (B10)`() throws {
    let session = try Session()
    let names = [
      "text/plain;charset=utf-8", "text/plain; charset=UTF-8", "TEXT/PLAIN;CHARSET=utf-8",
      "text/plain;charset=\"utf-8\"",
    ]
    for name in names {
      try session.xclipOwns(.bytes(Array("grüß €".utf8)), target: name)
      #expect(try session.xfer("get", "-t", "text/plain").text == "grüß €", "\(name)")
      #expect(try session.xfer("get").text == "grüß €", "\(name)")
    }
  }
}

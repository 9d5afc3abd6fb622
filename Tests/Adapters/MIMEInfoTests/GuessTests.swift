import MIMEInfo
import LinuxIO
import TestSupport
import Testing

@Suite("Guessing the type of a file", .timeLimit(.minutes(4))) struct GuessTests {
  private let machine = MachineDatabase.shared
  private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]

  private func first(_ name: String?, _ content: [UInt8]?) -> MIMEGuess? {
    machine.guesses(forName: name.map { Array($0.utf8) }, head: content).first
  }

  @Test(arguments: [
    ("photo.JPEG", "image/jpeg"), ("a.tar.gz", "application/x-compressed-tar"),
    ("main.C", "text/x-c++src"), ("main.c", "text/x-csrc"), ("Makefile", "text/x-makefile"),
    ("makefile.am", "text/x-makefile"), ("README", "text/x-readme"), ("README.md", "text/markdown"),
    ("libx.so.1", "application/x-sharedlib"), ("x.py", "text/x-python"), (".png", "image/png"),
    ("/some/where/a.png", "image/png"), ("core", "application/x-core"),
    ("note~", "application/x-trash"),
  ])
  func `a name is enough`(name: String, type: String) {
    #expect(first(name, nil) == MIMEGuess(mimeType: type, reason: .name))
  }

  @Test func `a name that settles it keeps the content unread`() {
    var isRead = false
    func head() -> [UInt8]? {
      isRead = true
      return png
    }
    #expect(
      machine.guesses(forName: Array("a.txt".utf8), head: head()).first?.mimeType == "text/plain"
    )
    #expect(!isRead)
    _ = machine.guesses(forName: Array("a".utf8), head: head())
    #expect(isRead)
  }

  @Test(arguments: [
    ("unnamed", "\u{89}", "application/octet-stream"),
    ("a.ogg", "text", "audio/ogg"), ("a.sub", "{1}{1}25", "text/x-microdvd"),
    ("a.py", "#!/usr/bin/python3", "text/x-python"),
    ("a.ts", "<!DOCTYPE TS>", "text/vnd.trolltech.linguist"),
    ("a.json", "text", "application/json"), ("unnamed", "#!/bin/sh\n", "application/x-shellscript"),
    ("unnamed", "<?xml version=\"1.0\"?>", "application/xml"), ("unnamed", "plain", "text/plain"),
    ("unnamed", "[Desktop Entry]\n", "text/plain"), ("a.desktop", "x", "application/x-desktop"),
  ])
  func `content decides where the name does not`(name: String, text: String, type: String) {
    let content = text == "\u{89}" ? [0x89, 0x01] : Array(text.utf8)
    #expect(first(name, content)?.mimeType == type)
  }

  @Test func `content without a name is judged by the rules, then by its characters`() {
    #expect(
      machine.guess(forContent: png)
        == MIMEGuess(mimeType: "image/png", reason: .content(priority: 50))
    )
    #expect(
      machine.guess(forContent: []) == MIMEGuess(mimeType: "application/x-zerosize", reason: .empty)
    )
    for text in ["a", "äöü\r\n\t\u{C}", "\u{8}overstruck\u{7F}"] {
      #expect(
        machine.guess(forContent: Array(text.utf8))
          == MIMEGuess(mimeType: "text/plain", reason: .text)
      )
    }
    #expect(machine.guess(forContent: [0xE4, 0xF6]).reason == .text)
    for byte in [0, 1, 7, 0x0B, 0x0E, 0x1B, 0x1F] as [UInt8] {
      #expect(machine.guess(forContent: [0x61, byte]).reason == .nothing, "\(byte)")
    }
    #expect(machine.type(ofContent: "[Desktop Entry]\n") == "application/x-desktop")
  }

  @Test func `an explicit type comes first, if it is one`() {
    func guesses(_ type: String?) -> [MIMEGuess] {
      machine.guesses(forName: Array("a.png".utf8), explicitType: type, head: nil)
    }
    let name = MIMEGuess(mimeType: "image/png", reason: .name)
    #expect(guesses(nil) == [name])
    #expect(
      guesses("Image/PJPEG; q=1") == [MIMEGuess(mimeType: "image/jpeg", reason: .explicit), name]
    )
    #expect(guesses("image/png") == [MIMEGuess(mimeType: "image/png", reason: .explicit)])
    for bad in ["", "png", "a/b/c", "/", "a b/c"] { #expect(guesses(bad) == [name]) }
  }

  @Test func `the others follow in order, each once`() {
    let guesses = machine.guesses(forName: Array("a.html".utf8), head: nil).map(\.mimeType)
    #expect(guesses == ["text/html", "application/xhtml+xml"])
    let ogg = machine.guesses(forName: Array("a.ogg".utf8), head: Array("OggS".utf8))
    #expect(Set(ogg.map(\.mimeType)).count == ogg.count)
    #expect(ogg.count >= 6)
  }

  @Test(arguments: [
    (FileStatus.Kind.directory, "inode/directory"), (.pipe, "inode/fifo"),
    (.socket, "inode/socket"),
    (.symbolicLink, "inode/symlink"), (.characterDevice, "inode/chardevice"),
    (.blockDevice, "inode/blockdevice"),
  ])
  func `what is no regular file is told by its kind`(kind: FileStatus.Kind, type: String) {
    let guesses = machine.guesses(forName: Array("a.png".utf8), kind: kind, head: png)
    #expect(guesses == [MIMEGuess(mimeType: type, reason: .inode)])
  }

  // MARK: Files

  @Test func `a file is opened only if it must be, and read to the extent of the rules`() throws {
    let scratch = try ScratchDirectory()
    func type(_ name: String) throws -> MIMEGuess? {
      try machine.guesses(forFile: Array(scratch.path(name).utf8)).first
    }
    try scratch.write(png, to: "image")
    try scratch.write(png, to: "image.txt")
    try scratch.write([], to: "empty")
    try scratch.write([], to: "empty.png")
    try scratch.write([UInt8](repeating: 0x61, count: 1 << 20), to: "long")
    try scratch.write(png, to: "secret", mode: 0)
    #expect(try type("image")?.mimeType == "image/png")
    #expect(try type("image.txt")?.mimeType == "text/plain")
    #expect(try type("empty")?.mimeType == "application/x-zerosize")
    #expect(try type("empty.png")?.mimeType == "image/png")
    #expect(try type("long")?.mimeType == "text/plain")
    if CurrentProcess.userID != 0 {
      #expect(try type("secret") == .init(mimeType: "application/octet-stream", reason: .nothing))
    }
    #expect(throws: SystemError(call: "stat", code: SystemError.notFound)) { try type("missing") }
    #expect(try machine.guesses(forFile: Array("/proc/self/status".utf8)).first?.reason == .empty)
  }

  @Test func `links are followed, and nothing waits`() throws {
    let scratch = try ScratchDirectory()
    try run(
      "sh",
      [
        "-c",
        """
        cd "$0"; mkdir folder.png; mkfifo pipe.png; printf x > text; ln -s text link.png; ln -s text plain
        ln -s nowhere broken.png; ln -s folder.png to-folder; ln -s loop loop; ln -s pipe.png to-pipe
        """, scratch.path,
      ]
    )
    for (name, type) in [
      ("folder.png", "inode/directory"), ("pipe.png", "inode/fifo"), ("link.png", "image/png"),
      ("plain", "text/plain"), ("broken.png", "inode/symlink"), ("to-folder", "inode/directory"),
      ("to-pipe", "inode/fifo"),
    ] {
      let found = try machine.guesses(forFile: Array(scratch.path(name).utf8)).first
      #expect(found?.mimeType == type, "\(name)")
    }
    #expect(throws: SystemError.self) {
      try machine.guesses(forFile: Array(scratch.path("loop").utf8))
    }
    #expect(
      try machine.guesses(forFile: Array("/dev/null".utf8)).first?.mimeType == "inode/chardevice"
    )
    #expect(throws: SystemError.self) { try machine.guesses(forFile: []) }
    #expect(throws: SystemError.self) { try machine.guesses(forFile: [0x61, 0]) }
  }

  @Test func `the attribute of a file is what it says itself`() throws {
    let scratch = try ScratchDirectory()
    let path = try scratch.write(png, to: "a.txt")
    let set = "import os,sys; os.setxattr(sys.argv[1], 'user.mime_type', sys.argv[2].encode())"
    let setting = try run("python3", ["-c", set, path, "text/x-csrc"])
    try #require(setting.status == 0, "\(setting.errorText)")
    #expect(try machine.guesses(forFile: Array(path.utf8)).map(\.reason) == [.explicit, .name])
    try run("python3", ["-c", set, path, "nonsense"])
    #expect(try machine.guesses(forFile: Array(path.utf8)).first?.mimeType == "text/plain")
  }
}

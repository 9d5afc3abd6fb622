import LinuxIO
import TestSupport

@testable import MIMEInfo

/// Files to compare opinions on.
enum AgreementSamples {
  private static let contents: [[UInt8]] = [
    Array("hello\n".utf8), [1, 2, 3, 0, 255],
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D], Array("%PDF-1.4\n".utf8),
    Array("<?xml version=\"1.0\"?><a/>".utf8), Array("PK\u{3}\u{4}".utf8) + [0, 0, 0, 0],
    Array("#!/usr/bin/perl\n".utf8),
  ]

  /// Names that the plain patterns do not cover.
  private static let names = [
    "Makefile", "makefile", "GNUmakefile", "Makefile.am", "CMakeLists.txt", "README", "readme.txt",
    "README.md", "ReadMe.png", "core", "CORE", "Core.png", "AUTHORS", "COPYING", "ChangeLog",
    "INSTALL", "pom.xml", "settings.xml", "meson.build", "SConstruct", "SConscript.x",
    "winmail.dat",
    "gmon.out", "project.godot", "DICOMDIR", "x.so.1", "libx.so.1.2.3", "ls.1", "ls.9", "ls.0",
    "a.anim3", "a.animj", "001.vdr", "note~", "note%", "file,v", "x.tar.gz", "X.TAR.GZ",
    "a.tar.bz2",
    "main.C", "main.c", "MAIN.C", "a.c.C", ".png", "..png", "png", "a.", "no extension",
    "a.unknown", "two.txt.unknown", "a.PnG", "a.html", "b.HTM", "-dash", "new\nline.txt", "ä.txt",
    "a.ñandú", "x.jpg.png", "a.ogg", "a.sub", "a.py", "a.ts", "a.json", "a.iso", "a.m",
  ]

  /// Makes the files; returns their paths.
  static func make(in scratch: ScratchDirectory) throws -> [[UInt8]] {
    var files: [[UInt8]] = []
    func write(_ name: [UInt8], _ number: Int, in folder: String) throws {
      // Few are empty, for gio has one answer for all of these.
      let content = number % 80 == 79 ? [] : contents[number % contents.count]
      files.append(try Self.write(content, to: name, in: scratch.path(folder)))
    }
    for folder in ["plain", "CAPITALS", "one", "two", "heads"] {
      try FileSystem.makeDirectory(Array(scratch.path(folder).utf8))
    }
    for (number, name) in try extensions().enumerated() {
      try write(Array("sample".utf8) + name, number, in: "plain")
      guard number % 8 == 0 else { continue }
      try write(Array("SAMPLE".utf8) + name.map(\.uppercased), number, in: "CAPITALS")
    }
    for (number, name) in names.enumerated() {
      try write(Array(name.utf8), number, in: "one")
      try write(Array(name.utf8), number + 3, in: "two")
    }
    for (number, head) in try MagicSamples.heads().enumerated() {
      let folder = scratch.path("heads")
      files.append(try Self.write(head.content, to: Array("head\(number)".utf8), in: folder))
      let wrong = [".txt", ".ogg", ".html", ".PNG", ".sub", ".doc", ".unknown"][number % 7]
      guard number % 3 == 0 else { continue }
      files.append(try Self.write(head.content, to: Array("x\(number)\(wrong)".utf8), in: folder))
    }
    for (number, content) in try MagicSamples.far().enumerated() {
      let folder = scratch.path("heads")
      files.append(try Self.write(content, to: Array("far\(number)".utf8), in: folder))
    }
    return try files + special(in: scratch)
  }

  private static func write(
    _ content: [UInt8],
    to name: [UInt8],
    in folder: String
  ) throws -> [UInt8] {
    let path = Array("\(folder)/".utf8) + name
    try FileSystem.open(path, .replace).writeAll(content)
    return path
  }

  /// Files whose names are not UTF-8.
  static func misnamed(in scratch: ScratchDirectory) throws -> [[UInt8]] {
    let names = [
      [0xFF], [0xE9] + Array(".TXT".utf8), Array("a.png".utf8) + [0xFF], [0xC3] + Array(".gz".utf8),
    ]
    let folder = scratch.path("misnamed")
    try FileSystem.makeDirectory(Array(folder.utf8))
    return try names.map { try write(contents[0], to: $0, in: folder) }
  }

  /// Files that packages of the machine have brought, in folders that every Debian has.
  static func shipped() throws -> [[UInt8]] {
    let folders = [
      "/etc", "/etc/apt", "/etc/default", "/usr/bin", "/usr/lib", "/usr/lib/x86_64-linux-gnu",
      "/usr/lib/apt", "/usr/share", "/usr/share/mime", "/usr/share/mime/text",
      "/usr/share/mime/packages", "/usr/share/doc/bash", "/usr/share/doc/libc6",
      "/usr/share/doc/dpkg",
      "/usr/share/perl5", "/usr/share/perl5/File", "/usr/share/common-licenses", "/usr/include",
      "/usr/share/base-files", "/usr/share/dpkg", "/usr/share/zoneinfo", "/usr/lib/python3",
      "/usr/share/python3", "/usr/share/bash-completion/completions", "/usr/share/man/man1",
    ]
    return try folders.flatMap { folder -> [[UInt8]] in
      let path = Array(folder.utf8)
      guard try FileSystem.status(of: path) != nil else { return [] }
      return try FileSystem.names(in: path).prefix(60).map { path + [UInt8(ascii: "/")] + $0 }
        .filter { (try? FileSystem.open($0, waits: false)) != nil }
    }
  }

  /// The plain suffixes of the machine's patterns.
  private static func extensions() throws -> [[UInt8]] {
    let lines = try MachineDatabase.file("globs2").split(separator: UInt8(ascii: "\n"))
    let suffixes = lines.filter { $0.first != UInt8(ascii: "#") }.map { line in
      line.split(separator: UInt8(ascii: ":"))[2]
    }.filter { $0.starts(with: "*.".utf8) && !$0.dropFirst().contains { "*?[".utf8.contains($0) } }
    return Set(suffixes.map { Array($0.dropFirst()) }).sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func special(in scratch: ScratchDirectory) throws -> [[UInt8]] {
    let script = """
      mkdir "$0/special"; cd "$0/special"; mkdir folder folder.png; mkfifo pipe pipe.png
      printf hello > text; : > empty; ln -s text link; ln -s text link.png; ln -s folder to-folder
      ln -s nowhere broken.png; ln -s pipe to-pipe
      python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket.png")'
      """
    let made = try run("sh", ["-ec", script, scratch.path])
    guard made.status == 0 else { throw TestFailure(made.errorText) }
    let folder = Array(scratch.path("special").utf8)
    return try FileSystem.names(in: folder).map { folder + [UInt8(ascii: "/")] + $0 }
  }
}

extension UInt8 {
  fileprivate var uppercased: UInt8 {
    self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self & 0xDF : self
  }
}

import Testing

@testable import MIMEInfo

@Suite("Glob pattern") struct GlobPatternTests {
  @Test(arguments: [
    ("*.png", "a.png", true), ("*.png", ".png", true), ("*.png", "a.pngx", false),
    ("*", "", true), ("*", "anything", true), ("a*b*c", "axxbyyc", true),
    ("a*b*c", "axxbyy", false), ("**", "x", true), ("", "", true), ("", "a", false),
    ("?", "a", true), ("?", "", false), ("?", "ä", true), ("??", "ä", false),
    ("*.[1-9]", "ls.1", true), ("*.[1-9]", "ls.0", false), ("*.anim[1-9j]", "x.animj", true),
    ("[!a-c]", "d", true), ("[!a-c]", "b", false), ("[^a-c]", "d", true), ("[]]", "]", true),
    ("[]a]", "a", true), ("[a-]", "-", true), ("[-a]", "-", true), ("[ä-ö]", "ö", true),
    ("[abc", "[abc", true), ("[abc", "a", false), ("[", "[", true),
    (#"\*"#, "*", true), (#"\*"#, "x", false), (#"a\"#, #"a\"#, true),
    ("makefile.*", "makefile.am", true), ("makefile.*", "makefile", false),
    ("*.so.[0-9]*", "libx.so.1.2", true), ("[0-9][0-9][0-9].vdr", "001.vdr", true),
    ("*a", "/b/a", true),
  ])
  func `fits as fnmatch has it`(pattern: String, name: String, expected: Bool) {
    #expect(
      GlobPattern.matches(Array(pattern.utf8).characters, Array(name.utf8).characters) == expected
    )
  }

  @Test(.timeLimit(.minutes(4)))
  func `many asterisks take no more than the product of the lengths`() {
    let pattern = Array(String(repeating: "*a", count: 120).utf8).characters
    let name = Array(String(repeating: "a", count: 5000).utf8).characters + [0x62]
    #expect(!GlobPattern.matches(pattern, name))
  }
}

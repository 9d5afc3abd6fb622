import LinuxIO
import Testing

@Suite("The search for programs")
struct ProgramSearchTests {
  @Test func `a program is found as a shell finds it`() throws {
    let scratch = try Scratch()
    let (first, second) = ("\(scratch.path)/first", "\(scratch.path)/second")
    for directory in [first, second] { try FileSystem.makeDirectory(Array(directory)) }
    defer {
      for file in ["\(first)/tool", "\(first)/other", "\(second)/tool"] {
        try? FileSystem.remove(Array(file))
      }
    }
    _ = try FileSystem.open(Array("\(first)/tool"), .create, permissions: 0o600)
    _ = try FileSystem.open(Array("\(second)/tool"), .create, permissions: 0o700)
    let path = Array("relative::\(first):\(second):/usr/bin")
    #expect(ProgramSearch.find(Array("tool"), in: path) == Array("\(second)/tool"))
    #expect(ProgramSearch.find(Array("\(second)/tool")) == Array("\(second)/tool"))
    #expect(ProgramSearch.find(Array("\(first)/tool")) == nil)
    #expect(ProgramSearch.find(Array("env"), in: path) == Array("/usr/bin/env"))
    for name in ["no-such-tool", "", "first", "a\0b"] {
      #expect(ProgramSearch.find(Array(name), in: path) == nil)
    }
    #expect(ProgramSearch.find(Array("sh")) != nil)
  }

  @Test func `a program that stands beside our own is found last`() throws {
    let own = try CurrentProcess.executablePath()
    let name = Array(own[((own.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
    #expect(ProgramSearch.find(name) == own)
    #expect(ProgramSearch.find(name, in: Array("/usr/bin:/bin")) == nil)
  }
}

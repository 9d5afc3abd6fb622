import Glibc
import TestSupport
import Testing

@Suite("Test support", .timeLimit(.minutes(4))) struct TestSupportTests {
  @Test func `a program's status, output and errors come back, however large`() async throws {
    let bytes = TestBytes.pattern(count: 3_000_000)
    let result = try await run("sh", ["-c", "cat; echo no >&2; exit 7"], input: .bytes(bytes))
    #expect(result.status == 7)
    #expect(result.errorText == "no\n")
    #expect(TestBytes.difference(result.output, bytes) == nil)
    #expect(try await run("sh", ["-c", "kill -TERM $$"]).status == 128 + SIGTERM)
    let text = try await run("sh", ["-c", "echo $A-$HOME"], environment: ["A": "b", "HOME": nil])
      .text
    #expect(text == "b-\n")
  }

  @Test func `a program that is missing or too slow is an error in words`() async throws {
    let missing = #expect(throws: TestFailure.self) { try run("no-such-program") }
    #expect(missing?.description == "no-such-program is not installed")
    let slow = await #expect(throws: TestFailure.self) {
      try await run("sleep", ["100"], within: .milliseconds(100))
    }
    #expect(slow?.description.contains("did not end in time") == true)
  }

  @Test func `a child is gone with its object`() throws {
    var child: ChildProgram? = try ChildProgram("sleep", ["1000"])
    let pid = try #require(child?.pid)
    #expect(isRunning(pid))
    // The rest is closed, and the program loaded, a moment after the program is there.
    #expect(eventually { openDescriptors(of: pid).count == 3 })
    #expect(eventually { residentBytes(of: pid) ?? 0 > 100_000 })
    // It may not have come to its sleep yet.
    #expect(eventually { contextSwitches(of: pid) ?? 0 > 0 })
    child = nil
    #expect(!isRunning(pid))
    #expect(residentBytes(of: pid) == nil)
  }

  @Test func `a server is gone with its object, also when it was stopped`() throws {
    var server: XServer? = try XServer()
    let pid = try #require(server?.pid)
    #expect(isRunning(pid))
    server?.send(signal: SIGSTOP)
    server = nil
    #expect(!isRunning(pid))
  }

  @Test func `a server that does not start says why`() throws {
    let error = #expect(throws: TestFailure.self) { try XServer(["-no-such-option"]) }
    #expect(error?.description.contains("no-such-option") == true)
  }

  @Test func `many servers start side by side`() async throws {
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<6 { group.addTask { try await onThread { try XServer().display } } }
      var names: [String] = []
      for try await name in group { names.append(name) }
      #expect(names.count == 6)
    }
  }

  @Test func `a scratch directory is gone with all in it`() throws {
    var scratch: ScratchDirectory? = try ScratchDirectory()
    let path = try #require(scratch?.path)
    mkdir(path + "/a", 0o700)
    try scratch?.write([1, 2], to: "a/b")
    #expect(try readFile(path + "/a/b") == [1, 2])
    symlink("/", path + "/link")
    scratch = nil
    #expect(access(path, F_OK) != 0)
    #expect(access("/tmp", F_OK) == 0)
  }

  @Test func `patterns continue from any place and differ by seed`() {
    let whole = TestBytes.pattern(count: 200_000, seed: 5)
    #expect(
      Array(whole[70_001..<150_000]) == TestBytes.pattern(count: 79_999, seed: 5, offset: 70_001)
    )
    #expect(TestBytes.difference(whole, TestBytes.pattern(count: 200_000, seed: 6)) != nil)
    #expect(TestBytes.difference([1], [1, 2]) == "1 bytes instead of 2")
    #expect(TestBytes.difference([1, 2], [1, 3]) == "differ first at byte 1 of 2")
    #expect(Set(TestBytes.text(count: 5000)).isDisjoint(with: [0]))
  }
}

import Testing

@testable import LinuxIO

@Suite("Name attempts")
struct NameAttemptsTests {
  typealias Step = NameAttempts.Step

  private func attempts(_ conflict: NameConflict, isDirectory: Bool = false) -> NameAttempts {
    NameAttempts(.numbered("a", conflict), isDirectory: isDirectory)
  }

  @Test(arguments: [NameConflict.rename, .replace, .skip, .fail])
  func `a name that is free is taken as it is`(conflict: NameConflict) {
    #expect(attempts(conflict).step == .attempt(Array("a"), replacing: false))
  }

  @Test(arguments: [
    (
      NameConflict.rename, false, NameAttempts.Occupant.other,
      Step.attempt(Array("a (2)"), replacing: false)
    ),
    (.rename, true, .directory, .attempt(Array("a (2)"), replacing: false)),
    (.replace, false, .other, .attempt(Array("a"), replacing: true)),
    (.replace, false, .directory, .fail(.directoryInPlace)),
    (.replace, true, .other, .fail(.fileInPlace)),
    (.replace, true, .directory, .fail(.directoryInPlace)),
    (.skip, false, .other, .skip),
    (.fail, false, .directory, .fail(.nameTaken)),
  ])
  func `a name that is taken`(
    conflict: NameConflict,
    isDirectory: Bool,
    occupant: NameAttempts.Occupant,
    next: Step
  ) {
    var attempts = attempts(conflict, isDirectory: isDirectory)
    attempts.nameIsTaken(by: occupant)
    #expect(attempts.step == next)
  }

  @Test func `there is an end to the candidates`() {
    var attempts = attempts(.rename)
    for _ in 1..<NameChoice.limit { attempts.nameIsTaken(by: .other) }
    #expect(attempts.step == .attempt(Array("a (10000)"), replacing: false))
    attempts.nameIsTaken(by: .other)
    #expect(attempts.step == .fail(.allNamesTaken))
    attempts.nameIsTaken(by: .other)
    #expect(attempts.step == .fail(.allNamesTaken))
  }

  @Test(arguments: ["", ".", "..", "a/b", "/a", "a\0", ".xfer-1-2"])
  func `what is no name of a file there is not tried`(name: String) {
    let choice = NameChoice(onConflict: .replace) { _ in Array(name) }
    #expect(NameAttempts(choice, isDirectory: false).step == .fail(.unusableName))
  }
}

@Suite("Directory entries")
struct DirectoryEntriesTests {
  private func entry(_ name: String, length: Int? = nil) -> [UInt8] {
    let bytes = Array(name.utf8) + [0]
    let size = (19 + bytes.count + 7) / 8 * 8
    let said = length ?? size
    let head = [UInt8](repeating: 1, count: 16) + [UInt8(said & 255), UInt8(said >> 8), 8]
    return head + bytes + [UInt8](repeating: 0, count: size - 19 - bytes.count)
  }

  /// Names from memory alone; the descriptor is never read.
  private func names(_ raw: [UInt8]) throws -> [String] {
    var entries = DirectoryEntries(raw: raw)
    let unused = SharedDescriptor(try FileSystem.open(Array("/")))
    var names: [String] = []
    while let name = try entries.next(from: unused) {
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  @Test func `names come as they are, without the directory and the one above`() throws {
    let raw = entry(".") + entry("a b") + entry("..") + entry("...") + entry("x\n")
    #expect(try names(raw) == ["a b", "...", "x\n"])
  }

  @Test(arguments: [0, 5, 19, 400, 65535])
  func `a length that cannot be is the end`(length: Int) throws {
    #expect(try names(entry("a") + entry("b", length: length)) == ["a"])
  }
}

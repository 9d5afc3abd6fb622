import Glibc
import LinuxIO
import Testing

@Suite("Locked files", .timeLimit(.minutes(4)))
struct LockedFileTests {
  @Test func `what was appended is read, and is final once sealed`() throws {
    let budget = LockedMemoryBudget(byteCount: 1 << 20)
    let content = pattern(10_000)
    let file = try LockedFile(name: "secret", budget: budget)
    for piece in [content[..<1], content[1..<5000], content[5000...]] {
      try Array(piece).withUnsafeBytes { try file.append($0) }
    }
    try file.seal()
    #expect(file.byteCount == 10_000)
    #expect(try file.descriptor.status().byteCount == 10_000)
    var read = [UInt8](repeating: 0, count: 20_000)
    let count = try read.withUnsafeMutableBytes { try file.descriptor.pread(into: $0, at: 0) }
    #expect(Array(read[..<count]) == content)
    #expect(throws: SystemError.self) { try content.withUnsafeBytes { try file.append($0) } }
  }

  @Test func `its pages are locked and left out of dumps`() async {
    await #expect(processExitsWith: .success) {
      let file = try LockedFile(name: "secret", budget: LockedMemoryBudget(byteCount: 1 << 16))
      try [UInt8](repeating: 1, count: 5000).withUnsafeBytes { try file.append($0) }
      let maps = String(
        decoding: try FileSystem.read(Array("/proc/self/smaps"), limit: 1 << 26),
        as: UTF8.self
      )
      guard let range = maps.split(separator: "memfd:secret").dropFirst().first else { exit(2) }
      let facts = range.split(separator: "\n").prefix(40)
      let flags = facts.first { $0.hasPrefix("VmFlags:") } ?? ""
      guard flags.contains(" dd"), flags.contains(" lo") else { exit(3) }
    }
  }

  @Test func `all together stay within the budget, which comes back`() throws {
    let budget = LockedMemoryBudget(byteCount: 8192)
    do {
      let first = try LockedFile(name: "one", budget: budget)
      try [1].withUnsafeBytes { try first.append($0) }
      let second = try LockedFile(name: "two", budget: budget)
      let error = #expect(throws: SystemError.self) {
        try [UInt8](repeating: 1, count: 4097).withUnsafeBytes { try second.append($0) }
      }
      #expect(error?.code == SystemError.noMemory)
      #expect(second.byteCount == 0)
      #expect(budget.usedByteCount == 4096)
    }
    #expect(budget.usedByteCount == 0)
  }

  @Test func `an empty one can be sealed`() throws {
    let file = try LockedFile(name: "empty", budget: LockedMemoryBudget(byteCount: 4096))
    try file.seal()
    #expect(try file.descriptor.status().byteCount == 0)
  }
}

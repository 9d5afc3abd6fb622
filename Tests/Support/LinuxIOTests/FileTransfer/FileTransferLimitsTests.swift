import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("File transfer: many and deep", .timeLimit(.minutes(5)))
struct FileTransferLimitsTests {
  @Test func `a tree of 2,000 levels with few descriptors`() async throws {
    let place = try TransferPlace()
    // A shell looks up the whole path at each level.
    let down = "[os.chdir('a-directory-with-a-name') for _ in range(2000)]"
    let make =
      "[(os.mkdir('a-directory-with-a-name'), os.chdir('a-directory-with-a-name')) for _ in range(2000)]"
    try place.make(
      "mkdir t && cd t && python3 -c \"import os; \(make); open('f', 'w').write('deep')\""
    )
    await #expect(processExitsWith: .success) {
      [source = place.source as String, target = place.target as String] in
      // The test has opened some itself.
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let directory = try TargetDirectory(Array(target))
      let transfer = FileTransfer(Array("\(source)/t"), into: directory, as: .numbered("t"), .copy)
      guard try transfer.run().leftOutCount == 0 else { exit(1) }
    }
    let found = try bash(
      "cd \(place.target)/t && python3 -c \"import os; \(down); print(os.listdir(), open('f').read())\""
    )
    #expect(found == "['f'] deep\n")
    let given = try place.start("t")
    for _ in 0..<3 { _ = try given.step() }
    given.cancel()
    #expect(try place.targetNames() == ["t"])
  }

  @Test func `siblings of directories far up are not forgotten`() throws {
    let place = try TransferPlace()
    // More levels than are kept open, with names before and after the way down at each.
    try bash(
      """
      cd \(place.source) && mkdir t && cd t && for i in $(seq 60); do \
      for n in $(seq 30); do echo $n > file-$n; done; mkdir m other; echo x > other/y; cd m || exit 1; done
      """
    )
    try place.transfer("t")
    #expect(try manifest(of: "\(place.target)/t") == manifest(of: "\(place.source)/t"))
    #expect(try bash("find \(place.target) -type f | wc -l") == "1860\n")
  }

  @Test func `20,000 files in a directory, by steps of little time`() throws {
    // In memory: this is not about how long a disk takes.
    let place = try TransferPlace(in: "/dev/shm")
    try place.make("mkdir t && cd t && seq 20000 | split -l 1 -a 5 -")
    let transfer = try place.start("t")
    var steps = 0
    while true {
      steps += 1
      let progress = try transfer.step()
      if case .finished(let outcome) = progress {
        #expect(outcome.leftOutCount == 0)
        break
      }
    }
    #expect(steps >= 5)
    #expect(
      try bash("cd \(place.target)/t && ls | wc -l && cat * | sort -n | uniq | wc -l")
        == "20000\n20000\n"
    )
  }

  @Test(.enabled(if: canMountLoop))
  func `what can be cloned takes no room`() throws {
    let place = try TransferPlace(targetKiB: 300 << 10)
    // There is room for the file once.
    try bash(
      """
      cd \(place.target) && truncate -s 200M disk && mkfs.btrfs -q disk && mkdir mount \
      && mount -o loop disk mount && mkdir mount/t && head -c 80000000 /dev/urandom > mount/t/f
      """
    )
    defer { _ = try? bash("umount -l \(place.target)/mount") }
    let directory = try TargetDirectory(Array("\(place.target)/mount"))
    for name in ["t/f", "t", "t/f"] {
      let transfer = FileTransfer(
        Array("\(place.target)/mount/\(name)"),
        into: directory,
        as: .numbered("copy"),
        .copy
      )
      _ = try transfer.run()
    }
    try bash(
      "cd \(place.target)/mount && cmp t/f copy && cmp t/f 'copy (2)/f' && cmp t/f 'copy (3)'"
    )
  }

  @Test func `two at once get 200 names`() async throws {
    let place = try TransferPlace()
    try place.make("echo content > f; mkdir t; echo content > t/f")
    for name in ["f", "t"] {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            try await onThread {
              for _ in 0..<100 { try place.transfer(name) }
            }
          }
        }
        try await group.waitForAll()
      }
      let pattern = "\(name) ([0-9]*)"
      let count = try bash("cd \(place.target) && ls -d '\(name)' '\(name) '* | wc -l")
      #expect(count == "200\n", "\(pattern)")
    }
    let files = try bash(
      "cd \(place.target) && find . -type f -print0 | xargs -0 cat | sort | uniq -c"
    )
    #expect(files.trimmed.split(separator: " ").map(String.init) == ["400", "content"])
    #expect(try bash("ls -A \(place.target) | wc -l") == "400\n")
  }
}

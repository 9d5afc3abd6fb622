import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("File transfer: many and deep", .timeLimit(.minutes(5)))
struct FileTransferLimitsTests {
  @Test func `a tree of 2,000 levels with few descriptors`() async throws {
    let place = try TransferPlace()
    try bash(
      """
      cd \(place.source) && mkdir t && cd t && echo top > f && for i in $(seq 2000); do \
      mkdir a-directory-with-a-name && cd a-directory-with-a-name || exit 1; done && echo deep > f
      """
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
      """
      cd \(place.target)/t && for i in $(seq 2000); do cd a-directory-with-a-name || exit 1; done \
      && cat f && ls -A | wc -l
      """
    )
    #expect(found == "deep\n1\n")
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
    let place = try TransferPlace()
    try place.make("mkdir t && cd t && seq 20000 | split -l 1 -a 5 -")
    let transfer = try place.start("t")
    var longest = Duration.zero
    while true {
      let start = ContinuousClock.now
      let progress = try transfer.step()
      longest = max(longest, ContinuousClock.now - start)
      if case .finished(let outcome) = progress {
        #expect(outcome.leftOutCount == 0)
        break
      }
    }
    #expect(longest < .milliseconds(500))
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

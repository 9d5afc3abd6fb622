import LinuxIO
import Testing

@testable import DropFolders

@Suite("Bursts, expectations and what a folder goes through", .timeLimit(.minutes(4)))
struct FolderBurstTests {
  private func folder(since: Watermark? = nil, limits: DropLimits = DropLimits()) -> TestFolder {
    var folder = TestFolder(since: since, limits: limits)
    folder.list(isSameDirectory: false)
    return folder
  }

  // MARK: - Bursts

  @Test func `what lands within a short time is one report, in order`() {
    var folder = folder()
    for (index, name) in ["c", "a", "b"].enumerated() {
      folder.write(name, inode: UInt64(index + 1))
      folder.pass(.milliseconds(200))
    }
    folder.pass(.milliseconds(100))
    folder.write("d", inode: 9)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["c", "a", "b"], ["d"]])
  }

  @Test func `a burst that does not end is reported after two seconds`() {
    var folder = folder()
    for number in 0..<25 {
      folder.write("\(number)", inode: UInt64(number + 1))
      folder.pass(.milliseconds(100))
    }
    #expect(folder.reports.first?.count == 20)
    folder.pass(.seconds(1))
    #expect(folder.landed == (0..<25).map(String.init))
  }

  @Test func `a report has no more files than allowed`() {
    var limits = DropLimits()
    limits.burstCount = 3
    var folder = folder(limits: limits)
    for number in 0..<7 { folder.write("\(number)", inode: UInt64(number + 1)) }
    #expect(folder.reports == [["0", "1", "2"], ["3", "4", "5"]])
    folder.pass(.seconds(1))
    #expect(folder.reports.last == ["6"])
  }

  @Test func `what is written again within its burst is reported once, as it is then`() {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.write("b", inode: 2)
    folder.write("a", inode: 1, byteCount: 9)
    folder.take("b")
    folder.notice("b", .deleted)
    folder.write("c", inode: 3)
    folder.write("b", inode: 2)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["a", "c", "b"]])
  }

  // MARK: - Our own

  @Test func `what was announced does not land, and what is written over it does`() {
    var folder = folder()
    folder.send(.expected(.init(device: 1, inode: 1)))
    folder.put("a", inode: 1)
    folder.notice("a", .movedIn(cookie: 1))
    folder.pass(.seconds(1))
    #expect(folder.landed == [])
    folder.list()
    folder.write("a", inode: 1, modified: 2)
    folder.pass(.seconds(1))
    #expect(folder.landed == ["a"])
  }

  @Test func `an announcement holds for one name and for a while`() {
    var folder = folder()
    folder.send(.expected(.init(device: 1, inode: 1)))
    folder.send(.expected(.init(device: 1, inode: 2)))
    folder.put("a", inode: 1)
    folder.notice("a", .movedIn(cookie: 1))
    folder.put("again", inode: 1)
    folder.notice("again", .created)
    folder.pass(.seconds(61))
    folder.put("late", inode: 2)
    folder.notice("late", .movedIn(cookie: 2))
    folder.pass(.seconds(1))
    #expect(folder.landed == ["again", "late"])
  }

  // MARK: - Things that are no files

  @Test func `a directory that is moved in lands at once, as one`() {
    var folder = folder()
    folder.files[Array("d".utf8)] = .directory(.test(5, kind: .directory), tree: nil)
    folder.notice("d", .movedIn(cookie: 1))
    folder.pass(.milliseconds(251))
    #expect(folder.reports == [["d"]])
    // What is in it later is not ours to tell.
    let changed = FileVersion.test(5, byteCount: 9, modified: 9, kind: .directory)
    folder.files[Array("d".utf8)] = .directory(changed, tree: TreeVersion())
    folder.list()
    folder.pass(.seconds(20))
    #expect(folder.reports == [["d"]])
  }

  @Test func `a directory that is removed and made again lands again, with the same inode`() {
    var folder = folder()
    let tree = TreeVersion(count: 1)
    folder.files[Array("d".utf8)] = .directory(.test(5, kind: .directory), tree: tree)
    folder.notice("d", .movedIn(cookie: 1))
    folder.pass(.seconds(1))
    // By the time that this is told there is a new one.
    folder.notice("d", .deleted)
    folder.notice("d", .created)
    folder.pass(.seconds(10))
    #expect(folder.reports == [["d"], ["d"]])
  }

  @Test func `a directory that landed and gets another name does not land again`() {
    var folder = folder()
    folder.files[Array("d".utf8)] = .directory(.test(5, kind: .directory), tree: TreeVersion())
    folder.notice("d", .movedIn(cookie: 1))
    folder.pass(.seconds(1))
    folder.rename("d", to: "e", cookie: 2)
    folder.pass(.seconds(10))
    #expect(folder.reports == [["d"]])
    #expect(folder.watch.nextTime == nil)
  }

  @Test func `a directory that is filled lands when it rests and nobody writes in it`() {
    var folder = folder()
    let version = FileVersion.test(5, kind: .directory)
    func put(_ count: Int, hasWriter: Bool) {
      folder.files[Array("d".utf8)] = .directory(
        version,
        tree: TreeVersion(count: count, changes: UInt64(count), hasWriter: hasWriter)
      )
    }
    put(0, hasWriter: false)
    folder.notice("d", .created)
    for count in 1..<10 {
      folder.pass(.seconds(1))
      put(count, hasWriter: false)
    }
    #expect(folder.landed == [])
    put(10, hasWriter: true)
    folder.pass(.seconds(60))
    #expect(folder.landed == [])
    put(10, hasWriter: false)
    folder.pass(.seconds(60))
    #expect(folder.reports == [["d"]])
    #expect(folder.watch.nextTime == nil)
  }

  @Test func `what cannot be accepted is told once, with its reason`() {
    var folder = folder()
    let pipe = FileVersion.test(6, kind: .pipe)
    folder.files[Array("p".utf8)] = .unacceptable(pipe, reason: "it is a named pipe")
    folder.notice("p", .created)
    folder.pass(.seconds(1))
    folder.list()
    folder.pass(.seconds(1))
    #expect(folder.refusals == ["p: it is a named pipe"])
    #expect(folder.landed == [])
  }

  @Test func `a file that may be read later lands then`() {
    var folder = folder()
    folder.files[Array("a".utf8)] = .unreadable(.test(1))
    folder.notice("a", .closedAfterWriting)
    folder.notice("a", .attributes)
    folder.pass(.milliseconds(200))
    #expect(folder.refusals.count == 2)
    folder.put("a", inode: 1)
    folder.notice("a", .attributes)
    folder.pass(.seconds(1))
    #expect(folder.landed == ["a"])
  }

  // MARK: - The folder

  @Test func `after an overflow what is not known lands, and what has gone is forgotten`() {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.write("b", inode: 2)
    folder.pass(.seconds(1))
    folder.take("a")
    for number in 0..<100 { folder.put("n\(number)", inode: UInt64(100 + number)) }
    folder.list()
    folder.pass(.seconds(1))
    #expect(folder.landed.count == 102)
    #expect(Set(folder.landed).count == 102)
    folder.put("a", inode: 1)
    folder.list()
    folder.pass(.seconds(1))
    #expect(folder.landed.count == 103, "it is a new one")
  }

  @Test func `what was pending when the folder went lands when it comes back`() {
    var folder = folder()
    folder.write("old", inode: 1)
    folder.pass(.seconds(1))
    folder.write("a", inode: 2)
    folder.put("b", inode: 3, .somebody)
    folder.notice("b", .created)
    folder.send(.lost)
    folder.pass(.seconds(60))
    #expect(folder.landed == ["old"])
    #expect(folder.watch.nextTime == nil)
    folder.put("b", inode: 3)
    folder.list()
    folder.pass(.seconds(1))
    #expect(folder.landed == ["old", "a", "b"])
  }

  @Test func `what could not be reported is looked at again`() {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.pass(.seconds(1))
    let file = LandedFile(
      name: Array("a".utf8),
      identity: .init(device: 1, inode: 1),
      kind: .regular,
      byteCount: 1
    )
    folder.watch.takeBack([file], at: folder.now)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["a"], ["a"]])
  }

  @Test func `a directory that is covered by another for a while is known when it is back`() {
    var folder = TestFolder(holding: ["a", "b"])
    folder.list(isSameDirectory: false)
    let mounted = folder.files
    folder.send(.lost)
    folder.files = [:]
    folder.list(isSameDirectory: false)
    folder.write("below", inode: 7)
    folder.pass(.seconds(1))
    folder.send(.lost)
    folder.files = mounted
    folder.put("new", inode: 8)
    folder.list(isSameDirectory: false)
    folder.pass(.seconds(1))
    #expect(folder.landed == ["below", "new"])
  }

  @Test func `all that is in a folder that was not there at first lands`() {
    var folder = TestFolder(holding: ["a"])
    folder.send(.lost)
    folder.list(isSameDirectory: false)
    folder.pass(.seconds(1))
    #expect(folder.landed == ["a"])
  }

  @Test func `what came since a watermark lands, and what was unfinished then`() {
    let mark = Watermark(time: 50, unfinished: [Array("slow".utf8)])
    var folder = TestFolder(since: mark)
    for (name, changed) in [("old", Int64(50)), ("new", 51), ("slow", 3)] {
      let version = FileVersion.test(UInt64(changed), changed: changed)
      folder.files[Array(name.utf8)] = .file(version, byteCount: 1, .nobody)
    }
    folder.list(isSameDirectory: false)
    folder.pass(.seconds(1))
    #expect(Set(folder.landed) == ["new", "slow"])
  }

  @Test func `what is unfinished is said until it is reported`() {
    var folder = folder()
    folder.put("a", inode: 1, .somebody)
    folder.notice("a", .created)
    folder.write("b", inode: 2)
    #expect(Set(folder.watch.unfinished) == [Array("a".utf8), Array("b".utf8)])
    folder.pass(.seconds(1))
    #expect(folder.watch.unfinished == [Array("a".utf8)])
  }
}

import LinuxIO
import Testing

@testable import DropFolders

@Suite("What lands in a folder", .timeLimit(.minutes(4)))
struct FolderWatchTests {
  /// One that has been listed.
  private func folder(
    holding names: [String] = [],
    limits: DropLimits = DropLimits()
  ) -> TestFolder {
    var folder = TestFolder(holding: names, limits: limits)
    folder.list(isSameDirectory: false)
    return folder
  }

  // MARK: - Whole

  @Test func `a file that was written and closed lands after a rest`() {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.pass(.milliseconds(249))
    #expect(folder.landed == [])
    folder.pass(.milliseconds(2))
    #expect(folder.reports == [["a"]])
    #expect(folder.watch.nextTime == nil, "nothing more is waited for")
  }

  @Test func `a file that one of two writers closed lands when the other one has`() {
    var folder = folder()
    folder.put("a", inode: 1, .somebody)
    folder.notice("a", .created)
    folder.notice("a", .closedAfterWriting)
    folder.pass(.seconds(100))
    #expect(folder.landed == [])
    folder.put("a", inode: 1, modified: 2)
    folder.notice("a", .closedAfterWriting)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["a"]])
  }

  @Test func `a writer of whose end nobody tells is asked for, less and less often`() {
    var folder = folder()
    folder.put("a", inode: 1, .somebody)
    folder.notice("a", .created)
    folder.pass(.seconds(3600))
    #expect(folder.lookCount < 200)
    #expect(folder.landed == [])
    folder.put("a", inode: 1)
    folder.pass(.seconds(31))
    #expect(folder.landed == ["a"])
  }

  @Test func `a name that was just made may be about to be opened`() {
    var folder = folder()
    folder.put("a", inode: 1, byteCount: 0)
    folder.notice("a", .created)
    folder.list()
    folder.notice("a", .deleted)
    folder.pass(.milliseconds(99))
    #expect(folder.watch.burst.count == 0)
    folder.put("a", inode: 1, .somebody)
    folder.pass(.seconds(1))
    #expect(folder.landed == [])
    folder.put("a", inode: 1, byteCount: 5)
    folder.notice("a", .closedAfterWriting)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["a"]])
  }

  @Test func `a link that is made, of whose closing nobody tells, lands`() {
    var folder = folder()
    folder.put("a", inode: 1)
    folder.notice("a", .created)
    folder.pass(.milliseconds(400))
    #expect(folder.reports == [["a"]])
  }

  @Test func `what is opened again before it was reported is taken back until it is closed`() {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.put("a", inode: 1, byteCount: 2, .somebody)
    folder.notice("a", .closedAfterWriting)
    folder.pass(.seconds(5))
    #expect(folder.landed == [])
    folder.put("a", inode: 1, byteCount: 3)
    folder.notice("a", .closedAfterWriting)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["a"]])
  }

  @Test func `where writers do not show, closing is trusted and anything else must rest`() {
    var folder = folder()
    folder.put("closed", inode: 1, .unknown)
    folder.notice("closed", .closedAfterWriting)
    folder.put("moved", inode: 2, .unknown)
    folder.notice("moved", .movedIn(cookie: 1))
    folder.put("found", inode: 3, .unknown)
    folder.list()
    folder.pass(.seconds(1))
    #expect(folder.reports == [["closed", "moved"]])
    folder.put("found", inode: 3, byteCount: 2, .unknown)
    folder.pass(.milliseconds(2900))
    #expect(folder.landed.count == 2, "it changed meanwhile")
    folder.pass(.milliseconds(2000))
    #expect(folder.landed == ["closed", "moved", "found"])
  }

  // MARK: - Once

  @Test func `events that come twice or late make no second landing`() {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.pass(.seconds(1))
    folder.notice("a", .created)
    folder.notice("a", .closedAfterWriting)
    folder.notice("a", .deleted)
    folder.notice("a", .attributes)
    folder.list()
    folder.pass(.seconds(10))
    #expect(folder.reports == [["a"]])
    #expect(folder.watch.nextTime == nil)
  }

  @Test(arguments: [(UInt64(2), 1, Int64(1)), (1, 2, 1), (1, 1, 2)])
  func `a file that is written anew lands again`(inode: UInt64, byteCount: Int, modified: Int64) {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.pass(.seconds(1))
    folder.write("a", inode: inode, byteCount: byteCount, modified: modified)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["a"], ["a"]])
  }

  @Test func `a file that was there lands only when it is written anew`() {
    var folder = folder(holding: ["a", "b"])
    folder.notice("a", .closedAfterWriting)
    folder.notice("b", .attributes)
    folder.pass(.seconds(10))
    #expect(folder.landed == [])
    folder.write("a", inode: 1000, modified: 7)
    folder.pass(.seconds(1))
    #expect(folder.landed == ["a"])
  }

  @Test func `a file that landed and gets another name does not land again`() {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.pass(.seconds(1))
    folder.rename("a", to: "b", cookie: 9)
    folder.pass(.seconds(1))
    folder.notice("b", .closedAfterWriting)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["a"]])
  }

  @Test func `a file that is renamed before it was reported is reported by its new name`() {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.rename("a", to: "b", cookie: 9)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["b"]])
  }

  @Test func `a file that leaves and comes back lands again`() {
    var folder = folder(holding: ["a"])
    let file = folder.files[Array("a".utf8)]
    folder.take("a")
    folder.notice("a", .movedOut(cookie: 1))
    folder.files[Array("a".utf8)] = file
    folder.notice("a", .movedIn(cookie: 2))
    folder.pass(.seconds(1))
    #expect(folder.landed == ["a"])
  }

  @Test func `a file that is gone before it was reported is not reported`() {
    var folder = folder()
    folder.write("a", inode: 1)
    folder.write("b", inode: 2)
    folder.take("a")
    folder.notice("a", .deleted)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["b"]])
  }

  @Test func `a file of which one was deleted before lands once, however late that is told`() {
    var folder = folder()
    folder.put("a", inode: 2)
    for sign in [FolderEvent.Sign.created, .closedAfterWriting, .deleted, .created] {
      folder.notice("a", sign)
    }
    folder.notice("a", .closedAfterWriting)
    folder.pass(.seconds(5))
    #expect(folder.reports == [["a"]])
  }

  // MARK: - Names

  @Test(arguments: [
    "a.pdf.part", "a.pdf.PART", "a.crdownload", "a.filepart", "a.tmp", "a~", "~a", ".a", ".#a",
    ".goutputstream-ABC", "~syncthing~a.pdf.tmp", ".xfer-1", ".a.pdf.Xy12", ".part",
  ])
  func `a temporary name never lands, and what is renamed from it does`(name: String) {
    var folder = folder()
    folder.write(name, inode: 1)
    folder.list()
    folder.pass(.seconds(10))
    #expect(folder.landed == [])
    #expect(folder.lookCount == 0)
    folder.rename(name, to: "a.pdf", cookie: 3)
    folder.pass(.seconds(1))
    #expect(folder.reports == [["a.pdf"]])
  }

  @Test(arguments: ["part", "tmp", "a.party", "a.part.pdf", "-rf", "a~b", "a.tmp2", " ", "ä"])
  func `a name that only looks like one lands`(name: String) {
    var folder = folder()
    folder.write(name, inode: 1)
    folder.pass(.seconds(1))
    #expect(folder.reports == [[name]])
  }

  @Test func `a name of any bytes is itself`() {
    #expect(DropName.isProper([0xFF, 0x0A, 0x27]))
    #expect(!DropName.isProper([]))
    #expect(!DropName.isProper([0xFF, 0x7E]))
  }

  @Test func `a folder within does not land, also if it is added later`() {
    var folder = folder()
    folder.files[Array("in".utf8)] = .directory(.test(5, kind: .directory), tree: TreeVersion())
    folder.notice("in", .created)
    folder.watch.excluded = [Array("in".utf8)]
    folder.notice("in", .movedIn(cookie: 1))
    folder.list()
    folder.pass(.seconds(20))
    #expect(folder.landed == [])
  }
}

import LinuxIO
import Pasteboards
import Selections
import Store
import Testing
import UniformTypeIdentifiers

@testable import Daemon

@Suite("What others do to a board")
struct ForeignBoardTests {
  /// A file of which only the size and the checksum are of interest.
  private final class File: PayloadFile {
    let byteCount = 20_480

    func read(
      into buffer: UnsafeMutableRawBufferPointer,
      at offset: Int
    ) throws(PayloadFailure) -> Int { throw .notMade }
  }

  private let begin = MonotonicTime.now

  private func copy(
    _ claim: Int,
    after milliseconds: Int = 0,
    by owner: UInt32 = 1,
    checksum: UInt64? = 7
  ) -> ForeignBoard.Copy {
    let file = File()
    var checksums = FileChecksums()
    checksums[file] = checksum
    let text = Representation(type: .utf8PlainText, payload: .file(file))
    return ForeignBoard.Copy(
      claim: claim,
      owner: WindowID(rawValue: owner),
      time: begin + .milliseconds(milliseconds),
      entry: Entry(
        id: Entry.ID(rawValue: UInt64(claim)),
        items: [Item(representations: [text])],
        time: 0
      ),
      checksums: checksums,
      deadline: nil
    )
  }

  private func board(after copy: ForeignBoard.Copy) -> ForeignBoard {
    var board = ForeignBoard()
    board.claim = copy.claim
    board.remember(copy)
    return board
  }

  @Test func `a file is the same copy once more by its checksum only`() {
    let first = copy(1)
    let board = board(after: first)
    #expect(board.superseded(by: copy(2, after: 150)) == first.entry.id)
    #expect(board.superseded(by: copy(2, after: 151)) == nil, "later it is meant")
    #expect(board.superseded(by: copy(2, checksum: 8)) == nil)
    #expect(board.superseded(by: copy(2, checksum: nil)) == nil, "it could not be read")
    #expect(board.superseded(by: copy(2, by: 2)) == nil, "it is another program's")
    let unknown = self.board(after: copy(1, checksum: nil))
    #expect(unknown.superseded(by: copy(2, checksum: nil)) == nil)
  }

  @Test func `what is forgotten is not remembered when it comes late`() {
    var board = board(after: copy(1))
    board.claim = 3
    board.forget()
    board.remember(copy(2))
    board.remember(copy(3))
    #expect(board.copy == nil)
    board.claim = 4
    board.remember(copy(4))
    #expect(board.currentCopy?.claim == 4)
    board.remember(copy(3))
    #expect(board.copy?.claim == 4, "an older one took its place")
  }

  @Test func `only what is there at a clear is no history`() {
    var board = board(after: copy(1))
    board.claim = 2
    board.remember(copy(2))
    // The news that it is owned no more may come first.
    board.claim = nil
    board.discard()
    #expect(board.copy == nil)
    #expect((1...3).map(board.isDiscarded) == [false, true, false])
    board.claim = 3
    board.remember(copy(3))
    board.forget()
    #expect(!board.isDiscarded(3), "what another program cleared is history")
  }
}

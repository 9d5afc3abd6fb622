import LinuxIO
import Pasteboards
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("A store that fails for a while", .timeLimit(.minutes(4)))
struct StoreTroubleTests {
  @Test func `a change that cannot be made takes no other with it, nor its file`() async throws {
    let test = try TestStore()
    _ = try await test.store.open()
    let count = 40
    // Whatever is written together fails together at first, and is tried one by one.
    await withTaskGroup(of: Bool.self) { group in
      for number in 1...count {
        group.addTask {
          do {
            let content = noise(20_000, seed: UInt64(number))
            try await test.store.put(try .test(number, fileOf: content, in: test), on: .clipboard)
            return true
          } catch {
            return false
          }
        }
        group.addTask {
          do {
            try await test.store.write { _ throws(StoreError) in throw Self.full }
            return false
          } catch {
            return true
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    for number in 1...count {
      let entry = try await test.history.entry(.test(number))?.entry
      #expect(try entry?.content() == noise(20_000, seed: UInt64(number)))
    }
    // A file that belongs to nobody is removed after its put was answered.
    try await test.store.put(.test(99, "after all others"), on: .clipboard)
    #expect(try test.payloadNames().count == count)
  }

  @Test func `nothing goes on outside a transaction that SQLite ended`() async throws {
    let test = try TestStore()
    _ = try await test.store.open()
    let count = 40
    let order = Attempts()
    // They come in any order, and each second one fails.
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...count {
        let place = Place()
        group.addTask {
          do throws(StoreError) {
            try await test.store.write { writing throws(StoreError) in
              let number = place.number(in: order)
              let isFailing = number % 2 == 1
              // As after `SQLITE_NOMEM`, at which SQLite may roll back by itself.
              if isFailing { try writing.execute("ROLLBACK") }
              if isFailing { throw .database(SQLiteError(code: 7, message: "", sql: "")) }
              // Made twice it would fail.
              try writing.insert(.test(number, "a"), on: try writing.boardKey(.clipboard), nil)
            }
          } catch {
            #expect(error.description.contains("SQLite 7"))
          }
        }
      }
    }
    #expect(try await test.history.boards().first?.entryCount == count / 2)
  }

  @Test func `a read that fails does not mean that there is no entry`() async throws {
    let test = try TestStore()
    _ = try await test.store.open()
    try StoreRepairTests.execute("DROP TABLE entries", in: test.directory)
    await #expect(throws: StoreError.self) {
      try await test.store.drop(.test(1), sparingPinned: false)
    }
    await #expect(throws: StoreError.self) { try await test.store.forgetPromises(of: .test(1)) }
  }

  @Test func `on a full disk the reserve is for what takes something away`() async throws {
    let test = try TestStore()
    _ = try await test.store.open()
    try await test.store.sweep()
    #expect(try test.names().contains("history.reserve"))
    for makesRoom in [false, true] {
      let attempts = Attempts()
      do {
        try await test.store.write(makesRoom: makesRoom) { _ throws(StoreError) in
          // The first time the disk is full.
          if attempts.next() == 1 { throw Self.full }
        }
      } catch {
        #expect(!makesRoom)
      }
      #expect(attempts.next() == (makesRoom ? 3 : 2))
    }
    // It was given up and is made again.
    #expect(try await test.store.remove([]).isEmpty)
    #expect(try test.names().contains("history.reserve"))
  }

  private final class Attempts: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  /// Where a change came to stand when it was first tried.
  private final class Place: Sendable {
    private let place = Mutex<Int?>(nil)

    func number(in order: Attempts) -> Int {
      place.withLock { place in
        let number = place ?? order.next()
        place = number
        return number
      }
    }
  }

  /// As SQLite says it: `SQLITE_FULL`.
  private static let full = StoreError.database(SQLiteError(code: 13, message: "", sql: ""))

  @Test
  func `the number of the last change is kept, also of a board that is no more`() async throws {
    let kept = try TestStore()
    _ = try await kept.store.open()
    try await kept.store.put(.test(1, "a"), on: .clipboard)
    let state = BoardState(board: .clipboard, current: nil, sequence: 7, time: 9)
    await kept.store.close([state], after: 12)
    let after = try TestStore(in: kept.directory)
    #expect(try await after.store.open().sequence == 12)
  }
}

import Testing

@testable import Store

@Suite("When the store waits for the disk")
struct CommitRhythmTests {
  @Test func `one client alone is never kept waiting`() {
    var rhythm = CommitRhythm()
    #expect(rhythm.delay(for: 1) == nil)
    rhythm.note(1, took: .milliseconds(8))
    #expect(rhythm.delay(for: 1) == nil)
  }

  @Test func `as many as came together are waited for, a part of what the disk takes`() {
    var rhythm = CommitRhythm()
    rhythm.note(4, took: .milliseconds(2))
    #expect(rhythm.delay(for: 1) == .microseconds(500))
    #expect(rhythm.delay(for: 3) == .microseconds(500))
    #expect(rhythm.delay(for: 4) == nil)
    #expect(rhythm.delay(for: 5) == nil)
  }

  @Test func `it is never long, and not worth it on a quick disk`() {
    var rhythm = CommitRhythm()
    rhythm.note(4, took: .seconds(3))
    #expect(rhythm.delay(for: 1) == .milliseconds(1))
    rhythm.note(4, took: .microseconds(100))
    #expect(rhythm.delay(for: 1) == nil)
  }

  @Test func `who does not come back is expected no more`() {
    var rhythm = CommitRhythm()
    rhythm.note(4, took: .milliseconds(2))
    rhythm.note(1, took: .milliseconds(2))
    #expect(rhythm.delay(for: 1) == nil)
  }
}

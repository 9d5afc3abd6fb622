import LinuxIO
import Pasteboards
import Testing

@testable import Daemon

@Suite("What is still to be said") struct AnnouncementQueueTests {
  /// With the functions that an expectation can call, and moments in milliseconds.
  private final class Queue {
    private var queue = AnnouncementQueue()

    func add(_ announcement: Announcement) -> Bool { queue.add(announcement) }

    func next(of subject: String, at time: UInt64) -> AnnouncementQueue.Step {
      queue.next(of: subject, at: moment(time))
    }

    func note(_ number: UInt32, of subject: String, at time: UInt64) {
      queue.note(number, of: subject, at: moment(time))
    }

    func forgetNumbers() { queue.forgetNumbers() }
  }

  private func landed(_ name: String, in folder: String = "/in") -> Announcement {
    .landed([Array(name.utf8)], on: .clipboard, in: folder)
  }

  @Test func `the last of a second takes the place of the first`() {
    let queue = Queue()
    let subject = landed("a").subject
    #expect(queue.add(landed("a")))
    #expect(queue.next(of: subject, at: 5000) == .tell(landed("a"), replacing: 0))
    queue.note(7, of: subject, at: 5010)
    #expect(queue.add(landed("b")))
    #expect(queue.next(of: subject, at: 5500) == .wait(until: moment(6010)))
    // Whoever waits need not be asked twice.
    #expect(!queue.add(landed("c")))
    #expect(queue.next(of: subject, at: 6010) == .tell(landed("c"), replacing: 7))
    #expect(queue.next(of: subject, at: 6010) == .nothing)
  }

  @Test func `what comes in its time has a place of its own`() {
    let queue = Queue()
    let subject = landed("a").subject
    for start in [5000, 6001] as [UInt64] {
      #expect(queue.add(landed("a")))
      #expect(queue.next(of: subject, at: start) == .tell(landed("a"), replacing: 0))
      queue.note(7, of: subject, at: start)
    }
  }

  @Test func `subjects do not hold each other up, nor lose their numbers`() {
    let queue = Queue()
    let (one, other) = (landed("a"), landed("a", in: "/other"))
    #expect(queue.add(one))
    #expect(queue.next(of: one.subject, at: 5000) == .tell(one, replacing: 0))
    queue.note(7, of: one.subject, at: 5000)
    #expect(queue.add(one))
    #expect(queue.next(of: one.subject, at: 5900) == .wait(until: moment(6000)))
    #expect(queue.add(other))
    #expect(queue.next(of: other.subject, at: 5900) == .tell(other, replacing: 0))
    // Late, since the bus took its time.
    queue.note(8, of: other.subject, at: 9000)
    #expect(queue.next(of: one.subject, at: 9000) == .tell(one, replacing: 7))
  }

  @Test func `a bus that is gone takes its numbers along`() {
    let queue = Queue()
    let subject = landed("a").subject
    #expect(queue.add(landed("a")))
    #expect(queue.next(of: subject, at: 5000) == .tell(landed("a"), replacing: 0))
    queue.note(7, of: subject, at: 5000)
    #expect(queue.add(landed("b")))
    #expect(queue.next(of: subject, at: 5500) == .wait(until: moment(6000)))
    queue.forgetNumbers()
    #expect(queue.next(of: subject, at: 6000) == .tell(landed("b"), replacing: 0))
  }
}

private func moment(_ milliseconds: UInt64) -> MonotonicTime {
  MonotonicTime(nanoseconds: milliseconds * 1_000_000)
}

internal import LinuxIO

/// What is still to be said: of each subject once a second at most, and then the last of it.
///
/// Holds no bus and no clock, and of each subject one announcement: however long a bus does not answer,
/// nothing piles up.
struct AnnouncementQueue: Sendable {
  enum Step: Sendable, Equatable {
    /// Say it now, in the place of the notification with this number; 0 is a place of its own.
    case tell(Announcement, replacing: UInt32)
    /// Ask again then.
    case wait(until: MonotonicTime)
    case nothing
  }

  private struct Told: Sendable {
    let number: UInt32
    let time: MonotonicTime
  }

  private var waiting: [String: Announcement] = [:]
  /// What was said within the last pause, by subject.
  private var told: [String: Told] = [:]
  /// Subjects whose announcement came too fast.
  private var isHeld: Set<String> = []
  private static let pause = Duration.seconds(1)

  /// Takes one in; whether its subject is to be asked for, which else is under way already.
  mutating func add(_ announcement: Announcement) -> Bool {
    waiting.updateValue(announcement, forKey: announcement.subject) == nil
  }

  /// What to do about a subject now.
  mutating func next(of subject: String, at now: MonotonicTime) -> Step {
    guard waiting[subject] != nil else { return .nothing }
    if let last = told[subject], now < last.time + Self.pause {
      isHeld.insert(subject)
      return .wait(until: last.time + Self.pause)
    }
    // Only what came too fast takes a place: another program may have that number by and by.
    let number = isHeld.remove(subject) == nil ? 0 : told[subject]?.number ?? 0
    guard let announcement = waiting.removeValue(forKey: subject) else { return .nothing }
    return .tell(announcement, replacing: number)
  }

  /// Notes what number one got that was said.
  mutating func note(_ number: UInt32, of subject: String, at now: MonotonicTime) {
    told = told.filter { now < $0.value.time + Self.pause || isHeld.contains($0.key) }
    told[subject] = Told(number: number, time: now)
  }

  /// Numbers of a bus that is gone mean nothing to the next.
  mutating func forgetNumbers() { told = told.mapValues { Told(number: 0, time: $0.time) } }
}

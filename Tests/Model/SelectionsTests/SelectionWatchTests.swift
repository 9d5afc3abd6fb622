import Selections
import Testing

@Suite("Selection watch") struct SelectionWatchTests {
  @Test func `a claim is read at once`() {
    var watch = SelectionWatch()
    #expect(watch.handle(.claimed(1)) == [.begin(1)])
    #expect(watch.claim == 1)
    #expect(watch.handle(.ended(1, isVacant: false)).isEmpty)
    #expect(watch.claim == nil)
  }

  @Test func `a claim while another is read overtakes it and is read itself`() {
    var watch = SelectionWatch()
    _ = watch.handle(.claimed(1))
    #expect(watch.handle(.claimed(2)) == [.overtake(1), .begin(2)])
    #expect(watch.handle(.ended(1, isVacant: false)).isEmpty)
    #expect(watch.claim == 2)
    #expect(watch.handle(.ended(2, isVacant: false)).isEmpty)
  }

  @Test func `the end of one that was overtaken is no vacancy of the next`() {
    var watch = SelectionWatch()
    _ = watch.handle(.claimed(1))
    _ = watch.handle(.claimed(2))
    #expect(watch.handle(.ended(1, isVacant: true)).isEmpty)
    #expect(watch.claim == 2)
  }

  @Test func `a selection must rest before it is read`() {
    var watch = SelectionWatch(rest: .milliseconds(300))
    #expect(watch.handle(.claimed(1)) == [.setTimer(.milliseconds(300))])
    #expect(
      watch.handle(.claimed(2))
        == [.stopTimer, .conclude(1, .overtaken), .setTimer(.milliseconds(300))]
    )
    #expect(watch.handle(.timer) == [.begin(2)])
  }

  @Test func `an owner that goes while it rests was not read`() {
    var watch = SelectionWatch(rest: .milliseconds(300))
    _ = watch.handle(.claimed(1))
    #expect(watch.handle(.gone) == [.stopTimer, .conclude(1, .gone)])
    #expect(watch.handle(.timer).isEmpty)
    #expect(watch.handle(.gone).isEmpty)
  }

  @Test func `an owner with nothing to offer is asked three times more`() {
    var watch = SelectionWatch()
    #expect(watch.handle(.claimed(1)) == [.begin(1)])
    for _ in 1..<SelectionWatch.attemptLimit {
      #expect(watch.handle(.ended(1, isVacant: true)) == [.setTimer(SelectionWatch.attemptPause)])
      #expect(watch.handle(.timer) == [.begin(1)])
    }
    #expect(watch.handle(.ended(1, isVacant: true)) == [.conclude(1, .vacant)])
    #expect(watch.claim == nil)
  }

  @Test func `one that has nothing to offer and goes has emptied the selection`() {
    var watch = SelectionWatch()
    _ = watch.handle(.claimed(1))
    _ = watch.handle(.ended(1, isVacant: true))
    #expect(watch.handle(.gone) == [.stopTimer, .conclude(1, .vacant)])
  }

  @Test func `an owner that goes while it is read is heard out`() {
    var watch = SelectionWatch()
    _ = watch.handle(.claimed(1))
    #expect(watch.handle(.gone) == [.overtake(1)])
    #expect(watch.handle(.ended(1, isVacant: true)).isEmpty)
  }

  /// Whatever comes in whatever order, each claim ends once, and one at a time is read.
  @Test func `every claim ends once`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      var watch = SelectionWatch(rest: Bool.random(using: &generator) ? .zero : .milliseconds(1))
      var number = 0
      var ended: [Int: Int] = [:]
      var reading: Set<Int> = []
      var hasTimer = false
      func take(_ actions: [SelectionWatch.Action]) {
        for action in actions {
          switch action {
          case .setTimer: hasTimer = true
          case .stopTimer: hasTimer = false
          case .begin(let claim):
            #expect(reading.insert(claim).inserted)
            #expect(claim == number)
          case .overtake(let claim): #expect(reading.contains(claim))
          case .conclude(let claim, _): ended[claim, default: 0] += 1
          }
        }
      }
      for _ in 0..<40 {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          number += 1
          take(watch.handle(.claimed(number)))
        case 1: take(watch.handle(.gone))
        case 2:
          guard hasTimer else { continue }
          hasTimer = false
          take(watch.handle(.timer))
        default:
          guard let claim = reading.randomElement(using: &generator) else { continue }
          reading.remove(claim)
          let isVacant = watch.claim == claim && Bool.random(using: &generator)
          if !isVacant { ended[claim, default: 0] += 1 }
          take(watch.handle(.ended(claim, isVacant: isVacant)))
        }
      }
      take(watch.handle(.gone))
      for claim in reading { ended[claim, default: 0] += 1 }
      #expect(ended.values.allSatisfy { $0 == 1 })
      #expect(ended.count == number)
    }
  }
}

import Selections
import Testing

@Suite("Rescue") struct RescueTests {
  /// Feeds events, 10 ms apart.
  private func run(_ events: [Rescue.Event]) -> [Rescue.Action] {
    var rescue = Rescue()
    var actions: [Rescue.Action] = []
    for (index, event) in events.enumerated() {
      actions += rescue.handle(event, at: .milliseconds(10 * index))
    }
    return actions
  }

  @Test func `what an owner leaves that has gone is offered after a while`() {
    #expect(run([.claimed, .orphaned]) == [.setTimer(Rescue.patience)])
    #expect(run([.claimed, .orphaned, .timer]) == [.setTimer(Rescue.patience), .offer])
  }

  @Test func `a clear is obeyed`() {
    #expect(run([.claimed, .cleared]).isEmpty)
    #expect(run([.claimed, .cleared, .orphaned, .timer]).isEmpty)
    #expect(run([.put, .cleared]).isEmpty)
  }

  @Test func `a secret, or nothing, does not come back`() {
    #expect(run([.claimed, .unworthy, .orphaned, .timer]).isEmpty)
    let stopped = [Rescue.Action.setTimer(Rescue.patience), .stopTimer]
    #expect(run([.claimed, .orphaned, .unworthy, .timer]) == stopped)
  }

  @Test func `what follows a secret comes back again`() {
    #expect(run([.claimed, .unworthy, .claimed, .orphaned]) == [.setTimer(Rescue.patience)])
  }

  @Test func `whoever claims meanwhile keeps it`() {
    let stopped = [Rescue.Action.setTimer(Rescue.patience), .stopTimer]
    #expect(run([.claimed, .orphaned, .claimed, .timer]) == stopped)
    #expect(run([.claimed, .orphaned, .put, .timer]) == stopped)
    #expect(run([.claimed, .orphaned, .cleared, .timer]) == stopped)
  }

  @Test func `a server where nobody has it gets the last entry`() {
    #expect(run([.unowned]) == [.offer])
    let started = [Rescue.Action.setTimer(Rescue.patience)]
    #expect(run([.claimed, .orphaned, .unowned]) == started + [.stopTimer, .offer])
    #expect(run([.unowned, .offered, .claimed]) == [.offer])
  }

  @Test func `two that keep it do not fight`() {
    var rescue = Rescue()
    var time = Duration.zero
    var said = 0
    func feed(_ event: Rescue.Event) -> [Rescue.Action] {
      time += .milliseconds(50)
      let actions = rescue.handle(event, at: time)
      said += actions.count { $0 == .sayPassive }
      return actions
    }
    _ = feed(.claimed)
    for _ in 0..<Rescue.overtakenLimit {
      #expect(feed(.orphaned) == [.setTimer(Rescue.patience)])
      #expect(feed(.timer) == [.offer])
      #expect(feed(.offered).isEmpty)
      _ = feed(.claimed)
      #expect(!rescue.isPassive(at: time))
    }
    _ = feed(.orphaned)
    _ = feed(.timer)
    _ = feed(.offered)
    #expect(feed(.claimed) == [.sayPassive])
    #expect(rescue.isPassive(at: time))
    #expect(feed(.orphaned).isEmpty)
    #expect(feed(.timer).isEmpty)
    #expect(said == 1)
    time += Rescue.passivity
    #expect(feed(.claimed).isEmpty)
    #expect(feed(.orphaned) == [.setTimer(Rescue.patience)])
  }

  @Test func `programs that copy and end, one after the other, are no fight`() {
    var rescue = Rescue()
    for round in 0..<20 {
      let time = Duration.milliseconds(400 * round)
      #expect(rescue.handle(.claimed, at: time).isEmpty)
      #expect(rescue.handle(.orphaned, at: time) == [.setTimer(Rescue.patience)])
      #expect(rescue.handle(.timer, at: time + .milliseconds(290)) == [.offer])
      #expect(rescue.handle(.offered, at: time + .milliseconds(290)).isEmpty)
    }
  }

  @Test func `to be overtaken now and then is no fight`() {
    var rescue = Rescue()
    for round in 0..<20 {
      let time = Duration.seconds(round)
      _ = rescue.handle(.claimed, at: time)
      #expect(rescue.handle(.orphaned, at: time) == [.setTimer(Rescue.patience)])
      #expect(rescue.handle(.timer, at: time) == [.offer])
      #expect(rescue.handle(.offered, at: time).isEmpty)
    }
  }

  @Test func `others may take what was put as often as they like`() {
    var rescue = Rescue()
    for step in 0..<20 {
      #expect(rescue.handle(.put, at: .milliseconds(step)).isEmpty)
      #expect(rescue.handle(.claimed, at: .milliseconds(step)).isEmpty)
    }
    #expect(!rescue.isPassive(at: .milliseconds(20)))
  }
}

internal import Desktop
internal import LinuxIO
internal import Pasteboards
internal import Selections

/// Reads what other programs copy, claim by claim, and reports each claim once.
///
/// Lives on the desktop's loop, where claims and content come: a claim may stand for a few milliseconds
/// only. Of one selection one claim is read at a time, besides those whose content was already coming
/// when the next one came: their owners may die of a reader that stops.
actor Recorder {
  nonisolated let loop: EventLoop
  let storage: PayloadStorage
  let intake: Intake
  private(set) var options: RecordingOptions
  private(set) var desktop: Desktop?
  private var watches: [Selection: SelectionWatch] = [:]
  private var timers: [Selection: EventLoop.Timer] = [:]
  /// The last claim of each selection by another program.
  private var claims: [Selection: Claim] = [:]
  /// The last claim of each selection that had nothing to offer when it was asked.
  private var vacant: [Selection: Int] = [:]
  /// What is to be read as soon as all events that have come are handled: of a flood only the last.
  private(set) var next: [Selection: Claim] = [:]
  /// What is being read, the oldest first.
  private(set) var captures: [Capture] = []
  /// Those who want content as it comes.
  var readers: [CaptureReader] = []
  var readerCount = 0
  /// Reports that have not been dealt with, and the representations that they hold.
  private var unsettled = (reports: 0, representations: 0)
  private var isScheduled = false
  /// Takes reports, in order, on the loop.
  private let tell: @Sendable (CaptureReport) -> Void

  /// A claim of another program.
  struct Claim: Sendable {
    let selection: Selection
    let number: Int
    let owner: WindowID
    let time: MonotonicTime
  }

  /// Claims that are still heard out though others followed.
  private static let overtakenLimit = 4
  /// Reports that may wait for the store.
  private static let reportLimit = 32
  /// Their representations, each of which is up to 16 KiB of memory, or a descriptor.
  private static let representationLimit = 1024

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// `report` is called on `loop`, which is the desktop's, and must not wait.
  init(
    loop: EventLoop,
    storage: PayloadStorage,
    intake: Intake,
    options: RecordingOptions,
    report: @escaping @Sendable (CaptureReport) -> Void
  ) {
    self.loop = loop
    self.storage = storage
    self.intake = intake
    self.options = options
    tell = report
  }

  /// Reads from `desktop` from now on.
  func begin(_ desktop: Desktop) { self.desktop = desktop }

  /// Takes over what is recorded; what is being read stays as it was begun.
  func apply(_ options: RecordingOptions) { self.options = options }

  /// Notes what the desktop tells, in order; called on the loop.
  func note(_ event: DesktopEvent) {
    switch event {
    case .ownerChanged(let change): note(change)
    case .disconnected:
      for selection in Selection.allCases { handle(.gone, selection) }
    case .lostOwnership, .pasted, .readerGone, .saveAsked: break
    }
  }

  /// Notes that a report was dealt with.
  func settle(_ report: CaptureReport) {
    unsettled.reports -= 1
    unsettled.representations -= report.representationCount
    if !next.isEmpty { schedule() }
  }

  /// Reads what another program offers now, whatever is recorded; `nil` if nothing may be kept of it.
  func readNow(_ selection: Selection) async -> Entry? {
    guard let claim = claims[selection] else { return nil }
    guard case .copied(let entry) = await outcome(of: Capture(claim: claim)) else { return nil }
    return entry
  }

  private func note(_ change: SelectionChange) {
    guard case .foreign(let owner) = change.holder else {
      return handle(.gone, change.selection)
    }
    let claim = Claim(
      selection: change.selection,
      number: change.claim,
      owner: owner,
      time: .now
    )
    claims[change.selection] = claim
    guard options.selections.union(options.mirrored).contains(change.selection) else {
      handle(.gone, change.selection)
      return conclude(claim, .unwanted)
    }
    handle(.claimed(change.claim), change.selection)
  }

  private func handle(_ event: SelectionWatch.Event, _ selection: Selection) {
    var watch = watches[selection] ?? SelectionWatch()
    watch.rest = options.rest(of: selection)
    let actions = watch.handle(event)
    watches[selection] = watch
    for action in actions { perform(action, selection) }
  }

  private func perform(_ action: SelectionWatch.Action, _ selection: Selection) {
    switch action {
    case .setTimer(let duration):
      timers[selection] = loop.schedule(after: duration) { [weak self] in
        self?.assumeIsolated { $0.handle(.timer, selection) }
      }
    case .stopTimer: timers.removeValue(forKey: selection)?.cancel()
    case .begin(let number):
      guard let claim = claims[selection], claim.number == number else { return }
      next[selection] = claim
      schedule()
    case .overtake(let number): overtake(number, selection)
    case .conclude(let number, let conclusion):
      guard let claim = claims[selection], claim.number >= number else { return }
      let concluded = Claim(
        selection: selection,
        number: number,
        owner: claim.owner,
        time: claim.time
      )
      conclude(concluded, conclusion == .vacant ? .vacant : .overtaken)
    }
  }

  /// Begins to read what is next once all events that have come are handled.
  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    loop.perform { [weak self] in
      self?.assumeIsolated { recorder in
        recorder.isScheduled = false
        for selection in Array(recorder.next.keys) { recorder.begin(selection) }
      }
    }
  }

  private func begin(_ selection: Selection) {
    // A store that lags behind makes room first; until then only the newest claim is remembered.
    guard unsettled.reports < Self.reportLimit,
      unsettled.representations < Self.representationLimit,
      let claim = next.removeValue(forKey: selection),
      // Gone by now, and concluded.
      watches[selection]?.claim == claim.number
    else { return }
    let capture = Capture(claim: claim)
    captures.append(capture)
    capture.task = loop.task(in: self) { await $0.read(claim) }
  }

  /// What is coming is heard out, and nothing else is asked for.
  private func overtake(_ number: Int, _ selection: Selection) {
    if let claim = next[selection], claim.number == number {
      next[selection] = nil
      return conclude(claim, .overtaken)
    }
    for capture in captures where capture.isOf(selection, number) { capture.overtake() }
    let overtaken = captures.filter(\.isOvertaken)
    for capture in overtaken.dropLast(Self.overtakenLimit) { capture.task?.cancel() }
  }

  private func read(_ claim: Claim) async {
    guard let capture = captures.first(where: { $0.isOf(claim.selection, claim.number) })
    else { return }
    let outcome = await outcome(of: capture)
    captures.removeAll { $0 === capture }
    var isVacant = false
    if case .vacant = outcome {
      vacant[claim.selection] = claim.number
      isVacant = !capture.isOvertaken
    }
    // One that has nothing to offer is concluded by the watch, which may ask it again.
    if !isVacant { conclude(claim, outcome) }
    handle(.ended(claim.number, isVacant: isVacant), claim.selection)
  }

  private func conclude(_ claim: Claim, _ outcome: CaptureReport.Outcome) {
    var outcome = outcome
    // Who had nothing to offer, and cannot be asked again, has offered nothing.
    switch outcome {
    case .failed where vacant[claim.selection] == claim.number: outcome = .vacant
    case .overtaken where vacant[claim.selection] == claim.number: outcome = .vacant
    case .copied, .secret, .vacant, .unwanted, .failed, .unstored, .overtaken: break
    }
    endSharing(of: claim)
    let report = CaptureReport(
      selection: claim.selection,
      claim: claim.number,
      owner: claim.owner,
      time: claim.time,
      outcome: outcome
    )
    unsettled.reports += 1
    unsettled.representations += report.representationCount
    tell(report)
  }
}

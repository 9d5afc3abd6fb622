internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers

/// What of other programs' doings is recorded, and how patiently.
struct RecordingOptions: Sendable {
  var selections: Set<Selection>
  /// What is read only to be offered on another selection as well.
  var mirrored: Set<Selection>
  /// How long what is selected, and not copied on purpose, must rest.
  var rest: Duration
  var policy: CapturePolicy
  /// The most bytes of one copy.
  var copyLimit: Int
  var timeouts: Configuration.Timeouts
  /// What the user says of single copies.
  var rules: RuleSettings

  init(_ configuration: Configuration) {
    let watch = configuration.watch
    let bridged = configuration.selections
    selections = Set(
      [
        (.clipboard, watch.clipboard && bridged.clipboard),
        (.primary, watch.primary && bridged.primary),
        (.secondary, watch.secondary && bridged.secondary),
      ].compactMap { (selection: Selection, isRecorded: Bool) in isRecorded ? selection : nil }
    )
    mirrored = Set(Selection.allCases.filter { bridged.mirror.target(of: $0) != nil })
    rest = watch.rest
    timeouts = configuration.timeouts
    copyLimit = configuration.limits.spool.bytes
    rules = configuration.rule
    policy = CapturePolicy(
      types: watch.types.types,
      ignoredTypes: watch.ignoreTypes.types,
      ignoredSources: watch.ignoreSources.all,
      imageOrder: watch.images.types,
      byteLimit: watch.size > ByteCount(0) ? watch.size.bytes : .max,
      countLimit: configuration.limits.representations
    )
  }

  /// How long a claim of a selection must stand before it is read.
  func rest(of selection: Selection) -> Duration { selection == .clipboard ? .zero : rest }
}

internal import LinuxIO
internal import Selections
internal import UniformTypeIdentifiers
internal import XCB

/// One connection to a server and what lives only as long as it does.
final class Session {
  let connection: Connection
  /// A second number for libxcb's own descriptor, to wait for.
  let socket: SharedDescriptor
  /// The window that owns our selections; it lives as long as the connection.
  let window: Window
  /// A property that is only touched, to learn the time.
  let clock: Atom
  let selections: [Selection: Atom]
  let incr: Atom
  let clipboardManager: Atom
  let manager: Atom
  /// Targets that mark a secret.
  let secretMarks: Set<UInt32>
  let sizes: TransferSizes
  let isWatching: Bool
  var names = AtomNames()
  var foreign = ForeignWindows()
  /// What each answer to a touch of ``clock`` is for, in order.
  var clockUses: [ClockUse] = []
  /// What the owner of each selection offers, as it said since its claim.
  var knownTargets: [Selection: [TargetName]] = [:]
  /// How many more it offers than were looked at.
  var leftOutCounts: [Selection: Int] = [:]
  /// The owners as they were seen last, where the server does not tell of changes.
  var polled: [Selection: PolledOwner] = [:]
  var polling: EventLoop.Timer?
  /// Made when something was copied first.
  var originSearch: OriginSearch?
  /// Windows that wait for their next conversion.
  var idleSlots: [ConversionSlot] = []
  var slotCount = 0
  /// Whether a piece of content was read or written since the last look for events.
  var hasMovedPiece = false

  enum ClockUse {
    case claim(Selection)
    case manager
    case clear(Selection, CheckedContinuation<Void, Never>)
  }

  init(_ connection: Connection, usesXFixes: Bool = true) throws {
    self.connection = connection
    socket = SharedDescriptor(
      try FileDescriptor(duplicating: connection.fileDescriptorNumber)
    )
    window = try connection.createInputOnlyWindow(events: .propertyChange)
    sizes = TransferSizes(maximumRequestByteCount: connection.maximumRequestBytes)
    // All in one round trip; and xsel believes for good that there is no UTF8_STRING if nobody has
    // named it before xsel starts.
    _ = try names.atoms(of: Self.wellKnown, connection)
    var atoms: [Selection: Atom] = [:]
    for selection in Selection.allCases {
      atoms[selection] = try names.atom(selection.name, connection)
    }
    selections = atoms
    clock = try names.atom("_XFER_CLOCK", connection)
    incr = try names.atom(.incr, connection)
    clipboardManager = try names.atom("CLIPBOARD_MANAGER", connection)
    manager = try names.atom("MANAGER", connection)
    secretMarks = Set(
      try names.atoms(of: Array(SecretMarker.names), connection).map(\.rawValue)
    )
    isWatching = try usesXFixes && connection.enableXFixes() != nil
    if isWatching {
      for atom in atoms.values + [clipboardManager] {
        try connection.selectOwnerChanges(.all, of: atom, window: window)
      }
    }
    try connection.sync()
  }

  /// Names that nearly every transfer needs.
  private static let wellKnown: [TargetName] =
    Selection.allCases.map(\.name) + TargetName.names(for: .utf8PlainText) + [
      .targets, .multiple, .timestamp, .saveTargets, .atomPair, .incr, .null, "_XFER_CLOCK",
      "CLIPBOARD_MANAGER", "MANAGER",
    ]

  /// Lets those go on who wait for a time that will not come.
  func endClockUses() {
    for case .clear(_, let continuation) in clockUses { continuation.resume() }
    clockUses = []
  }

  func selection(of atom: Atom) -> Selection? { selections.first { $0.value == atom }?.key }

  func atom(of selection: Selection) -> Atom { selections[selection] ?? .none }
}

/// A window and a property that serve one conversion at a time.
struct ConversionSlot {
  let window: Window
  let property: Atom
  /// The property of the next use: xsel notifies once more when it is through, which must not be
  /// taken for the answer to the next conversion.
  private let other: Atom

  init(window: Window, property: Atom, other: Atom) {
    self.window = window
    self.property = property
    self.other = other
  }

  /// The slot for its next use.
  var turned: ConversionSlot {
    ConversionSlot(window: window, property: other, other: property)
  }
}

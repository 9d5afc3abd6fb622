public import Selections

/// What the desktop tells of its own accord.
public enum DesktopEvent: Sendable, Equatable {
  /// A selection changed hands, by whoever's doing.
  case ownerChanged(SelectionChange)
  /// Another program, or its end, took a selection from us.
  case lostOwnership(Selection, id: UInt64)
  /// A program has read all of one representation.
  case pasted(Selection, id: UInt64, target: TargetName, client: UInt32, reader: Reader)
  /// The only client that an offer was still served to has gone.
  case readerGone(Selection, id: UInt64)
  /// A program that ends asks the clipboard manager, which we are, to keep what it offers.
  case saveAsked(SaveRequest)
  /// The display went away; everybody who waited has been told.
  case disconnected(reason: String)

  /// Who read.
  public enum Reader: Sendable, Equatable {
    case program
    /// The owner of CLIPBOARD_MANAGER, which reads everything and pastes nothing.
    case clipboardManager
  }
}

/// One change of a selection's owner.
public struct SelectionChange: Sendable, Equatable {
  public let selection: Selection
  /// The number of the change among those of the selection on this server; it only rises.
  public let claim: Int
  public let holder: Holder
  public let cause: Cause
  /// The server's time of the claim; `currentTime` if it is not known.
  public let time: ServerTime

  public init(
    _ selection: Selection,
    claim: Int,
    holder: Holder,
    cause: Cause,
    time: ServerTime = .currentTime
  ) {
    self.selection = selection
    self.claim = claim
    self.holder = holder
    self.cause = cause
    self.time = time
  }

  /// Who has it now.
  public enum Holder: Sendable, Equatable {
    /// We do, or we made it unowned.
    case ours
    case foreign(WindowID)
    case nobody
  }

  /// What made it change.
  public enum Cause: Sendable, Equatable {
    /// Somebody claimed it, or its owner gave it up on purpose.
    case claim
    /// The owner's window or its client has gone.
    case ownerGone
    /// We came to a server on which it is like that.
    case connected
  }
}

/// Who owns a selection.
public enum SelectionHolder: Sendable, Equatable {
  case nobody
  /// We do, with the offer of this id.
  case ours(UInt64)
  case foreign
}

/// What the desktop is at, for a status.
public struct DesktopActivity: Sendable, Equatable {
  /// Whether other programs' claims are noticed (XFIXES).
  public var isWatching = false
  /// Whether another program is the clipboard manager.
  public var hasOtherManager = false
  /// Contents that are being read from other programs.
  public var conversions = 0
  /// Contents that other programs are reading in pieces.
  public var transfers = 0
}

/// How long others may take, and how much of them there may be.
public struct DesktopLimits: Sendable {
  /// Silence between two pieces from an owner.
  public var nextPiece = Duration.seconds(5)
  /// Silence of an owner that is only heard out.
  public var grace = Duration.seconds(30)
  /// Silence of a requestor.
  public var requestorIdle = OutgoingTransfer.patience
  /// Transfers in pieces to other programs at a time.
  public var transfers = 64
  /// Whether a server may tell of claims; if not it is asked now and then, as one without XFIXES is.
  public var usesXFixes = true

  public init() {}
}

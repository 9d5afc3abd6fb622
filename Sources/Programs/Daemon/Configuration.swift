internal import Selections

/// What the user can set about the daemon.
///
/// The initial values are the defaults; `Config/config.toml` says what each key means, and a test
/// compares the two.
struct Configuration: Sendable, Equatable {
  /// How long to wait for others; each is a timer of its own transfer.
  struct Timeouts: Sendable, Equatable {
    var targets = Duration.seconds(2)
    var firstData = Duration.seconds(5)
    var betweenPieces = Duration.seconds(5)
    var ownerIdle = Duration.seconds(30)
    var connect = Duration.seconds(5)
    var command = Duration.seconds(10)
    var shutdown = Duration.seconds(2)
    var save = Duration.seconds(10)
  }

  /// How much others may ask of us.
  struct Limits: Sendable, Equatable {
    var message = ByteCount.mebibytes(64)
    var spool = ByteCount.gibibytes(4)
    var sensitive = ByteCount.mebibytes(64)
    var representations = 1024
    var transfers = 64
    var commandOutput = ByteCount.mebibytes(64)
    var commandMemory = ByteCount.mebibytes(512)
  }

  /// Which selections are bridged, and how content travels through them.
  struct SelectionOptions: Sendable, Equatable {
    var clipboard = true
    var primary = true
    var secondary = true
    /// Whether programs that end may leave their content with us, as CLIPBOARD_MANAGER.
    var manager = true
    /// Whether we offer what a program offered that has gone.
    var rescue = true
    /// Whether PRIMARY and CLIPBOARD follow each other.
    var mirror = Mirror.off

    /// Whether a board and its selection are one.
    func bridges(_ selection: Selection) -> Bool {
      switch selection {
      case .clipboard: clipboard
      case .primary: primary
      case .secondary: secondary
      }
    }
  }

  /// What is recorded of what other programs copy.
  struct Watch: Sendable, Equatable {
    var clipboard = true
    var primary = false
    var secondary = false
    /// How long what is only selected must stay as it is.
    var rest = Duration.milliseconds(300)
    /// The most of one representation; zero is without limit.
    var size = ByteCount.mebibytes(64)
    /// Only these; none means all.
    var types = TypeList()
    var ignoreTypes = TypeList()
    /// Window classes or names of programs.
    var ignoreSources = NameList()
    /// Image formats, the one first that is kept if there are several.
    var images = TypeList([
      "public.png", "public.tiff", "public.jpeg", "org.webmproject.webp", "com.compuserve.gif",
      "com.microsoft.bmp",
    ])
  }

  /// How much is kept of what was put; zero is without limit, and pinned entries are outside.
  struct History: Sendable, Equatable {
    /// Of each board.
    var entries = 0
    /// Content of each board.
    var size = ByteCount.gibibytes(4)
    var age = Duration.zero
    /// Of single boards or types.
    var limit = HistoryLimits()
  }

  /// What the desktop is told of.
  struct Notify: Sendable, Equatable {
    /// What landed in drop folders.
    var drops = true
    /// What other programs copy.
    var captures = false
  }

  struct Log: Sendable, Equatable {
    var level = LogLevel.info
  }

  var timeouts = Timeouts()
  var limits = Limits()
  var selections = SelectionOptions()
  var watch = Watch()
  var history = History()
  var notify = Notify()
  var log = Log()
  /// What is done with what other programs copy.
  var rule = RuleSettings()
  /// Directories that are bound to boards.
  var folder = FolderSettings()
}

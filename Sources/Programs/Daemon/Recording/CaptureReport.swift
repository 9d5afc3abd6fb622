internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import UniformTypeIdentifiers

/// How one claim of another program ended, as far as we could read it.
struct CaptureReport: Sendable {
  let selection: Selection
  /// The number of the claim, as ``SelectionChange/claim`` has it.
  let claim: Int
  /// The window that owns it, or did.
  let owner: WindowID
  /// When it was claimed.
  let time: MonotonicTime
  let outcome: Outcome

  /// Whether it could not be read, and stood long enough for people to know of it: they do not expect
  /// what was copied before.
  var isOfSomethingSeen: Bool {
    switch outcome {
    case .failed, .overtaken: MonotonicTime.now - time > Rescue.patience
    case .copied, .secret, .vacant, .unwanted, .unstored: false
    }
  }

  /// How many representations it brings.
  var representationCount: Int {
    guard case .copied(let entry) = outcome else { return 0 }
    return entry.items.reduce(0) { $0 + $1.representations.count }
  }

  enum Outcome: Sendable {
    /// What it offered is here, all that is to be kept of it.
    case copied(Entry)
    /// It is marked as a secret, and nothing of it was read.
    case secret(Origin?)
    /// It offers nothing, or no more than nothing, as after a clear.
    case vacant
    /// The user does not want it to be kept.
    case unwanted
    /// Nothing of it could be read.
    case failed
    /// The disk has no room for it.
    case unstored
    /// Another claim followed before it was read.
    case overtaken
  }
}

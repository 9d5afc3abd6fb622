public import CoreTransferable

/// What became of promises that were to be kept before their program ends.
///
/// Source: `SAVE_TARGETS` of the Clipboard Manager specification, for the idea.
public struct KeepReport: Sendable {
  /// How many representations the daemon has now and had not before.
  public internal(set) var keptCount = 0
  /// How many bytes these are.
  public internal(set) var keptByteCount = 0
  /// What could not be kept, the oldest copy first.
  public internal(set) var lost: [Loss] = []

  /// A promise that could not be kept.
  public struct Loss: Sendable {
    /// Where it was copied to.
    public let board: Pasteboard
    /// The entry, as in ``CopyReceipt/entry``.
    public let entry: String
    /// The representation that is lost.
    public let contentType: UTType
    /// Why, in a few words; nothing of the content is in it.
    public let reason: String
  }

  /// Whether everything was kept.
  public var isComplete: Bool { lost.isEmpty }
}

extension KeepReport: CustomStringConvertible {
  public var description: String {
    guard !lost.isEmpty else { return "\(keptCount) representations were kept" }
    let reasons = lost.prefix(5).map { "\($0.contentType): \($0.reason)" }
    let rest = lost.count > 5 ? ["\(lost.count - 5) more"] : []
    return "\(lost.count) of \(keptCount + lost.count) representations were not kept: "
      + (reasons + rest).joined(separator: "; ")
  }
}

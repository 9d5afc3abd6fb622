/// How long things are waited for, and how much is reported at a time.
public struct DropLimits: Sendable {
  /// A burst is over when nothing landed for so long.
  public var burstRest = Duration.milliseconds(250)
  /// The longest time that a burst is held back.
  public var burstDuration = Duration.seconds(2)
  /// The most files of one report.
  public var burstCount = 4096
  /// From the making of a name to the first look at it: who made it may not have opened it yet.
  public var fresh = Duration.milliseconds(100)
  /// How long a directory that is filled, or a file of which we cannot see who writes it, must rest.
  public var settling = Duration.seconds(2)
  /// How long ``DropFolders/expect(_:in:)`` holds.
  public var expectation = Duration.seconds(60)
  /// The shortest time between two looks for a folder that is missing.
  public var missing = Duration.seconds(2)

  public init() {}
}

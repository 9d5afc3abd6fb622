/// Who may see a representation.
///
/// Source: Apple's `TransferRepresentationVisibility`. Here `all` are all programs of the session,
/// those of X11 too, `team` and `group` this user's programs that ask xferd.
public struct TransferRepresentationVisibility: Sendable, Hashable {
  let level: Int

  /// Every program.
  public static let all = Self(level: 0)
  /// Programs of the same maker.
  public static let team = Self(level: 1)
  /// Programs of the same group.
  public static let group = Self(level: 2)
  /// Only the program itself.
  public static let ownProcess = Self(level: 3)

  /// Whether one who sees what is meant for `audience` sees this, too.
  func includes(_ audience: Self) -> Bool { level <= audience.level }

  /// The narrower of two.
  func narrowed(to other: Self) -> Self { level < other.level ? other : self }
}

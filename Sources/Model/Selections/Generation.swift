/// The content that we own a selection with, from one claim to the next.
///
/// A value: whoever still answers from it keeps it alive, also when ownership has moved on.
///
/// Source: ICCCM 2.0 §2.2, a transfer that has begun ends with the content it began with.
public struct Generation: Sendable {
  /// What the offer is called by those who made it.
  public let id: UInt64
  public let offer: SelectionOffer
  /// The time of the claim.
  public let claimTime: ServerTime

  public init(id: UInt64, offer: SelectionOffer, claimTime: ServerTime) {
    self.id = id
    self.offer = offer
    self.claimTime = claimTime
  }
}

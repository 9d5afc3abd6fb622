/// What another client asks of the owner of a selection.
///
/// Source: ICCCM 2.0 §2.2, SelectionRequest.
public struct SelectionRequest: Sendable, Hashable {
  public let requestor: WindowID
  public let selection: Selection
  public let target: TargetName
  /// The property that stands for the target's own name, for requestors that name none.
  public let targetProperty: PropertyID
  /// Where the reply is to go; `nil` from requestors older than the rules.
  public let property: PropertyID?
  /// When the requestor's user asked; it may be ``ServerTime/currentTime``.
  public let time: ServerTime

  public init(
    requestor: WindowID,
    selection: Selection,
    target: TargetName,
    targetProperty: PropertyID,
    property: PropertyID?,
    time: ServerTime
  ) {
    self.requestor = requestor
    self.selection = selection
    self.target = target
    self.targetProperty = targetProperty
    self.property = property
    self.time = time
  }
}

/// What one request is answered with.
public enum RequestAnswer: Sendable {
  /// A notification with property None.
  case refuse
  /// The offered targets, of type ATOM, on this property.
  case targets([TargetName], on: PropertyID)
  /// The time of the claim, one INTEGER, on this property.
  case timestamp(ServerTime, on: PropertyID)
  /// No items of type NULL on this property: there was nothing to do.
  case null(on: PropertyID)
  /// Content on this property.
  case rendering(Rendering, on: PropertyID)
  /// The pairs on this property are answered one by one.
  case multiple(on: PropertyID)

  /// Decides about a request to us.
  ///
  /// `generation` is what we held at the request's time,
  /// ``SelectionOwnership/generation(at:)``; `nil` when we held nothing then.
  ///
  /// Source: ICCCM 2.0 §2.2 and §2.6.2.
  public init(to request: SelectionRequest, holding generation: Generation?) {
    guard let generation else {
      self = .refuse
      return
    }
    switch (request.target, request.property) {
    case (.multiple, let property?): self = .multiple(on: property)
    // Without a property there is no list of pairs.
    case (.multiple, nil): self = .refuse
    case (let target, let property):
      // A requestor that names no property reads the one named like the target.
      let place = property ?? request.targetProperty
      self = RequestAnswer(target: target, on: place, holding: generation)
    }
  }

  /// Decides about one pair of a MULTIPLE request, in which MULTIPLE has no place.
  public init(pairOf target: TargetName, on property: PropertyID?, holding generation: Generation) {
    guard let property, target != .multiple else {
      self = .refuse
      return
    }
    self = RequestAnswer(target: target, on: property, holding: generation)
  }

  private init(target: TargetName, on property: PropertyID, holding generation: Generation) {
    let offer = generation.offer
    switch target {
    case .targets: self = .targets(offer.targets, on: property)
    case .timestamp: self = .timestamp(generation.claimTime, on: property)
    case .saveTargets where !offer.isSensitive: self = .null(on: property)
    default:
      self = offer.rendering(of: target).map { .rendering($0, on: property) } ?? .refuse
    }
  }
}

internal import Synchronization

/// One item as somebody has it who sends it: an ordered list of representations, made when asked for.
///
/// The order is that in which they were registered, the most faithful one first. Loads are limited by
/// the ``TransferTimeLimit`` of the task that starts them; one that fails gives way to the next that
/// serves, and the error names all that failed.
///
/// Source: Apple's `NSItemProvider`.
public final class ItemProvider: Sendable {
  /// One representation of the item.
  struct Registration: Sendable {
    let contentType: UTType
    var parent = UTType.data
    let visibility: TransferRepresentationVisibility
    let isFile: Bool
    var allowsInPlace = false
    let load: @Sendable (TransferProgress) async throws -> TransferContent
  }

  struct State: Sendable {
    var registrations: [Registration] = []
    var problems: [TransferError] = []
    var name = Name.none
  }

  /// Where the suggested name comes from.
  enum Name: Sendable {
    case none
    case given(String?)
    case lazy(@Sendable () -> String?)

    var value: String? {
      switch self {
      case .none: nil
      case .given(let name): name
      case .lazy(let name): name()
      }
    }
  }

  private let state: Mutex<State>

  init(state: State) { self.state = Mutex(state) }

  /// A provider without representations.
  public convenience init() { self.init(state: State()) }

  /// The name for a file of the item; its extension may be left out.
  ///
  /// What a registered value suggests, unless another one is set.
  public var suggestedName: String? {
    // What a value suggests is the program's code, which does not run in the lock.
    get { snapshot.name.value }
    set { state.withLock { $0.name = .given(newValue) } }
  }

  /// The types of all representations, in the order of registration.
  public var registeredContentTypes: [UTType] { registrations.map(\.contentType) }

  /// The types of the representations that may be opened in place.
  public var registeredContentTypesForOpenInPlace: [UTType] {
    registrations.filter(\.allowsInPlace).map(\.contentType)
  }

  /// The types of the representations that are of a type or conform to it.
  public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
    registeredContentTypes.filter { $0.conforms(to: contentType) }
  }

  /// Whether there is a representation that is of a type or conforms to it.
  public func hasItemConforming(to contentType: UTType) -> Bool {
    hasRepresentationConforming(to: contentType)
  }

  /// Whether there is a representation that conforms, and may be opened in place if that is wanted.
  public func hasRepresentationConforming(
    to contentType: UTType,
    openInPlace: Bool = false
  ) -> Bool {
    registrations.contains {
      $0.contentType.conforms(to: contentType) && ($0.allowsInPlace || !openInPlace)
    }
  }

  /// This item as somebody sees it who sees what is meant for `audience`.
  public func visible(to audience: TransferRepresentationVisibility) -> ItemProvider {
    var state = snapshot
    state.registrations.removeAll { !$0.visibility.includes(audience) }
    return ItemProvider(state: state)
  }

  var registrations: [Registration] { state.withLock(\.registrations) }

  var snapshot: State { state.withLock { $0 } }

  func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
}

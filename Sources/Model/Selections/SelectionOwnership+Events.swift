extension SelectionOwnership {
  /// What happened.
  public enum Event: Sendable {
    /// Somebody wants us to offer this.
    case want(id: UInt64, SelectionOffer)
    /// The server's time, as ``Action/askTime`` asked.
    case time(ServerTime)
    /// The owner, as ``Action/checkOwner`` asked.
    ///
    /// Feed it after every event that came before the server's reply, or a claim that was taken
    /// over at once looks like one that failed.
    case ownerChecked(isOurs: Bool)
    /// SelectionClear for our window.
    case cleared(ServerTime)
    /// The offer is to be given up, or not to be claimed any more.
    case withdraw(id: UInt64)
    /// The time to remember the content before this one is over.
    case forget(id: UInt64)
    /// The server went away.
    case disconnected
    /// A server is there; whether somebody owns the selection on it.
    case connected(isOwned: Bool)
  }

  /// What is to be done.
  public enum Action: Sendable, Equatable {
    /// Change a property of our own and take the time of the notification.
    case askTime
    /// SetSelectionOwner with our window.
    case claim(ServerTime)
    /// GetSelectionOwner, then every event before the reply, then ``Event/ownerChecked(isOurs:)``.
    case checkOwner
    /// SetSelectionOwner with None.
    case disown(ServerTime)
    /// The offer is what a paste gets now.
    case confirmed(id: UInt64, ServerTime)
    /// The offer was never what a paste got, and is not going to be.
    case failed(id: UInt64, Failure)
    /// The offer was ours and is no longer.
    case lost(id: UInt64)
    /// Send ``Event/forget(id:)`` after a while, a few seconds.
    case rememberForAWhile(id: UInt64)
  }

  /// Why a claim failed.
  public enum Failure: Sendable, Equatable {
    /// Another client owns the selection.
    case claimLost
    /// It was withdrawn before it was claimed.
    case withdrawn
    /// There is no server.
    case disconnected
  }
}

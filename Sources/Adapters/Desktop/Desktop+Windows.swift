internal import Selections
internal import XCB

// What happens to windows, ours and others'.
extension Desktop {
  func handle(_ notify: PropertyNotify, _ session: Session) {
    guard !notify.isSynthetic else { return }
    switch notify.change {
    case .newValue where notify.window == session.window && notify.property == session.clock:
      takeTime(ServerTime(rawValue: notify.time.rawValue), session)
    case .newValue:
      if let conversion = conversions[notify.window], conversion.slot.property == notify.property {
        run(conversion, .propertyChanged)
      }
    case .deleted:
      guard let place = PropertyPlace(notify.window, notify.property) else { return }
      grow(place)
      perform(transfers.handle(.deleted, at: place), session)
    }
  }

  /// Another program's window is gone.
  func forget(_ window: Window, _ session: Session) {
    guard !session.connection.owns(window) else { return }
    session.foreign.forget(window)
    forgetSaves(of: window)
    perform(transfers.windowGone(WindowID(rawValue: window.rawValue)), session)
    perform(deferred.handle(.requestorGone(WindowID(rawValue: window.rawValue))))
    for (selection, restriction) in restrictions where restriction.window == window {
      restrictions[selection] = Restriction(id: restriction.id, client: 0, window: nil)
      tell(.readerGone(selection, id: restriction.id))
    }
    for conversion in queues.removeValue(forKey: window) ?? [] {
      session.idleSlots.append(conversion.slot)
      conversion.end(.failure(.ownerGone))
    }
    let orphans = conversions.values.filter { $0.owner == window }
    for conversion in orphans { run(conversion, .ownerGone) }
    measure()
  }
}

extension PropertyPlace {
  init?(_ window: Window, _ property: Atom) {
    guard let property = PropertyID(rawValue: property.rawValue) else { return nil }
    self.init(window: WindowID(rawValue: window.rawValue), property: property)
  }
}

extension Window {
  init(_ window: WindowID) { self.init(rawValue: window.rawValue) }
}

extension Atom {
  init(_ property: PropertyID) { self.init(rawValue: property.rawValue) }
}

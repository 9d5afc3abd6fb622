internal import XCB

/// Windows of other programs whose events we need, and what for.
///
/// A client has one event mask on a window, which each request replaces: so uses are counted.
struct ForeignWindows {
  private struct Uses {
    var ends = 0
    var properties = 0

    var mask: EventMask {
      var mask: EventMask = []
      if ends > 0 || properties > 0 { mask.insert(.structureNotify) }
      if properties > 0 { mask.insert(.propertyChange) }
      return mask
    }
  }

  /// What an observer wants to be told of.
  enum Interest {
    /// The window's end.
    case end
    /// Its end and its properties.
    case properties
  }

  private var uses: [Window: Uses] = [:]

  mutating func watch(_ window: Window, for interest: Interest, _ connection: Connection) {
    change(window, interest, by: 1, connection)
  }

  mutating func unwatch(_ window: Window, for interest: Interest, _ connection: Connection) {
    guard uses[window] != nil else { return }
    change(window, interest, by: -1, connection)
  }

  /// The window is gone, and with it its mask.
  mutating func forget(_ window: Window) { uses[window] = nil }

  private mutating func change(
    _ window: Window,
    _ interest: Interest,
    by step: Int,
    _ connection: Connection
  ) {
    let old = uses[window] ?? Uses()
    var new = old
    switch interest {
    case .end: new.ends = max(0, new.ends + step)
    case .properties: new.properties = max(0, new.properties + step)
    }
    uses[window] = new.mask.isEmpty ? nil : new
    if new.mask != old.mask { connection.selectEvents(new.mask, of: window) }
  }
}

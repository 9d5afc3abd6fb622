internal import CXCB
import Glibc

extension Connection {
  /// The next event, without waiting; `nil` if there is none, or the connection is lost.
  ///
  /// Reads the socket if nothing is queued.
  public func nextEvent() -> Event? { xcb_poll_for_event(raw).map(take) }

  /// The next event that is here already, without a look at the socket.
  public func nextQueuedEvent() -> Event? { xcb_poll_for_queued_event(raw).map(take) }

  /// The next event, waiting for it; `nil` if none comes in time.
  ///
  /// Sends first what is buffered.
  ///
  /// - Throws: ``XError/Kind/disconnected(code:)``.
  public func nextEvent(within duration: Duration) throws(XError) -> Event? {
    let deadline = Deadline(in: duration)
    try flush()
    while true {
      if let event = nextEvent() { return event }
      if hasFailed { throw failure(of: "event") }
      do {
        try deadline.wait(for: fileDescriptorNumber, events: CInt(POLLIN), request: "event")
      } catch {
        guard error.kind == .noAnswerInTime else { throw error }
        return nil
      }
    }
  }

  private func take(_ memory: UnsafeMutablePointer<xcb_generic_event_t>) -> Event {
    defer { free(memory) }
    guard memory.pointee.response_type != 0 else {
      return memory.withMemoryRebound(to: xcb_generic_error_t.self, capacity: 1) { error in
        let kind = XError.Kind(error.pointee)
        return .error(
          XError(request: Self.requestName(error.pointee.major_code), kind: kind),
          sequence: SequenceNumber(rawValue: error.pointee.full_sequence)
        )
      }
    }
    let bytes = UnsafeRawBufferPointer(start: memory, count: 32)
    return Event(EventReader(bytes), firstXFixesEvent: xfixes?.firstEvent)
  }

  /// The requests of this module that have no answer, by their number.
  private static func requestName(_ majorOpcode: UInt8) -> String {
    switch majorOpcode {
    case 1: "CreateWindow"
    case 2: "ChangeWindowAttributes"
    case 4: "DestroyWindow"
    case 18: "ChangeProperty"
    case 19: "DeleteProperty"
    case 22: "SetSelectionOwner"
    case 24: "ConvertSelection"
    case 25: "SendEvent"
    default: "request \(majorOpcode)"
    }
  }
}

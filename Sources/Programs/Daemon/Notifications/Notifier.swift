internal import DBus
internal import LinuxIO

/// Tells the desktop's notification daemon, on a thread of its own: a bus that does not answer holds up
/// nobody. Without a bus it is silent.
///
/// Source: Desktop Notifications Specification 1.2, `org.freedesktop.Notifications.Notify`.
actor Notifier {
  private let loop: EventLoop
  private let address: String
  private var bus: SessionBus?
  /// The numbers that the notification daemon gave, by subject.
  private var numbers: [String: UInt32] = [:]
  /// As many subjects as are remembered.
  private static let mostNumbers = 256

  private static let notify = SessionBus.Method(
    destination: "org.freedesktop.Notifications",
    path: "/org/freedesktop/Notifications",
    interface: "org.freedesktop.Notifications",
    name: "Notify"
  )

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(on loop: EventLoop, address: String) {
    (self.loop, self.address) = (loop, address)
  }

  /// Shows it in the place of the last one of its subject; what fails is nobody's matter.
  func tell(_ announcement: Announcement) {
    // A bus that was closed is connected to once more.
    for _ in 0..<2 {
      do throws(DBusError) {
        let bus: SessionBus
        if let known = self.bus { bus = known } else { bus = try SessionBus(address: address) }
        self.bus = bus
        if numbers.count >= Self.mostNumbers { numbers = [:] }
        numbers[announcement.subject] = try bus.call(
          Self.notify,
          announcement.arguments(replacing: numbers[announcement.subject] ?? 0)
        )
        return
      } catch {
        let isNew = bus == nil
        bus = nil
        if isNew { return }
      }
    }
  }

  /// Where the session's bus is; `nil` if there is none that runs already.
  static var sessionAddress: String? {
    if let address = Environment.value("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      return String(validating: address, as: UTF8.self)
    }
    guard let directory = Environment.value("XDG_RUNTIME_DIR"), !directory.isEmpty else {
      return nil
    }
    let path = directory + Array("/bus".utf8)
    guard let status = try? FileSystem.status(of: path), status.kind == .socket else { return nil }
    return "unix:path=\(BusAddress.escaped(path))"
  }
}

extension Announcement {
  fileprivate func arguments(replacing number: UInt32) -> [DBusValue] {
    [
      .string("xfer"), .uint32(number), .string("edit-paste"), .string(summary), .string(body),
      .strings([]),
      .dictionary([
        ("transient", .boolean(true)), ("category", .string(category)),
        ("desktop-entry", .string("xfer")), ("urgency", .byte(1)),
      ]),
      .int32(-1),
    ]
  }
}

/// The form of addresses of buses.
private enum BusAddress {
  /// Source: D-Bus Specification 0.41, "Server Addresses": what else is `%` and two digits.
  static func escaped(_ path: [UInt8]) -> String {
    path.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || "-_/.\\*".unicodeScalars.contains(scalar)
      guard !isPlain else { return String(scalar) }
      let digits = String(byte, radix: 16)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}

internal import DBus
internal import LinuxIO
internal import Synchronization

/// Tells the desktop's notification daemon, on a thread of its own: a bus that does not answer holds up
/// nobody. Without a bus it is silent.
///
/// Source: Desktop Notifications Specification 1.2, `org.freedesktop.Notifications.Notify`.
actor Notifier {
  private let loop: EventLoop
  private let address: String
  private var bus: SessionBus?
  /// Filled by whoever has something to say, emptied on the loop.
  private let queue = Mutex(AnnouncementQueue())

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

  /// Says it as soon as it may be said; what was still to be said of its subject is not any more.
  nonisolated func post(_ announcement: Announcement) {
    guard queue.withLock({ $0.add(announcement) }) else { return }
    loop.perform { self.assumeIsolated { $0.proceed(with: announcement.subject) } }
  }

  private func proceed(with subject: String) {
    switch queue.withLock({ $0.next(of: subject, at: .now) }) {
    case .nothing: break
    case .wait(let time):
      loop.schedule(at: time) { self.assumeIsolated { $0.proceed(with: subject) } }
    case .tell(let announcement, let number): tell(announcement, replacing: number)
    }
  }

  /// What fails is nobody's matter; neither is it tried again, since it may have been shown.
  private func tell(_ announcement: Announcement, replacing number: UInt32) {
    var number = number
    if let bus, !bus.isOpen() {
      self.bus = nil
      queue.withLock { $0.forgetNumbers() }
      number = 0
    }
    do throws(DBusError) {
      let bus: SessionBus
      if let known = self.bus { bus = known } else { bus = try SessionBus(address: address) }
      self.bus = bus
      number = try bus.call(Self.notify, announcement.arguments(replacing: number))
    } catch {
      number = 0
    }
    queue.withLock { $0.note(number, of: announcement.subject, at: .now) }
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

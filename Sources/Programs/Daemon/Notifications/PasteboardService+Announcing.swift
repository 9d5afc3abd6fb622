internal import LinuxIO

// What people are told on their desktop.
extension PasteboardService {
  /// Whether a notification is on its way is nobody's matter.
  func announce(_ announcement: Announcement?) {
    guard let announcement, let notifier = notifier ?? makeNotifier() else { return }
    notifier.post(announcement)
  }

  private func makeNotifier() -> Notifier? {
    // Without a bus there is no thread either.
    guard let address = Notifier.sessionAddress, let own = try? EventLoop(home: loop),
      (try? own.start(name: "notices")) != nil
    else { return nil }
    notifier = Notifier(on: own, address: address)
    return notifier
  }
}

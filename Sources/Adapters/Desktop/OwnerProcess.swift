internal import LinuxIO

/// The process behind a connection to the server.
struct OwnerProcess {
  let id: Int32
  /// `nil` if it has gone.
  let name: String?

  /// Programs that connect, and then leave their connection to a child in the background.
  private static let forking = ["xclip", "xsel"]
  /// How many numbers a child may be away: others are started meanwhile.
  private static let distance: Int32 = 32

  /// The process that connected as `id`, or the child that it left its connection to: the server knows
  /// only the former.
  init(connectedAs id: Int32) {
    if let name = Self.name(of: id) {
      (self.id, self.name) = (id, name)
      return
    }
    // Anybody may say any number.
    let last = id.addingReportingOverflow(Self.distance)
    let following = last.overflow ? [] : Array(id...last.partialValue)
    let children = following.compactMap { child in
      Self.name(of: child).map { (id: child, name: $0) }
    }.filter { Self.forking.contains($0.name) }
    // What leads its group, as what a shell starts does, leaves its number there.
    let child = children.first { OtherProcess.group(of: $0.id) == id } ?? children.first
    (self.id, name) = child.map { ($0.id, $0.name) } ?? (id, nil)
  }

  private static func name(of id: Int32) -> String? {
    OtherProcess.hasEnded(id) ? nil : OtherProcess.name(of: id)
  }
}

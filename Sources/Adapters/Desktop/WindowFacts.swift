internal import Selections
internal import XCB

/// What a window says of its program.
struct WindowFacts {
  var className: String?
  var title: String?
  /// Of a process of this machine.
  var processID: Int32?

  /// Whether people could tell it by that.
  var isComplete: Bool { className != nil && title != nil }

  var isEmpty: Bool { className == nil && title == nil }

  /// This, and what is missing of it from another window of the program.
  func filled(from other: WindowFacts?) -> WindowFacts {
    WindowFacts(
      className: className ?? other?.className,
      title: title ?? other?.title,
      processID: processID ?? other?.processID
    )
  }
}

/// The properties that say it.
struct WindowAtoms {
  static let names: [TargetName] = [
    "WM_CLASS", "_NET_WM_NAME", "WM_NAME", "_NET_WM_PID", "WM_CLIENT_MACHINE", "_NET_ACTIVE_WINDOW",
    "_NET_CLIENT_LIST", .utf8String, .compoundText,
  ]

  let className: Atom
  let title: Atom
  let oldTitle: Atom
  let process: Atom
  let machine: Atom
  let activeWindow: Atom
  let clientList: Atom
  private let utf8: Atom
  private let compoundText: Atom

  /// The atoms of ``names``, in their order.
  init?(_ atoms: [Atom]) {
    guard atoms.count == Self.names.count else { return nil }
    (className, title, oldTitle) = (atoms[0], atoms[1], atoms[2])
    (process, machine, activeWindow, clientList) = (atoms[3], atoms[4], atoms[5], atoms[6])
    (utf8, compoundText) = (atoms[7], atoms[8])
  }

  /// What kind of text a property of some type is.
  func textType(_ type: Atom) -> TargetName? {
    switch type {
    case .string: .string
    case utf8: .utf8String
    case compoundText: .compoundText
    default: nil
    }
  }
}

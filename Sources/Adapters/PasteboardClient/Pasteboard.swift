public import CoreTransferable
internal import DaemonClient
internal import Pasteboards
internal import Wire

/// A board on which programs leave things for each other: what is copied here is pasted there.
///
/// ``clipboard``, ``primary`` and ``secondary`` are those of all X programs, any other name is for
/// this user's programs that ask `xferd`. The daemon is started if it does not run.
///
/// Calls wait without holding up other tasks; a task that is cancelled leaves its call at once.
///
/// Source: Apple's `NSPasteboard` and `UIPasteboard`, for what a pasteboard is.
public struct Pasteboard: Sendable, Hashable {
  /// The name, 1 to 255 bytes without control characters.
  public let name: String

  /// What is copied and pasted by hand; CLIPBOARD to X programs.
  public static let clipboard = Pasteboard(.clipboard)
  /// What is marked with the mouse; PRIMARY to X programs.
  public static let primary = Pasteboard(.primary)
  /// The third board of X, which hardly any program uses.
  public static let secondary = Pasteboard(.secondary)

  /// A board by its name; `nil` if it is empty, over 255 bytes long, or holds a control character.
  ///
  /// A board needs no making: it is there when something is copied to it.
  public init?(named name: String) {
    guard let name = BoardName(name) else { return nil }
    self.init(name)
  }

  private init(_ name: BoardName) { self.name = name.description }

  init(known name: String) { self.name = name }

  /// Makes the types that files declare, and those of the desktop's MIME database, known to `UTType`
  /// in this process, as they are now.
  ///
  /// Without a call this happens at the first use of a pasteboard; a program that asks for a type's
  /// description, parents or extensions before calls it first.
  ///
  /// - Throws: ``PasteboardFailure``
  ///
  /// Source: Apple's Launch Services, which tell every process of the types that programs declare.
  public static func loadDeclaredTypes() async throws {
    try await DaemonLines.ask { try KnownTypes.learnAgain(over: $0) }
  }

  /// The types that are on offer: a list for each item, in the order of its sender's preference.
  ///
  /// - Throws: ``PasteboardFailure``; it is ``PasteboardFailure/empty(board:)`` if nothing is there.
  public var types: [[UTType]] {
    get async throws { try await offer().items.map(\.types) }
  }

  /// Whether something is on offer from which a value of this type can be made, going by its type.
  ///
  /// - Throws: ``PasteboardFailure``, but for an empty board.
  public func canPaste<Item: Transferable>(_ type: Item.Type) async throws -> Bool {
    let routes = try importRoutes(of: type)
    let importable = routes.map(\.contentType)
    do {
      return try await offer(to: importable).items.contains { item in
        item.types.contains(.fileURL) && routes.contains(where: \.takesDirectory)
          || !RouteChoice.matches(offered: item.types, importable: importable).isEmpty
      }
    } catch PasteboardFailure.empty {
      return false
    }
  }

  /// Gives up what is on the board; nobody can paste it any more.
  ///
  /// - Throws: ``PasteboardFailure``
  public func clear() async throws {
    try await DaemonLines.ask { [name] connection in
      _ = try connection.clear(ClearRequest(board: name))
    }
  }
}

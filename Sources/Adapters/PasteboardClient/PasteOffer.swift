internal import CoreTransferable
internal import DaemonClient
internal import Wire

/// What can be pasted: items of the daemon's, and what this process has of them for itself.
struct PasteOffer: Sendable {
  let items: [Item]

  struct Item: Sendable {
    /// The number that a get takes; `nil` if there is only one item.
    let number: Int?
    /// What a file of it should be called.
    let name: String?
    /// In the order of the sender's preference.
    let representations: [Representation]

    var types: [UTType] { representations.map(\.contentType) }
  }

  struct Representation: Sendable {
    let contentType: UTType
    let source: Source
  }

  enum Source: Sendable {
    /// The daemon has it, under this name.
    case daemon(String)
    /// It never left this process.
    case own(OutgoingItem.Representation)
  }

  /// Joins what the daemon offers with the items that this process copied, if it did.
  ///
  /// The places of what is ours are those of its copy; what the daemon adds comes last.
  init(_ offered: [OfferedType], own: [OutgoingItem]?) {
    let numbers = Set(offered.map(\.item)).sorted()
    items = numbers.map { number in
      let given = offered.filter { $0.item == number && !OwnContent.isStandIn($0) }
      let theirs = given.map { offered in
        Representation(contentType: UTType(named: offered.type), source: .daemon(offered.type))
      }
      let ours = own.flatMap { number > 0 && number <= $0.count ? $0[number - 1] : nil }
      return Item(
        number: numbers.count > 1 ? number : nil,
        name: ours?.name ?? offered.first { $0.item == number }?.name,
        representations: ours.map { Self.merge($0, theirs) } ?? theirs
      )
    }
  }

  private static func merge(
    _ item: OutgoingItem,
    _ theirs: [Representation]
  ) -> [Representation] {
    var rest = theirs
    var merged: [Representation] = []
    for ours in item.representations {
      if ours.audience == .ownProcess {
        merged.append(Representation(contentType: ours.contentType, source: .own(ours)))
      } else if let index = rest.firstIndex(where: { $0.contentType == ours.contentType }) {
        merged.append(rest.remove(at: index))
      }
    }
    return merged + rest
  }
}

extension Pasteboard {
  /// What is on offer now, to somebody who can make something of these types.
  func offer(to importable: [UTType] = []) async throws -> PasteOffer {
    let own = PromiseBook.shared.ownItems(on: name)
    return try await DaemonLines.ask { [name] connection in
      try KnownTypes.learn(importable, over: connection)
      let offered = try connection.types(TypesRequest(board: name)).types
      guard !own.isEmpty else { return PasteOffer(offered, own: nil) }
      // What this process copied counts only as long as it is what a paste gets.
      let board = try connection.boards().boards.first { $0.board.utf8.elementsEqual(name.utf8) }
      let entry = board.flatMap { $0.holder == .ours ? $0.entry : nil }
      return PasteOffer(offered, own: entry.flatMap { own[$0] })
    }
  }

  /// What a type can be made from.
  func importRoutes<Item: Transferable>(of type: Item.Type) throws -> [ImportRoute<Item>] {
    do throws(TransferError) {
      return try type.importRoutes()
    } catch {
      throw PasteboardFailure.transfer(error)
    }
  }
}

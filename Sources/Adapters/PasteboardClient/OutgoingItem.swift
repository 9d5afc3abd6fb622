internal import CoreTransferable
internal import Wire

/// One thing that is copied: what the daemon is told of, and what stays in this process.
struct OutgoingItem: Sendable {
  /// What a file of it should be called.
  let name: String?
  /// In the order of preference, each type once for others and once for this process.
  let representations: [Representation]

  /// One content type, and the ways to make it.
  struct Representation: Sendable {
    let contentType: UTType
    let audience: Audience
    /// When one fails, the next is tried.
    var routes: [ExportRoute]
  }

  enum Audience: Sendable, Comparable {
    case everybody, user, ownProcess

    init(_ visibility: TransferRepresentationVisibility) {
      switch visibility {
      case .all: self = .everybody
      case .ownProcess: self = .ownProcess
      default: self = .user
      }
    }
  }

  /// Folds routes of one type into one representation, seen by as many as the widest of them.
  ///
  /// What is for fewer is not made for more: it is then left out.
  init(name: String?, routes: [ExportRoute]) {
    self.name = name
    var found: [Representation] = []
    for route in routes {
      let audience = Audience(route.visibility)
      let index = found.firstIndex { given in
        given.contentType == route.contentType
          && (given.audience == .ownProcess) == (audience == .ownProcess)
      }
      guard let index else {
        let new = Representation(
          contentType: route.contentType,
          audience: audience,
          routes: [route]
        )
        found.append(new)
        continue
      }
      if audience < found[index].audience {
        found[index] = Representation(
          contentType: route.contentType,
          audience: audience,
          routes: [route]
        )
      } else if audience == found[index].audience {
        found[index].routes.append(route)
      }
    }
    representations = found
  }

  init(_ item: some Transferable) throws(TransferError) {
    self.init(name: item.suggestedFilename, routes: try item.exportRoutes())
  }

  init(_ provider: ItemProvider) {
    self.init(name: provider.suggestedName, routes: provider.exportRoutes())
  }

  /// The same with the addresses of directories for others: content that travels is bytes.
  ///
  /// To be asked for when all types are known, whose parents say what is a directory.
  var withDirectoriesReferred: OutgoingItem {
    OutgoingItem(
      name: name,
      routes: representations.flatMap { representation in
        representation.audience == .ownProcess
          ? representation.routes : representation.routes.map(\.forBytes)
      }
    )
  }

  /// What the daemon hears of, at the same places as in the put.
  var shared: [Representation] { representations.filter { $0.audience != .ownProcess } }

  /// Whether something of it never leaves this process.
  var hasOwn: Bool { representations.contains { $0.audience == .ownProcess } }
}

/// A representation that stands for what this process alone can see.
///
/// It makes an item an item of the daemon's when nothing else does, and tells when it has ended.
enum OwnContent {
  static let mimeType = "application/x-xfer-own-process"

  static let representation: PutRepresentation = {
    var representation = PutRepresentation.promise(of: mimeType)
    representation.visibility = .user
    return representation
  }()

  static func isStandIn(_ offered: OfferedType) -> Bool {
    offered.mimeType?.utf8.elementsEqual(mimeType.utf8) == true
  }
}

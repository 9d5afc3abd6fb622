internal import Pasteboards

/// What becomes of a file that lands in a drop folder.
public enum FolderAction: String, Codable, Sendable, CaseIterable {
  /// The entry refers to it where it is.
  case link
  /// Its content is also kept in the store.
  case copy
  /// Its content is kept in the store, and the file leaves the folder.
  case move
}

/// The parameters of `AddFolder`.
public struct AddFolderRequest: Codable, Sendable, Equatable {
  /// Absolute.
  public var path: String
  /// The bytes of a path that is no UTF-8, with ``PercentEncoding``; it then counts.
  public var encodedPath: String?
  public var board: String?
  public var accept: [String]?
  public var then: FolderAction?
  /// A program and its arguments.
  public var run: [String]?
  /// What files are called that are saved there.
  public var name: String?
  public var display: String?

  public init(path: [UInt8]) {
    (self.path, encodedPath) = pathFields(path)
  }

  /// The bytes of the path; `nil` if they are no encoding.
  public var directory: [UInt8]? { encodedPath.map(PercentEncoding.decode) ?? Array(path.utf8) }
}

/// The parameters of `RemoveFolder`.
public struct RemoveFolderRequest: Codable, Sendable, Equatable {
  public var path: String
  public var encodedPath: String?
  public var display: String?

  public init(path: [UInt8]) {
    (self.path, encodedPath) = pathFields(path)
  }

  /// The bytes of the path; `nil` if they are no encoding.
  public var directory: [UInt8]? { encodedPath.map(PercentEncoding.decode) ?? Array(path.utf8) }
}

/// The parameters of `Folders`.
public struct FoldersRequest: Codable, Sendable, Equatable {
  public var display: String?

  public init() {}
}

/// What `Folders` answers.
public struct FoldersReply: Codable, Sendable, Equatable {
  public var folders: [FolderStatus]

  public init(folders: [FolderStatus]) { self.folders = folders }
}

/// A directory that is bound to a board.
public struct FolderStatus: Codable, Sendable, Equatable {
  public var path: String
  public var encodedPath: String?
  public var board: String
  public var accept: [String]
  public var then: FolderAction
  public var run: [String]?
  public var name: String?
  /// Whether the configuration says so, and not somebody who added it.
  public var configured: Bool
  public var state: State
  /// Why it is not watched.
  public var reason: String?
  /// What lies there and was not taken, or was not saved there, as `NAME: WHY`; the last few.
  public var refused: [String]

  public enum State: String, Codable, Sendable {
    case watching, missing, failed
  }

  public init(path: [UInt8], board: String, then: FolderAction, state: State) {
    (self.path, encodedPath) = pathFields(path)
    self.board = board
    self.then = then
    self.state = state
    (accept, configured, refused) = ([], false, [])
  }

  /// The bytes of the path; `nil` if they are not sound.
  public var directory: [UInt8]? { encodedPath.map(PercentEncoding.decode) ?? Array(path.utf8) }
}

/// A path for reading, and its bytes where that is not all.
private func pathFields(_ path: [UInt8]) -> (text: String, encoded: String?) {
  (String(decoding: path, as: UTF8.self), PercentEncoding.encodeUnlessText(path))
}

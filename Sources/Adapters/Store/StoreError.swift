public import LinuxIO
public import SQLite

/// Why the store could not do what it was asked.
public enum StoreError: Error, Sendable, SQLiteFailure, CustomStringConvertible {
  /// Another process has it open.
  case inUse
  /// A newer release wrote it: it knows steps of the schema that we do not.
  case newer(version: Int, known: Int)
  /// What stands where the store belongs is none, and cannot be moved.
  case unusable(reason: String)
  /// A file or a directory of it failed.
  case system(SystemError)
  /// The database failed.
  case database(SQLiteError)
  /// The database is not what it was when it was written.
  case damaged(String)
  /// The content of an entry could not be read while it was stored.
  case unreadableContent(reason: String)
  /// There is no entry of this name, or more than one.
  case noSuchEntry(String)
  /// There is no board of this name.
  case noSuchBoard(String)
  /// A board cannot be removed while it holds what is pinned.
  case holdsPinned(count: Int)
  /// An entry would have more tags than one may have.
  case tooManyTags(limit: Int)
  /// A regular expression cannot be used.
  case invalidPattern(reason: String)
  /// A search would take too long.
  case tooCostly

  public var description: String {
    switch self {
    case .inUse: "another xferd has the history open"
    case .newer(let version, let known):
      "a newer release wrote the history (step \(version), this one knows \(known))"
    case .unusable(let reason): reason
    case _ where isFull: "the disk is full"
    case .system(let error): error.description
    case .database(let error) where error.isReadOnly: "it may not be written"
    case .database(let error) where error.isCannotOpen || error.isInputOutput: error.message
    case .database(let error): error.description
    case .damaged(let reason): reason
    case .unreadableContent(let reason): "the content cannot be read: \(reason)"
    case .noSuchEntry(let name): "there is no entry \(name)"
    case .noSuchBoard(let name): "there is no board \(name)"
    case .holdsPinned(let count): "it holds pinned entries: \(count)"
    case .tooManyTags(let limit): "an entry has at most \(limit) tags; remove some first"
    case .invalidPattern(let reason): "the regular expression: \(reason)"
    case .tooCostly: "the search takes too long; make it more precise"
    }
  }

  /// Whether there is no room for it.
  var isFull: Bool {
    switch self {
    case .database(let error): error.isFull
    case .system(let error): error.isFullDisk
    default: false
    }
  }

  /// Whether the database is damaged.
  var isCorrupt: Bool {
    switch self {
    case .database(let error): error.isCorrupt
    case .damaged: true
    default: false
    }
  }

  /// Whether only the index of what is searched is damaged, which can be made anew of the texts.
  var isOfIndex: Bool {
    guard case .database(let error) = self else { return false }
    return error.isCorruptIndex
  }

  /// Whether nothing more can be done in the transaction that it happened in.
  var endsTransaction: Bool {
    guard case .database(let error) = self else { return false }
    return error.isCorrupt || error.isFull || error.isInputOutput || error.isReadOnly
      || error.isCannotOpen || error.isBusy
  }
}

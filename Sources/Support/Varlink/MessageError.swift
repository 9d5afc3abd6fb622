/// Why a message cannot be made or understood, and where in it.
///
/// Holds names of fields, never values.
public struct MessageError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Problem: Equatable, Sendable {
    case missing
    case wrongType(expected: String)
    case outOfRange
    /// The type that was asked for did not accept the value.
    case notAccepted
  }

  public let problem: Problem
  /// Such as `items.0.type`; empty for the message as a whole.
  public let path: String

  public init(_ problem: Problem, at path: String) {
    self.problem = problem
    self.path = path
  }

  public var description: String {
    let place = path.isEmpty ? "message" : path
    return switch problem {
    case .missing: "\(place): missing"
    case .wrongType(let expected): "\(place): must be \(expected)"
    case .outOfRange: "\(place): out of range"
    case .notAccepted: "\(place): not accepted"
    }
  }
}

/// The way to a value; made on every step down, spelt out only for an error.
indirect enum MessagePath: Sendable {
  case root
  case member(MessagePath, any CodingKey)
  case element(MessagePath, Int)

  var keys: [any CodingKey] {
    switch self {
    case .root: []
    case .member(let parent, let key): parent.keys + [key]
    case .element(let parent, let index): parent.keys + [IndexKey(index)]
    }
  }

  var text: String { Self.text(of: keys) }

  static func text(of keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}

struct IndexKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }

  var intValue: Int? { index }
  var stringValue: String { "\(index)" }
}

/// One thing that a user may say to a command, and where it goes.
public struct Parameter<Root>: Sendable {
  /// How it is spelled and what it means.
  public let declaration: Declaration
  /// Stores a value; `false` if it does not fit.
  let store: @Sendable (inout Root, [UInt8]) -> Bool

  private init(
    _ kind: Declaration.Kind,
    _ name: String,
    _ letter: Unicode.Scalar? = nil,
    placeholder: String? = nil,
    help: String,
    expected: @escaping @Sendable () -> String = { "" },
    isRequired: Bool = false,
    store: @escaping @Sendable (inout Root, [UInt8]) -> Bool
  ) {
    declaration = Declaration(
      kind: kind,
      name: name,
      letter: letter,
      placeholder: placeholder,
      help: help,
      expected: expected,
      isRequired: isRequired
    )
    self.store = store
  }
}

extension Parameter {
  public typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

  /// Something that is on when it is said.
  public static func flag(
    _ name: String,
    _ letter: Unicode.Scalar?,
    _ path: Path<Bool>,
    _ help: String
  ) -> Self {
    flag(name, letter, path, sets: true, help)
  }

  /// Something that sets a property to a fixed value when it is said.
  public static func flag<Value: Sendable>(
    _ name: String,
    _ letter: Unicode.Scalar?,
    _ path: Path<Value>,
    sets value: Value,
    _ help: String
  ) -> Self {
    Self(.flag, name, letter, help: help) { root, _ in
      root[keyPath: path] = value
      return true
    }
  }

  /// A value that may be left out; said twice, the last one counts.
  public static func option<Value: ArgumentValue>(
    _ name: String,
    _ letter: Unicode.Scalar?,
    _ path: Path<Value?>,
    _ placeholder: String,
    _ help: String
  ) -> Self {
    let set = setter(path)
    return Self(
      .option,
      name,
      letter,
      placeholder: placeholder,
      help: help,
      expected: { Value.expected },
      store: set
    )
  }

  /// A value with a default; said twice, the last one counts.
  public static func option<Value: ArgumentValue>(
    _ name: String,
    _ letter: Unicode.Scalar?,
    _ path: Path<Value>,
    _ placeholder: String,
    _ help: String
  ) -> Self {
    Self(
      .option,
      name,
      letter,
      placeholder: placeholder,
      help: help,
      expected: { Value.expected }
    ) { root, bytes in
      guard let value = Value(argument: bytes) else { return false }
      root[keyPath: path] = value
      return true
    }
  }

  /// A value that may be said again and again; the order is kept.
  public static func options<Value: ArgumentValue>(
    _ name: String,
    _ letter: Unicode.Scalar?,
    _ path: Path<[Value]>,
    _ placeholder: String,
    _ help: String
  ) -> Self {
    Self(
      .option,
      name,
      letter,
      placeholder: placeholder,
      help: help,
      expected: { Value.expected },
      store: adder(path)
    )
  }

  /// One word in its place.
  public static func word<Value: ArgumentValue>(
    _ placeholder: String,
    _ path: Path<Value?>,
    required: Bool = false,
    _ help: String
  ) -> Self {
    Self(
      .word,
      placeholder,
      placeholder: placeholder,
      help: help,
      expected: { Value.expected },
      isRequired: required,
      store: setter(path)
    )
  }

  /// Every further word.
  public static func rest<Value: ArgumentValue>(
    _ placeholder: String,
    _ path: Path<[Value]>,
    _ help: String
  ) -> Self {
    Self(
      .rest,
      placeholder,
      placeholder: placeholder,
      help: help,
      expected: { Value.expected },
      store: adder(path)
    )
  }

  /// Every word after `--`, which is another program's command line.
  public static func tail(
    _ placeholder: String,
    _ path: Path<[[UInt8]]>,
    _ help: String
  ) -> Self {
    Self(.tail, placeholder, placeholder: placeholder, help: help, store: adder(path))
  }

  private static func setter<Value: ArgumentValue>(
    _ path: Path<Value?>
  ) -> @Sendable (inout Root, [UInt8]) -> Bool {
    { root, bytes in
      guard let value = Value(argument: bytes) else { return false }
      root[keyPath: path] = value
      return true
    }
  }

  private static func adder<Value: ArgumentValue>(
    _ path: Path<[Value]>
  ) -> @Sendable (inout Root, [UInt8]) -> Bool {
    { root, bytes in
      guard let value = Value(argument: bytes) else { return false }
      root[keyPath: path].append(value)
      return true
    }
  }
}

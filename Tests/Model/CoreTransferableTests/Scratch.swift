import CoreTransferable
import Synchronization
import Testing
import UniformTypeIdentifiers

/// A directory for one test, gone with it.
final class Scratch: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(component: "xfer-test-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String, _ data: Data) throws -> URL {
    let file = url.appending(component: name)
    try data.write(to: file)
    return file
  }

  func directory(_ name: String) throws -> URL {
    let directory = url.appending(component: name)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    return directory
  }

  /// The names in it, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

/// Declares the types of the models of these tests, as a file of declarations would.
struct DeclaredTypes: SuiteTrait {
  private static let declared: Void = TypeRegistry.add([
    TypeDeclaration(
      identifier: "com.example.profile",
      parents: ["public.json"],
      filenameExtensions: ["profile"]
    ),
    TypeDeclaration(
      identifier: "com.example.sketch-layer",
      parents: ["public.data"],
      filenameExtensions: ["sketchlayer"]
    ),
    TypeDeclaration(identifier: "com.example.profile-archive", parents: ["public.data"]),
    TypeDeclaration(
      identifier: "com.example.ticket",
      parents: ["public.json"],
      filenameExtensions: ["ticket"]
    ),
    TypeDeclaration(
      identifier: "com.example.bundle",
      parents: ["com.apple.package"],
      filenameExtensions: ["bundled"]
    ),
  ])

  func prepare(for test: Test) async throws { Self.declare() }

  static func declare() { _ = declared }
}

extension Trait where Self == DeclaredTypes {
  static var declaredTypes: Self { Self() }
}

/// Counts calls from any thread.
final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  @discardableResult func next() -> Int {
    number.withLock {
      $0 += 1
      return $0
    }
  }
}

/// A value that closures share.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

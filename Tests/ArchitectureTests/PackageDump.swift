import FoundationEssentials
import TestSupport

/// The package as SwiftPM understands it.
struct PackageDump: Decodable, Sendable {
  struct Target: Decodable, Sendable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]
  }

  /// `{ "byName": ["LinuxIO", null] }`, and likewise for `target` and `product`.
  struct Dependency: Decodable, Sendable {
    let name: String

    init(from decoder: any Decoder) throws {
      let forms = try decoder.singleValueContainer().decode([String: [Ignored]].self)
      guard case .text(let name)? = forms.first?.value.first else {
        throw TestFailure("a dependency without a name")
      }
      self.name = name
    }

    private enum Ignored: Decodable {
      case text(String)
      case other

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // A condition or nothing stands beside the name.
        self = (try? container.decode(String.self)).map(Ignored.text) ?? .other
      }
    }
  }

  let targets: [Target]

  /// The modules: all targets but those of the tests.
  var modules: [Target] {
    targets.filter { $0.type != "test" && $0.path?.hasPrefix("Sources/") == true }
  }

  /// Everything below a target.
  func closure(of name: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast() {
      for dependency in targets.first(where: { $0.name == next })?.dependencies ?? []
      where found.insert(dependency.name).inserted {
        waiting.append(dependency.name)
      }
    }
    return found
  }

  /// Asks SwiftPM, which takes a second; a place of its own, because the build is locked.
  static let current = Result<PackageDump, any Error> {
    let scratch = try ScratchDirectory()
    let dump = try run(
      "swift",
      [
        "package", "--package-path", Repository.root, "--scratch-path", scratch.path,
        "dump-package",
      ],
      within: .seconds(60)
    )
    guard dump.status == 0 else { throw TestFailure("dump-package: \(dump.errorText)") }
    return try JSONDecoder().decode(PackageDump.self, from: Data(dump.output))
  }
}

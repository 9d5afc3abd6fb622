import Selections
import Testing
import UniformTypeIdentifiers
import Wire

@testable import Daemon

@Suite("Types that a watcher wants to hear of", .timeLimit(.minutes(4)))
struct WatchedTypesTests {
  private static func offered(_ type: UTType?, targets: [String] = []) -> OfferedType {
    OfferedType(
      type: type?.identifier ?? "",
      mimeType: type?.preferredMIMEType,
      targets: targets,
      size: nil,
      item: 1
    )
  }

  private static func offered(target: String) -> OfferedType {
    offered(TargetName(target).contentType, targets: [target])
  }

  @Test(arguments: [
    ("public.json", true), ("public.text", true), ("public.item", true), ("text/plain", false),
    ("public.image", true), (".png", true), ("image/png", true), ("public.jpeg", false),
    ("X_THING", true), ("x_thing", false), ("text/x-thing", true), ("public.plain-text", false),
    ("public.data", true), ("com.example.nothing", false), ("UTF8_STRING", false),
  ])
  func `a type is met by itself, by what conforms to it and by its target`(
    wish: String,
    isMet: Bool
  ) throws {
    let offers = [
      Self.offered(.json), Self.offered(.png), Self.offered(target: "X_THING"),
      Self.offered(target: "text/x-thing"),
    ]
    var types = try WatchedTypes([wish], in: 0)
    #expect(types.areMet(by: OfferedKinds(offers), in: 0) == isMet)
    #expect(types.areMet(by: OfferedKinds([]), in: 0) == false)
    var several = try WatchedTypes(["public.movie", wish], in: 0)
    #expect(several.areMet(by: OfferedKinds(offers), in: 0) == isMet)
    // The same as each alone.
    let type = try NamedType(wished: wish).type
    let conforms = offers.contains { UTType($0.type)?.conforms(to: type) == true }
    #expect(isMet == (conforms || offers.contains { $0.targets.contains(wish) }))
  }

  @Test func `who wants any type does not ask what is offered`() throws {
    var types = try WatchedTypes([], in: 0)
    var count = 0
    func kinds() -> OfferedKinds {
      count += 1
      return OfferedKinds([])
    }
    #expect(types.areMet(by: kinds(), in: 0) == true)
    #expect(count == 0)
    types = try WatchedTypes(["public.json"], in: 0)
    #expect(types.areMet(by: kinds(), in: 0) == false)
    #expect(count == 1)
  }

  /// In a process of its own, whose registry it changes.
  @Test func `names are understood once, and anew in another edition`() async {
    await #expect(processExitsWith: .success) {
      var types = try WatchedTypes(["application/x-watched"], in: 0)
      TypeRegistry.install(
        [
          TypeDeclaration(
            identifier: "com.example.watched",
            parents: ["public.data"],
            mimeTypes: ["application/x-watched"]
          ),
          TypeDeclaration(identifier: "com.example.card", parents: ["com.example.watched"]),
        ],
        database: nil
      )
      let kinds = OfferedKinds([Self.offered(UTType("com.example.card"))])
      #expect(types.areMet(by: kinds, in: 0) == false)
      #expect(types.areMet(by: kinds, in: 1) == true)
      TypeRegistry.install([], database: nil)
      #expect(types.areMet(by: kinds, in: 1) == true)
      #expect(types.areMet(by: kinds, in: 2) == false)
    }
  }

  @Test func `many wishes of many watchers cost what is offered once`() throws {
    let names = (0..<64).map { "application/x-wish-\($0)" }
    let watchers = Array(repeating: try WatchedTypes(names, in: 0), count: 1_000)
    let kinds = OfferedKinds((0..<1_024).map { Self.offered(target: "application/x-offer-\($0)") })
    for var types in watchers { #expect(types.areMet(by: kinds, in: 0) == false) }
  }
}

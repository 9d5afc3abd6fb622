import CoreTransferable
import Testing
import UniformTypeIdentifiers

private struct Refused: Error {}

/// Says from which type it was made.
private struct Anything: Transferable {
  let made: String

  static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(importedContentType: .png) { _ in Anything(made: "png") }
    DataRepresentation(importedContentType: .data) { Anything(made: "data of \($0.count)") }
  }
}

@Suite("Item provider", .timeLimit(.minutes(4))) struct ItemProviderTests {
  private func provider(_ contents: [(UTType, Data?)], name: String? = nil) -> ItemProvider {
    let provider = ItemProvider()
    provider.suggestedName = name
    for (type, data) in contents {
      provider.registerDataRepresentation(for: type) { completion in
        completion(data, data == nil ? Refused() : nil)
        return nil
      }
    }
    return provider
  }

  @Test func `representations keep the order in which they were registered`() {
    let provider = provider([(.png, Data()), (.json, Data()), (.utf8PlainText, Data())])
    #expect(provider.registeredContentTypes == [.png, .json, .utf8PlainText])
    #expect(provider.registeredContentTypes(conformingTo: .text) == [.json, .utf8PlainText])
    #expect(provider.hasItemConforming(to: .image))
    #expect(!provider.hasItemConforming(to: .pdf))
    #expect(!provider.hasRepresentationConforming(to: .image, openInPlace: true))
  }

  @Test func `nothing is loaded before it is asked for, and then once`() async throws {
    let calls = Counter()
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .json) { completion in
      completion(Data("\(calls.next())".utf8), nil)
      return nil
    }
    _ = (provider.registeredContentTypes, provider.suggestedName)
    #expect(calls.value == 0)
    let handle = provider.loadDataRepresentation(for: .text)
    #expect(try await handle.value == Data("1".utf8))
    #expect(try await handle.value == Data("1".utf8))
    #expect(calls.value == 1)
  }

  @Test func `a registered value is made when its first representation is asked for`() async throws
  {
    let calls = Counter()
    let provider = ItemProvider()
    @Sendable func make() -> Profile {
      calls.next()
      return Profile(id: UUID(), name: "Ada")
    }
    DeclaredTypes.declare()
    provider.register(make())
    #expect(provider.registeredContentTypes == [.profile, .utf8PlainText])
    #expect(calls.value == 0)
    #expect(try await provider.loadDataRepresentation(for: .plainText).value == Data("Ada".utf8))
    #expect(try await provider.loadTransferable(type: Profile.self).value.name == "Ada")
    #expect(calls.value == 1)
  }

  /// B132: asking for the generic type yields a nameless blob; files end up called "data".
  @Test(arguments: [
    ([UTType.data], "blob", "data of 4"), ([.item], "picture", "png"),
    ([.png, .data], "picture", "png"),
  ])
  func `a generic wish keeps the name and gets the most specific`(
    wanted: [UTType],
    content: String,
    made: String
  ) async throws {
    let provider = provider(
      [
        (.fileURL, Data("file:///x".utf8)), (.data, Data("blob".utf8)),
        (.png, Data("picture".utf8)),
      ],
      name: "photo.png"
    )
    let first = try #require(wanted.first)
    try await provider.withFileRepresentation(for: first) { received in
      #expect(received.file.lastPathComponent == "photo.png")
      let data = try Data(contentsOf: received.file)
      #expect(data == Data(content.utf8))
    }
    if wanted.count > 1 {
      #expect(try await provider.loadTransferable(type: Anything.self).value.made == made)
    }
  }

  /// B134: a representation is chosen that then cannot be delivered; no fallback.
  @Test func `one that fails gives way to the next`() async throws {
    let provider = provider([(.png, nil), (.jpeg, Data("good".utf8))])
    #expect(try await provider.loadDataRepresentation(for: .image).value == Data("good".utf8))

    let missing = ItemProvider(contentsOf: URL(filePath: "/nonexistent/a.png"))
    missing.registerDataRepresentation(for: .png) { completion in
      completion(Data("good".utf8), nil)
      return nil
    }
    #expect(try await missing.loadDataRepresentation(for: .png).value == Data("good".utf8))
    #expect(try await missing.loadTransferable(type: Anything.self).value.made == "png")

    let original = ItemProvider(
      contentsOf: URL(filePath: "/nonexistent/a.png"),
      openInPlace: true
    )
    original.registerDataRepresentation(for: .jpeg) { completion in
      completion(Data("good".utf8), nil)
      return nil
    }
    let loaded = try await original.loadFileRepresentation(for: .image, openInPlace: true).value
    #expect(!loaded.isOriginalFile)
  }

  @Test func `what several importers take is loaded once`() async throws {
    let calls = Counter()
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .utf16PlainText) { completion in
      calls.next()
      completion(Data([0xFF]), nil)
      return nil
    }
    provider.registerDataRepresentation(for: .utf8PlainText) { completion in
      completion(Data("text".utf8), nil)
      return nil
    }
    #expect(try await provider.loadTransferable(type: String.self).value == "text")
    #expect(calls.value == 1)
  }

  @Test func `if all fail the error names them`() async throws {
    let provider = provider([(.png, nil), (.jpeg, nil), (.json, Data())])
    let error = await #expect(throws: TransferError.self) {
      try await provider.loadDataRepresentation(for: .image).value
    }
    #expect(
      error?.description
        == "no representation could be had: public.png: Refused; public.jpeg: Refused"
    )
  }

  @Test func `what is not there, not of a kind or without a reason has an error of its own`() async
  {
    let provider = provider([(.png, Data())])
    provider.registerDataRepresentation(for: .json) { completion in
      completion(nil, nil)
      return nil
    }
    let directory = ItemProvider(contentsOf: URL(filePath: "/tmp"))
    await #expect(throws: TransferError.self) {
      try await provider.loadDataRepresentation(for: .pdf).value
    }
    func kind(_ load: () async throws -> some Any) async -> String {
      do {
        _ = try await load()
        return "none"
      } catch let error as TransferError {
        switch error {
        case .itemUnavailable: return "itemUnavailable"
        case .unexpectedValueClass: return "unexpectedValueClass"
        case .unavailableCoercion: return "unavailableCoercion"
        case .unknown: return "unknown"
        default: return "\(error)"
        }
      } catch {
        return "\(error)"
      }
    }
    let unavailable = await kind { try await provider.loadDataRepresentation(for: .pdf).value }
    #expect(unavailable == "itemUnavailable")
    #expect(await kind { try await provider.loadDataRepresentation(for: .json).value } == "unknown")
    let coercion = await kind { try await provider.loadTransferable(type: String.self).value }
    #expect(coercion == "unavailableCoercion")
    let wrong = await kind { try await directory.loadDataRepresentation(for: .folder).value }
    #expect(wrong == "unexpectedValueClass")
  }

  @Test func `a completion that is called twice counts once`() async throws {
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .json) { completion in
      completion(Data("first".utf8), nil)
      completion(Data("second".utf8), nil)
      completion(nil, Refused())
      return nil
    }
    #expect(try await provider.loadDataRepresentation(for: .json).value == Data("first".utf8))
  }

  @Test func `a handler that is silent ends with the limit, is told, and is let go`() async throws {
    let (clock, cancelled) = (ManualClock(), Counter())
    weak var kept: Counter?
    do {
      let token = Counter()
      kept = token
      let provider = ItemProvider()
      provider.registerDataRepresentation(for: .json) { completion in
        token.next()
        return TransferProgress { cancelled.next() }
      }
      let handle = TransferTimeLimit.$current.withValue(.init(.seconds(30), clock: clock)) {
        provider.loadDataRepresentation(for: .json)
      }
      await clock.hasSleeper()
      while token.value == 0 { await Task.yield() }
      clock.advance(by: .seconds(30))
      let error = await #expect(throws: TransferError.self) { try await handle.value }
      guard case .timedOut = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    while kept != nil || cancelled.value == 0 { await Task.yield() }
    #expect(cancelled.value == 1)
  }

  @Test func `who may see less sees less`() async throws {
    let provider = ItemProvider()
    for (type, visibility) in [
      (UTType.png, TransferRepresentationVisibility.ownProcess), (.jpeg, .group), (.gif, .all),
    ] {
      provider.registerDataRepresentation(for: type, visibility: visibility) { completion in
        completion(Data(type.identifier.utf8), nil)
        return nil
      }
    }
    #expect(provider.visible(to: .all).registeredContentTypes == [.gif])
    #expect(provider.visible(to: .group).registeredContentTypes == [.jpeg, .gif])
    let data = try await provider.visible(to: .all).loadDataRepresentation(for: .image).value
    #expect(data == Data("com.compuserve.gif".utf8))
    #expect(provider.exportRoutes().map(\.visibility) == [.ownProcess, .group, .all])
  }
}

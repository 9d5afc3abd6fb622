import CoreTransferable
import Testing
import UniformTypeIdentifiers

@Suite("Files of an item provider", .timeLimit(.minutes(4))) struct ItemProviderFileTests {
  @Test func `a file is had under its name, as a copy that ends with its holder`() async throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.png", Data([1]))
    let provider = ItemProvider(contentsOf: file)
    #expect(provider.registeredContentTypes == [.png, .fileURL])
    #expect(provider.suggestedName == "a.png")
    let copy: URL
    do {
      let loaded = try await provider.loadFileRepresentation(for: .image).value
      copy = loaded.file
      #expect(copy.lastPathComponent == "a.png")
      #expect(try Data(contentsOf: copy) == Data([1]))
      #expect(!loaded.isOriginalFile)
      withExtendedLifetime(loaded) {}
    }
    while exists(copy) { await Task.yield() }
    #expect(exists(file))
  }

  @Test func `a suggested name gets the extension that it lacks`() async throws {
    let provider = ItemProvider(contentsOf: try Scratch().file("x", Data()), contentType: .png)
    provider.suggestedName = "../Holiday"
    provider.registerDataRepresentation(for: .json) { completion in
      completion(Data("{}".utf8), nil)
      return nil
    }
    try await provider.withFileRepresentation(for: .json) { received in
      #expect(received.file.lastPathComponent == "__Holiday.json")
    }
  }

  @Test func `a completion's file is gone when it returns`() async throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.png", Data([1]))
    let seen = Shared<URL?>(nil)
    let handle = ItemProvider(contentsOf: file).loadFileRepresentation(for: .png) {
      url,
      isOriginal,
      error in
      #expect(error == nil && !isOriginal)
      #expect(url.map(exists) == true)
      seen.value = url
    }
    try await handle.value
    let copy = try #require(seen.value)
    #expect(!exists(copy.deletingLastPathComponent()))
  }

  @Test func `in place is what was had, not what was hoped for`() async throws {
    let scratch = try Scratch()
    let file = try scratch.file("a.png", Data([1]))
    for (offered, wanted) in [(true, true), (true, false), (false, true)] {
      let provider = ItemProvider(contentsOf: file, openInPlace: offered)
      #expect(provider.registeredContentTypesForOpenInPlace == (offered ? [.png] : []))
      let loaded = try await provider.loadFileRepresentation(for: .png, openInPlace: wanted).value
      #expect(loaded.isOriginalFile == (offered && wanted))
      #expect((loaded.file == file) == (offered && wanted))
    }
  }

  @Test func `a scope ends with its file, and passes on what was thrown`() async throws {
    struct Stop: Error {}
    let scratch = try Scratch()
    let provider = ItemProvider(contentsOf: try scratch.file("a.png", Data([1])))
    var seen: URL?
    await #expect(throws: Stop.self) {
      try await provider.withFileRepresentation(for: .png) { received in
        seen = received.file
        throw Stop()
      }
    }
    #expect(!exists(try #require(seen)))
  }

  @Test func `progress is shown as the loader says it, and ends with the load`() async throws {
    let (started, gate) = (Shared<TransferProgress?>(nil), TimeLimitTests.Gate())
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .json) { completion in
      let progress = TransferProgress(total: 10)
      started.value = progress
      Task {
        await gate.pass()
        completion(Data(count: 10), nil)
      }
      return progress
    }
    let handle = provider.loadDataRepresentation(for: .json)
    var values = handle.progress.values.makeAsyncIterator()
    await gate.isEntered()
    let loader = try #require(started.value)
    loader.update(completed: 5)
    // The loader's progress may be joined a moment later than it begins.
    while handle.progress.current.fraction != 0.5 { await Task.yield() }
    while let value = await values.next(), value.completed != 5 {}
    gate.open()
    #expect(try await handle.value.count == 10)
    while await values.next() != nil {}
    #expect(handle.progress.current.fraction == 1)
    #expect(handle.progress.current.total == 10)
  }

  @Test func `a load that is cancelled ends at once and tells its loader`() async throws {
    let (entered, told) = (Counter(), Counter())
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .json) { _ in
      entered.next()
      return TransferProgress { told.next() }
    }
    let handle = provider.loadDataRepresentation(for: .json)
    while entered.value == 0 { await Task.yield() }
    handle.cancel()
    await #expect(throws: CancellationError.self) { try await handle.value }
    while told.value == 0 { await Task.yield() }
    #expect(told.value == 1)
  }

  @Test func `who waits and is cancelled cancels the load`() async throws {
    let entered = Counter()
    let provider = ItemProvider()
    provider.registerDataRepresentation(for: .json) { _ in
      entered.next()
      return nil
    }
    let waiting = Task { try await provider.loadDataRepresentation(for: .json).value }
    while entered.value == 0 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `completions are called with what was made, or why not`() async throws {
    let text = ItemProvider("text")
    let (made, failed) = (Shared(""), Shared(false))
    try await text.loadTransferable(type: String.self) { made.value = (try? $0.get()) ?? "none" }
      .value
    let data = text.loadDataRepresentation(for: .pdf) { data, error in
      failed.value = data == nil && error is TransferError
    }
    await #expect(throws: TransferError.self) { try await data.value }
    #expect(made.value == "text" && failed.value)
  }
}

import CoreTransferable
import Testing
import UniformTypeIdentifiers

/// A type that is its own proxy, beside something of use.
private struct Ouroboros: Codable, Transferable {
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(exporting: { (item: Ouroboros) -> Ouroboros in item })
    CodableRepresentation(contentType: .json)
  }
}

private struct Left: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(exporting: { (_: Left) in Right() }, importing: { (_: Right) in Left() })
  }
}

private struct Right: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(exporting: { (_: Right) in Left() }, importing: { (_: Left) in Right() })
  }
}

/// Each proxy is of a larger type than the one before: a cycle that no list of types finds.
private struct Growing<Item: Sendable>: Transferable {
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation(exporting: { (_: Growing) in Growing<[Item]>() })
  }
}

private struct Body: TransferRepresentation {
  typealias Item = Bottomless
  var body: Body { self }
}

private struct Bottomless: Transferable {
  static var transferRepresentation: Body { Body() }
}

private struct Step: Transferable {
  var number: Int
  var calls = Counter()
  var isNarrow = false

  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation { (step: Step) in
      step.calls.next()
      return Number(value: step.number)
    } importing: { (number: Number) in
      Step(number: number.value)
    }
  }
}

private struct Number: Codable, Transferable {
  var value: Int

  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .json).exportingCondition { $0.value >= 0 }
    DataRepresentation(exportedContentType: .png) { _ in Data() }.visibility(.group)
    ProxyRepresentation(exporting: { "\($0.value)" }, importing: { try Number(text: $0) })
      .suggestedFileName("number.txt")
  }

  init(value: Int) { self.value = value }

  init(text: String) throws {
    guard let value = Int(text) else { throw CocoaError(.fileReadCorruptFile) }
    self.value = value
  }
}

@Suite("Proxies", .timeLimit(.minutes(4))) struct ProxyTests {
  @Test func `a proxy's representations stand in its place`() async throws {
    let step = Step(number: 3)
    #expect(
      step.exportedContentTypes(.ownProcess) == [.json, .png, .utf8PlainText]
    )
    #expect(step.exportedContentTypes() == [.json, .utf8PlainText])
    #expect(step.calls.value == 0)
    #expect(try await step.exported(as: .utf8PlainText) == Data("3".utf8))
    #expect(step.calls.value == 1)
    #expect(try await Step(importing: Data("7".utf8), contentType: .plainText).number == 7)
    #expect(try await Step(importing: Data(#"{"value":8}"#.utf8), contentType: .json).number == 8)
  }

  @Test func `a condition of the proxy counts when the proxy is there`() async throws {
    let step = Step(number: -3)
    #expect(try await step.exported(as: .text) == Data("-3".utf8))
    let error = await #expect(throws: TransferError.self) { try await step.exported(as: .json) }
    guard case .withheld(.json) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a path that is wrong in a proxy is found, too`() async throws {
    let error = await #expect(throws: TransferError.self) {
      try await Step(importing: Data(#"{"value":"x"}"#.utf8), contentType: .json)
    }
    #expect(error?.description == "public.json: value: is not of type Int")
  }

  @Test func `a type that is its own proxy is an error and no recursion`() async throws {
    #expect(Ouroboros.exportedContentTypes() == [.json])
    #expect(try await Ouroboros().exported() == Data("{}".utf8))
    for name in [
      await cycle { try await Left().exported() }, await cycle { try await Right().exported() },
      await cycle { try await Growing<Int>().exported() },
      await cycle { try await Left(importing: Data(), contentType: nil) },
      await cycle { try await Bottomless().exported() },
    ] {
      #expect(name != nil)
    }
  }

  private func cycle(_ work: () async throws -> some Any) async -> String? {
    do {
      _ = try await work()
    } catch TransferError.cyclicProxy(let name) {
      return name
    } catch {
      Issue.record(error)
    }
    return nil
  }

  @Test func `a representation of another type is an error`() async throws {
    struct Foreign: Transferable {
      static var transferRepresentation: DataRepresentation<String> {
        // What is returned explicitly is not checked by the builder.
        let representation = DataRepresentation<String>(exportedContentType: .json) {
          Data($0.utf8)
        }
        return representation
      }
    }
    let error = await #expect(throws: TransferError.self) { try await Foreign().exported() }
    #expect(error?.description == "the representation of Foreign is one of another type")
  }

  @Test func `more than ten representations are one`() throws {
    struct Many: Transferable {
      static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(exportedContentType: .png) { _ in Data() }
        DataRepresentation(exportedContentType: .jpeg) { _ in Data() }
        DataRepresentation(exportedContentType: .gif) { _ in Data() }
        DataRepresentation(exportedContentType: .tiff) { _ in Data() }
        DataRepresentation(exportedContentType: .bmp) { _ in Data() }
        DataRepresentation(exportedContentType: .pdf) { _ in Data() }
        DataRepresentation(exportedContentType: .json) { _ in Data() }
        DataRepresentation(exportedContentType: .xml) { _ in Data() }
        DataRepresentation(exportedContentType: .yaml) { _ in Data() }
        DataRepresentation(exportedContentType: .zip) { _ in Data() }
        DataRepresentation(exportedContentType: .html) { _ in Data() }
        DataRepresentation(exportedContentType: .rtf) { _ in Data() }
      }
    }
    let types: [UTType] = [
      .png, .jpeg, .gif, .tiff, .bmp, .pdf, .json, .xml, .yaml, .zip, .html, .rtf,
    ]
    #expect(Many.exportedContentTypes() == types)
  }
}

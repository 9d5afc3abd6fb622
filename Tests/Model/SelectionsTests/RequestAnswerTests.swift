import Selections
import Testing

@Suite("Answers to requests") struct RequestAnswerTests {
  private let generation = Generation(id: 1, offer: .text("grüß €"), claimTime: .at(100))

  private func request(_ target: TargetName, property: UInt32 = 5) throws -> SelectionRequest {
    SelectionRequest(
      requestor: WindowID(rawValue: 9),
      selection: .clipboard,
      target: target,
      targetProperty: try #require(PropertyID(rawValue: 77)),
      property: PropertyID(rawValue: property),
      time: .at(100)
    )
  }

  private func answer(_ target: TargetName, property: UInt32 = 5) throws -> RequestAnswer {
    RequestAnswer(to: try request(target, property: property), holding: generation)
  }

  @Test func `without content everything is refused`() throws {
    let answer = RequestAnswer(to: try request(.utf8String), holding: nil)
    guard case .refuse = answer else {
      Issue.record("answered with \(answer)")
      return
    }
  }

  @Test(arguments: ["FOO", "STRING", "image/png", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY"])
  func `what is not offered is refused`(name: String) throws {
    guard case .refuse = try answer(TargetName(name)) else {
      Issue.record("answered \(name)")
      return
    }
  }

  @Test func `TARGETS answers the offer`() throws {
    guard case .targets(let names, on: let property) = try answer(.targets) else {
      Issue.record("no targets")
      return
    }
    #expect(names == generation.offer.targets)
    #expect(property.rawValue == 5)
  }

  @Test func `TIMESTAMP answers the time of the claim`() throws {
    guard case .timestamp(let time, on: _) = try answer(.timestamp) else {
      Issue.record("no timestamp")
      return
    }
    #expect(time == .at(100))
  }

  @Test func `SAVE_TARGETS does nothing and says so`() throws {
    guard case .null = try answer(.saveTargets) else {
      Issue.record("no null")
      return
    }
    let secret = Generation(
      id: 1,
      offer: .text("a", isSensitive: true),
      claimTime: .at(100)
    )
    guard case .refuse = RequestAnswer(to: try request(.saveTargets), holding: secret) else {
      Issue.record("a secret was given away for keeping")
      return
    }
  }

  @Test func `without a property the target's own name is used`() throws {
    guard case .rendering(_, on: let property) = try answer(.utf8String, property: 0) else {
      Issue.record("no rendering")
      return
    }
    #expect(property.rawValue == 77)
  }

  @Test func `MULTIPLE needs a property`() throws {
    guard case .multiple(on: let property) = try answer(.multiple) else {
      Issue.record("refused")
      return
    }
    #expect(property.rawValue == 5)
    guard case .refuse = try answer(.multiple, property: 0) else {
      Issue.record("answered without a property")
      return
    }
  }

  @Test func `MULTIPLE inside MULTIPLE is refused`() throws {
    let property = try #require(PropertyID(rawValue: 5))
    guard case .refuse = RequestAnswer(pairOf: .multiple, on: property, holding: generation) else {
      Issue.record("answered")
      return
    }
    guard case .refuse = RequestAnswer(pairOf: .utf8String, on: nil, holding: generation) else {
      Issue.record("answered without a property")
      return
    }
    guard case .rendering = RequestAnswer(pairOf: .utf8String, on: property, holding: generation)
    else {
      Issue.record("refused")
      return
    }
  }
}

@Suite("MULTIPLE") struct MultipleConversionTests {
  private typealias Action = MultipleConversion.Action

  private func convert(_ target: UInt32, _ property: UInt32) throws -> Action {
    .convert(target: target, on: try #require(PropertyID(rawValue: property)))
  }

  @Test func `pairs are answered in order, then there is one notification`() throws {
    var multiple = try #require(MultipleConversion(items: [1, 11, 2, 12], elementBits: 32))
    #expect(multiple.handle(.start) == [try convert(1, 11)])
    #expect(multiple.handle(.converted(true)) == [try convert(2, 12)])
    #expect(multiple.handle(.converted(true)) == [.notify])
    #expect(multiple.handle(.converted(true)) == [])
  }

  @Test func `a failed pair is written back with property None`() throws {
    var multiple = try #require(MultipleConversion(items: [1, 11, 2, 12, 3, 13], elementBits: 32))
    _ = multiple.handle(.start)
    _ = multiple.handle(.converted(true))
    #expect(multiple.handle(.converted(false)) == [try convert(3, 13)])
    #expect(
      multiple.handle(.converted(true)) == [.writeBack([1, 11, 2, 0, 3, 13]), .notify]
    )
  }

  @Test func `a pair without a property fails and the rest is served`() throws {
    var multiple = try #require(MultipleConversion(items: [1, 0, 2, 12, 0, 13], elementBits: 32))
    #expect(multiple.handle(.start) == [try convert(2, 12)])
    #expect(
      multiple.handle(.converted(true)) == [.writeBack([1, 0, 2, 12, 0, 0]), .notify]
    )
  }

  @Test func `an odd last item is dropped`() throws {
    var multiple = try #require(MultipleConversion(items: [1, 11, 2], elementBits: 32))
    #expect(multiple.handle(.start) == [try convert(1, 11)])
    #expect(multiple.handle(.converted(false)) == [.writeBack([1, 0]), .notify])
  }

  @Test func `no pairs are done at once`() throws {
    var multiple = try #require(MultipleConversion(items: [], elementBits: 0))
    #expect(multiple.handle(.start) == [.notify])
  }

  @Test func `too many pairs or items of another size are refused`() {
    let items = [UInt32](repeating: 1, count: 600)
    #expect(MultipleConversion(items: items, elementBits: 32) == nil)
    #expect(MultipleConversion(items: Array(items.prefix(512)), elementBits: 32) != nil)
    #expect(MultipleConversion(items: [1, 2], elementBits: 8) == nil)
  }
}

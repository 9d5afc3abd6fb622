internal import Declarations
internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import TOML
internal import UniformTypeIdentifiers
internal import Wire

extension PasteboardService {
  /// What an item of these representations can also be had as, to be offered after them.
  ///
  /// Templates are filled now where the content is there, everything else is made when somebody asks.
  func derived(
    from representations: [Representation],
    _ secrecy: PayloadStorage.Secrecy
  ) async -> [Representation] {
    let derivation = derivation(of: representations)
    var result: [Representation] = []
    var scanned: (source: Int, fields: JSONFieldScanner?)?
    for step in derivation.steps {
      let source = representations[step.source]
      switch step.production {
      case .command(let path, let words):
        let command = contentCommand(path, words, step, secrecy)
        result.append(.derived(from: source, as: step.type, output(of: command, from: source)))
      case .template(let template) where source.payload.isPromise:
        let text = filled(template, from: source, by: step, secrecy)
        result.append(.derived(from: source, as: step.type, text))
      case .template(let template):
        // One look at the content finds the fields of all its templates. What cannot be read or kept
        // is not derived, and no reason to refuse the put.
        if scanned?.source != step.source {
          let paths = derivation.paths(of: step.source)
          scanned = (step.source, try? await intake.fields(at: paths, of: source.payload))
        }
        guard let fields = scanned?.fields,
          let text = template.filled(from: fields, as: step.type),
          let content = try? await intake.keep(text, secrecy)
        else { continue }
        result.append(.derived(from: source, as: step.type, content))
      }
    }
    if secrecy == .open, let file = await fileContent(of: representations) { result.append(file) }
    return result
  }

  /// What is declared of an item of these representations, and can be had here.
  func derivation(of representations: [Representation]) -> Derivation {
    Derivation(of: representations) { type in
      installedTypes.user[type.identifier]?.representations ?? []
    }
  }

  private func contentCommand(
    _ path: [UInt8],
    _ words: [String],
    _ step: Derivation.Step,
    _ secrecy: PayloadStorage.Secrecy
  ) -> ContentCommand {
    var command = LimitedCommand(path: path, arguments: words.map { Array($0.utf8) })
    command.limits = .init(configuration)
    return ContentCommand(
      command: command,
      origin: .declaration,
      name: "\(words.first ?? "") (\(declaration(of: step)))",
      type: step.type,
      requirement: requirement(of: step.type),
      secrecy: secrecy
    )
  }

  /// Where one finds why content is made: the type, and its file if there is only one.
  private func declaration(of step: Derivation.Step) -> String {
    let name = step.declarer.identifier
    let places = installedTypes.user[name]?.places ?? []
    return places.count == 1 ? "\(name), \(places[0].file)" : name
  }

  // MARK: Made when somebody asks

  /// What a command makes of a representation, once somebody asks.
  private nonisolated func output(
    of command: ContentCommand,
    from source: Representation
  ) -> Promise {
    promise(of: source) { (intake, payload, promise) throws(PasteboardError) in
      try await intake.output(of: command, input: payload, for: promise).payload
    }
  }

  /// A template with the fields of content that is itself made when somebody asks.
  private func filled(
    _ template: FieldTemplate,
    from source: Representation,
    by step: Derivation.Step,
    _ secrecy: PayloadStorage.Secrecy
  ) -> Promise {
    let reason = "a field of its template (\(declaration(of: step))) is not there"
    return promise(of: source) { (intake, payload, _) throws(PasteboardError) in
      guard let fields = try await intake.fields(at: template.paths, of: payload),
        let text = template.filled(from: fields, as: step.type)
      else { throw .inputFailed(reason: reason) }
      return try intake.keep(text, secrecy).payload
    }
  }

  /// Makes content of other content for a promise.
  typealias Making =
    @Sendable (isolated Intake, Payload, Promise) async throws(PasteboardError) -> Payload

  nonisolated func promise(
    of source: Representation,
    _ make: @escaping Making
  ) -> Promise {
    Promise(madeOf: source.payload) { [loop, intake] promise in
      let leave = source.payload.whenKept { result in
        guard case .success(let payload) = result else {
          promise.settle(result)
          return
        }
        promise.settle(in: intake, from: loop) { (intake) throws(PasteboardError) in
          try await make(intake, payload, promise)
        }
      }
      if let leave { promise.stops(with: leave) }
    }
  }
}

extension Derivation {
  /// The fields that the templates of one representation need.
  fileprivate func paths(of source: Int) -> [FieldPath] {
    steps.filter { $0.source == source }.flatMap { step -> [FieldPath] in
      guard case .template(let template) = step.production else { return [] }
      return template.paths
    }
  }
}

extension FieldTemplate {
  /// The most bytes that are read to fill a template, and that it may become.
  static let byteLimit = 1 << 20

  fileprivate func filled(from fields: JSONFieldScanner, as type: UTType) -> WipedBytes? {
    filled(from: fields, FieldEscaping(for: type), limit: Self.byteLimit)
  }
}

extension LimitedCommand.Limits {
  init(_ configuration: Configuration) {
    self.init()
    total = configuration.timeouts.command
    process.processorTime = total
    outputByteCount = configuration.limits.commandOutput.bytes
    process.memoryByteCount = configuration.limits.commandMemory.bytes
  }
}

extension Representation {
  fileprivate static func derived(
    from source: Representation,
    as type: UTType,
    _ promise: Promise
  ) -> Representation {
    Representation(
      type: type,
      payload: .promised(promise),
      visibility: source.visibility,
      isDerived: true
    )
  }

  fileprivate static func derived(
    from source: Representation,
    as type: UTType,
    _ content: Content
  ) -> Representation {
    Representation(
      type: type,
      payload: content.payload,
      textForm: type.conforms(to: .text) ? content.text?.form : nil,
      visibility: source.visibility,
      isDerived: true
    )
  }
}

extension Intake {
  /// The fields of a JSON payload; `nil` if it is none, or too large to be looked at.
  func fields(
    at paths: [FieldPath],
    of payload: Payload
  ) async throws(PasteboardError) -> JSONFieldScanner? {
    guard let count = payload.byteCount, count <= FieldTemplate.byteLimit else { return nil }
    var scanner = JSONFieldScanner(paths: paths)
    var isJSON = true
    try await forEachPiece(of: payload) { piece in
      isJSON = isJSON && (try? scanner.scan(piece)) != nil
    }
    return isJSON && (try? scanner.finish()) != nil ? scanner : nil
  }
}

extension Payload {
  /// Calls `then` with the content; if it is not made yet, later, and says how the wait is given up.
  fileprivate func whenKept(
    _ then: @escaping @Sendable (Promise.Outcome) -> Void
  ) -> PromisedPayload.Leave? {
    if let promise = openPromise { return promise.keep(then) }
    then(kept.map(Promise.Outcome.success) ?? .failure(failure ?? .notMade))
    return nil
  }
}

internal import Pasteboards
internal import UniformTypeIdentifiers

/// What is known of a text that is to be offered, and so in which forms it can be.
struct TextKnowledge {
  private let form: Form
  /// Whether it is small enough to be encoded when asked for.
  private let isSmall: Bool
  private let hasEscape: Bool
  /// Whether the sender called it plain text, rather than that it only stands in for some.
  private let isDeclared: Bool
  /// What a sender called it of whose words nothing else is known.
  private let ownNames: Set<TargetName>

  private enum Form: Equatable {
    case known(TextForm)
    /// Too large to look at, and nobody did before.
    case unknown
    /// Looked at when it is made.
    case promised
    case noText
  }

  init(of payload: Payload, parts: [Representation]) {
    isDeclared = parts.allSatisfy { $0.type == .utf8PlainText || $0.type == .plainText }
    ownNames = Set(parts.compactMap(\.targetName).map { TargetName($0) })
    guard let byteCount = payload.byteCount else {
      (form, isSmall, hasEscape) = (.promised, true, false)
      return
    }
    isSmall = byteCount <= Rendering.encodingLimit
    var known: TextForm? = .ascii
    for part in parts {
      guard let so = known, let more = part.textForm else {
        known = nil
        break
      }
      known = max(so, more)
    }
    let isDecided = known == .ascii || known == .latin1
    guard !isDecided, isSmall else {
      form = known.map(Form.known) ?? .unknown
      hasEscape = false
      return
    }
    var scanner = TextScanner()
    // A payload that cannot be read is offered as what its type says, and refused when asked for.
    guard let bytes = try? payload.bytes() else {
      form = .unknown
      hasEscape = false
      return
    }
    scanner.scan(bytes)
    form = scanner.result.form.map(Form.known) ?? .noText
    hasEscape = scanner.result.hasEscape
  }

  /// How a plain text target is answered; `nil` when its encoding cannot carry the text.
  func rendering(of target: TargetName, payload: Payload) -> Rendering? {
    if case .noText = form {
      // Bytes of some other encoding that were called plain text: given as they are, and as they were.
      return isDeclared && (target == .plainText || ownNames.contains(target))
        ? Rendering(target: target, payload: payload) : nil
    }
    switch target {
    case .string:
      return encoding(.latin1).map {
        Rendering(target: target, payload: payload, encoding: $0)
      }
    case .anyText:
      // The reply names the encoding that was chosen, never TEXT itself.
      let narrow = form == .promised ? nil : encoding(.latin1)
      let type: TargetName = narrow == nil ? .utf8String : .string
      return Rendering(
        target: target,
        replyType: type,
        payload: payload,
        encoding: narrow ?? untouched
      )
    case .compoundText:
      return encoding(.compoundText).map {
        Rendering(target: target, payload: payload, encoding: $0)
      }
    default:
      let isAsCalled = target == .plainText && isDeclared
      return Rendering(
        target: target,
        payload: payload,
        encoding: isAsCalled ? .none : untouched
      )
    }
  }

  /// What is done to a text that stays UTF-8.
  private var untouched: Rendering.Encoding { form == .promised ? .utf8 : .none }

  /// What must be done for Latin-1 or compound text; `nil` when it cannot carry the text.
  private func encoding(_ wanted: Rendering.Encoding) -> Rendering.Encoding? {
    switch form {
    case .known(.ascii): Rendering.Encoding.none
    case .known(.latin1): isSmall ? wanted : nil
    case .known(.unicode): wanted == .compoundText && isSmall && !hasEscape ? wanted : nil
    case .promised: wanted
    case .unknown, .noText: nil
    }
  }
}

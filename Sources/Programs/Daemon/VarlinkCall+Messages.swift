internal import LinuxIO
internal import Varlink
internal import Wire

extension VarlinkCall {
  /// The parameters as the message of a method.
  func decoded<Message: Decodable>(
    as type: Message.Type = Message.self
  ) throws(PasteboardError) -> Message {
    do {
      return try MessageDecoder.decode(type, from: parameters)
    } catch {
      throw .invalidRequest(parameter: "parameters", reason: "\(error)")
    }
  }

  /// Answers with a message.
  func reply(
    _ message: some Encodable,
    descriptors: [SharedDescriptor] = [],
    continues: Bool = false
  ) throws(PasteboardError) {
    do {
      let parameters = try MessageEncoder.encode(message)
      _ = reply(parameters, descriptors: descriptors, continues: continues)
    } catch {
      throw .storageFailed(reason: "the reply cannot be written: \(error)")
    }
  }

  /// Answers with an error of the interface.
  func fail(_ error: PasteboardError) { fail(VarlinkError(error)) }
}

extension VarlinkError {
  init(_ error: PasteboardError) {
    let (name, message) = error.message
    // The shape is flat and has only text and numbers, which can always be written.
    let parameters = (try? MessageEncoder.encode(message)) ?? .object([])
    self.init(name, parameters: parameters)
  }

  /// What a message over the limit is answered with.
  static func tooLarge(_ limit: Int) -> VarlinkError {
    VarlinkError(.tooLarge(what: "a message", limit: limit))
  }
}

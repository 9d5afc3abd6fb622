public import LinuxIO
public import Wire

/// One representation as it was handed over.
public struct Content: Sendable {
  /// What it is.
  public let reply: GetReply
  public let body: Body

  /// Where its bytes are.
  public enum Body: Sendable {
    /// All of them.
    case bytes([UInt8])
    /// A regular file, from its beginning to its end.
    case file(SharedDescriptor)
    /// A pipe or the like, to be read to its end.
    case stream(SharedDescriptor)
  }

  init(_ reply: GetReply, descriptors: [SharedDescriptor]) throws(ClientError) {
    self.reply = reply
    if let index = reply.descriptor {
      guard descriptors.indices.contains(index) else {
        throw .invalidAnswer(reason: "there is no descriptor \(index)")
      }
      let descriptor = descriptors[index]
      do {
        let isFile = try descriptor.descriptor.status().kind == .regular
        body = isFile ? .file(descriptor) : .stream(descriptor)
      } catch {
        throw .invalidAnswer(reason: "the descriptor: \(error.reason)")
      }
    } else if let text = reply.text {
      body = .bytes(Array(text.utf8))
    } else if let data = reply.data {
      guard let bytes = Base64.decode(data) else {
        throw .invalidAnswer(reason: "the data is no base64")
      }
      body = .bytes(bytes)
    } else {
      throw .invalidAnswer(reason: "there is no content")
    }
  }
}

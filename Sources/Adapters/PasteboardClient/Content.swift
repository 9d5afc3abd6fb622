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

/// Bytes as text.
///
/// Source: RFC 4648 §4.
enum Base64 {
  /// `nil` if it is not of that form; the padding must be there.
  static func decode(_ text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count.isMultiple(of: 4) else { return nil }
    let padding = letters.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    var buffer: UInt32 = 0
    var bits = 0
    for letter in letters.dropLast(padding) {
      guard let value = value(of: letter) else { return nil }
      buffer = (buffer << 6 | UInt32(value)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

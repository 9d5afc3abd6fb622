internal import Varlink

/// Answers as JSON, for programs that read what we print.
public enum JSONText {
  /// The value on one line, members in the order of its type; `nil` where it has no JSON form.
  public static func encode(_ value: some Encodable) -> [UInt8]? {
    // Only a number that JSON cannot hold has none.
    try? MessageEncoder.encode(value).serialized()
  }
}

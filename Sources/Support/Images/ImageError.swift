/// Why there is no image.
public enum ImageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing came at all.
  case empty
  /// What came is no image of a format that is read, or not a whole one.
  case broken(reason: String)
  case tooLarge(width: Int, height: Int, pixelLimit: Int)
  case notWritable(format: String, writable: [String])
  case notEncoded(reason: String)
  /// Whoever gets the bytes takes no more.
  case refused

  public var description: String {
    switch self {
    case .empty: "there is no image: the input is empty"
    case .broken(let reason): "the image cannot be read: \(reason)"
    case .tooLarge(let width, let height, let limit):
      "the image has \(width) x \(height) pixels; \(limit) are read at most"
    case .notWritable(let format, let writable):
      "there is no writer of \(format.isEmpty ? "''" : format); use \(writable.joined(separator: ", "))"
    case .notEncoded(let reason): "the image cannot be written: \(reason)"
    case .refused: "the output takes no more"
    }
  }
}

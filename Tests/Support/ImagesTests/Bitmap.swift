import Images

/// Pixels without any library: what the readers and writers under test are compared with.
///
/// Source: the format of Windows bitmaps, BITMAPFILEHEADER and BITMAPINFOHEADER.
struct Bitmap: Equatable {
  var width: Int
  var height: Int
  /// Red, green and blue, from the top left.
  var pixels: [UInt8]

  /// Pixels that tell rows, columns and channels apart.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = (0..<height).flatMap { row in
      (0..<width).flatMap { column -> [UInt8] in
        [column * 7 + row, row * 5, column + row * 3].map { UInt8(truncatingIfNeeded: $0) }
      }
    }
  }

  private var rowByteCount: Int { (3 * width + 3) / 4 * 4 }

  var file: [UInt8] {
    let byteCount = 54 + rowByteCount * height
    var file = Array("BM".utf8) + Self.bytes(byteCount, 0, 54, 40, width, height)
    file += [1, 0, 24, 0] + Self.bytes(0, rowByteCount * height, 2835, 2835, 0, 0)
    for row in (0..<height).reversed() {
      let line = (0..<width).flatMap { column -> [UInt8] in
        let start = 3 * (row * width + column)
        return pixels[start..<start + 3].reversed()
      }
      file += line + Array(repeating: 0, count: rowByteCount - line.count)
    }
    return file
  }

  /// Reads a file as gdk-pixbuf writes it; `nil` if it is another kind of bitmap.
  init?(file: [UInt8]) {
    func number(_ place: Int) -> Int {
      file[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard file.starts(with: Array("BM".utf8)), file.count >= 54, file[28] == 24 else { return nil }
    self.init(width: number(18), height: number(22))
    let start = number(10)
    guard file.count >= start + rowByteCount * height else { return nil }
    pixels = (0..<height).reversed().flatMap { row in
      (0..<width).flatMap { column -> [UInt8] in
        let place = start + row * rowByteCount + 3 * column
        return file[place..<place + 3].reversed()
      }
    }
  }

  /// A header that promises more than anybody has memory for.
  static func header(width: Int, height: Int) -> [UInt8] {
    Array("BM".utf8) + bytes(54, 0, 54, 40, width, height) + [1, 0, 24, 0]
      + bytes(0, 0, 2835, 2835, 0, 0)
  }

  private static func bytes(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
  }
}

/// Converts a file, fed in pieces, until there is as much output as is wanted.
func convert(
  _ file: [UInt8],
  to format: String,
  pixelLimit: Int = 1 << 20,
  pieceSize: Int = 1000,
  outputLimit: Int = .max
) throws -> [UInt8] {
  let decoder = ImageDecoder(pixelLimit: pixelLimit)
  for start in stride(from: 0, to: file.count, by: pieceSize) {
    try file[start..<min(file.count, start + pieceSize)].withUnsafeBytes { try decoder.append($0) }
  }
  var output: [UInt8] = []
  try decoder.finish().encode(as: ImageFormat(writing: format)) { piece in
    output += piece
    return output.count < outputLimit
  }
  return output
}

import Images
import Testing

@Suite("Images", .timeLimit(.minutes(4)))
struct ImagesTests {
  private static let formats = ["png", "jpeg", "tiff", "bmp"]

  @Test(arguments: formats, formats)
  func `an image is the same in every format`(source: String, wanted: String) throws {
    let original = Bitmap(width: 61, height: 37)
    let file = try convert(original.file, to: source)
    let converted = try convert(file, to: wanted)
    let found = try #require(Bitmap(file: convert(converted, to: "bmp")))
    #expect((found.width, found.height) == (61, 37))
    guard source == "jpeg" || wanted == "jpeg" else {
      return #expect(found == original)
    }
    // What JPEG leaves out one does not see.
    let errors = zip(found.pixels, original.pixels).map { abs(Int($0) - Int($1)) }
    #expect(errors.reduce(0, +) < 8 * errors.count)
  }

  @Test(arguments: [1, 7, 53, 54, 55, 4096, 1 << 20])
  func `cuts make no difference`(pieceSize: Int) throws {
    let original = Bitmap(width: 61, height: 37)
    for format in ["png", "tiff", "bmp"] {
      let file = try convert(original.file, to: format)
      let found = try convert(file, to: "bmp", pieceSize: pieceSize)
      #expect(Bitmap(file: found) == original)
    }
  }

  /// Red; red without any opacity; blue with half of it; black without any.
  private static let transparent: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x06, 0x00, 0x00, 0x00, 0x72, 0xB6, 0x0D,
    0x24, 0x00, 0x00, 0x00, 0x16, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x05, 0xC1, 0x01, 0x01, 0x00,
    0x00, 0x00, 0x82, 0x20, 0xA6, 0xF7, 0xDC, 0x40, 0x14, 0xD0, 0xE0, 0x34, 0x60, 0x04, 0x7D, 0x5B,
    0x23, 0xFF, 0xD9, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  @Test func `transparency becomes white where there is none`() throws {
    let white: [UInt8] = [255, 255, 255]
    let expected = [255, 0, 0] + white + [127, 127, 255] + white
    // Not by way of TIFF, whose reader in gdk-pixbuf gives colours times their opacity.
    for way in [["bmp"], ["png", "bmp"], ["png", "png", "bmp"]] {
      let file = try way.reduce(Self.transparent) { try convert($0, to: $1) }
      #expect(Bitmap(file: file)?.pixels == expected, "\(way)")
    }
    let jpeg = try #require(Bitmap(file: convert(convert(Self.transparent, to: "jpeg"), to: "bmp")))
    #expect(jpeg.pixels[9...].allSatisfy { $0 > 200 }, "\(jpeg.pixels)")
  }

  /// Source: Exif 2.3, tag 0x0112; 6 is a quarter of a turn.
  @Test func `an image of a camera is upright`() throws {
    let camera = try convert(Bitmap(width: 40, height: 20).file, to: "jpeg")
    let exif =
      Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8)
      + [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    let turned = try convert(Array(camera[..<2]) + segment + camera[2...], to: "bmp")
    let found = try #require(Bitmap(file: turned))
    #expect((found.width, found.height) == (20, 40))
  }

  @Test func `of a GIF the first frame is had`() throws {
    let start: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 200, 100, 50, 0, 0, 0]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let second: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
    for frames in [frame, frame + second] {
      let found = Bitmap(file: try convert(start + frames + [0x3B], to: "bmp"))
      #expect(found?.pixels == [200, 100, 50])
    }
  }

  // MARK: What is no image

  @Test func `nothing, and something else`() throws {
    #expect(throws: ImageError.empty) { try convert([], to: "png") }
    for file in ["hello, world\n", "BM", "\u{89}PNG", "<svg xmlns='http://www.w3.org/2000/svg'/>"] {
      let bytes = Array(file.utf8) + Array(repeating: 32, count: 5000)
      #expect(throws: ImageError.self) { try convert(bytes, to: "png") }
    }
  }

  @Test func `formats that nobody copies are not read`() throws {
    let anymap = Array("P6\n2 1\n255\n".utf8) + [1, 2, 3, 4, 5, 6]
    #expect(throws: ImageError.self) { try convert(anymap, to: "png") }
  }

  @Test(arguments: ["png", "tiff", "bmp"])
  func `what is cut off is no image`(format: String) throws {
    let file = try convert(Bitmap(width: 300, height: 200).file, to: format)
    for part in [10, 54, 100, file.count / 2] {
      #expect(throws: ImageError.self, "\(part)") {
        try convert(Array(file[..<part]), to: "bmp")
      }
    }
  }

  @Test(arguments: formats)
  func `an image with wrong bytes ends well`(format: String) throws {
    let file = try convert(Bitmap(width: 61, height: 37).file, to: format)
    var random = Seeded(state: 7)
    for _ in 0..<200 {
      var broken = file
      for _ in 0..<8 {
        let place = Int.random(in: 0..<broken.count, using: &random)
        broken[place] = .random(in: 0...255, using: &random)
      }
      // With wrong pixels or none: both are right.
      _ = try? convert(broken, to: "bmp")
    }
  }

  // MARK: Limits

  @Test func `an image of too many pixels is refused before there are any`() throws {
    let reason = ImageError.tooLarge(width: 60_000, height: 60_000, pixelLimit: 1 << 20)
    #expect(throws: reason) { try convert(Bitmap.header(width: 60_000, height: 60_000), to: "png") }
    #expect(throws: reason) { try convert(Self.vast, to: "png") }
    #expect(throws: ImageError.self) {
      try convert(Bitmap.header(width: 1 << 31 - 1, height: 1 << 31 - 1), to: "png")
    }
  }

  @Test func `the limit is what may be`() throws {
    let bitmap = Bitmap(width: 20, height: 30)
    #expect(try Bitmap(file: convert(bitmap.file, to: "bmp", pixelLimit: 600)) == bitmap)
    #expect(throws: ImageError.tooLarge(width: 20, height: 30, pixelLimit: 599)) {
      try convert(bitmap.file, to: "bmp", pixelLimit: 599)
    }
  }

  /// The first bytes of a PNG of 60000 x 60000.
  private static let vast: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0xEA, 0x60, 0x00, 0x00, 0xEA, 0x60, 0x08, 0x02, 0x00, 0x00, 0x00, 0x0F, 0xB0, 0xE2,
    0x15, 0x00, 0x00, 0x00, 0x21, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C,
  ]

  // MARK: Writing

  @Test func `what cannot be written says what can`() {
    #expect(ImageFormat.writable.contains("png"))
    for name in ["gif", "", "no-such-format"] {
      #expect(throws: ImageError.notWritable(format: name, writable: ImageFormat.writable)) {
        try ImageFormat(writing: name)
      }
    }
  }

  @Test(arguments: formats)
  func `an output that takes no more ends it`(format: String) throws {
    let file = Bitmap(width: 61, height: 37).file
    #expect(throws: ImageError.refused) { try convert(file, to: format, outputLimit: 1) }
  }
}

/// The same row of numbers in every run.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

import Images
import LinuxIO

/// Reads an image on standard input and writes it in another format to standard output.
///
/// `xferd` starts it for whoever asks for a format that was not put. Images come from anywhere: what is
/// wrong with a reader of them ends this process alone.
@main
enum XferImage {
  /// More than five screens of 3840 x 2160; at four bytes each half of what `limits.command-memory` is
  /// by default.
  private static let pixelLimit = 64 << 20
  /// For all that is no pixel of the image; `xferd` gives less.
  private static let memoryLimit: UInt64 = 1 << 30

  static func main() {
    CurrentProcess.reserveStandardDescriptors()
    do {
      let words = CurrentProcess.arguments.dropFirst()
      guard let word = words.first, words.count == 1 else {
        let formats = ImageFormat.writable.joined(separator: "|")
        end("usage: xfer-image \(formats) <IMAGE >IMAGE", 64)
      }
      try CurrentProcess.limitMemory(to: memoryLimit)
      ImageDecoder.whenMemoryEnds { end("the image needs more memory than there is for it", 65) }
      try convert(to: ImageFormat(writing: String(decoding: word, as: UTF8.self)))
    } catch let error as ImageError {
      end("\(error)", error.exitCode)
    } catch {
      end("\(error)", 74)
    }
  }

  private static func convert(to format: ImageFormat) throws {
    let input = FileDescriptor(owning: 0)
    let output = SharedDescriptor(FileDescriptor(owning: 1))
    let (decoder, room) = (ImageDecoder(pixelLimit: pixelLimit), PieceRoom(byteCount: 64 << 10))
    while case let count = try input.read(into: room.bytes), count > 0 {
      try decoder.append(UnsafeRawBufferPointer(rebasing: room.bytes[..<count]))
    }
    try decoder.finish().encode(as: format) { piece in
      (try? output.descriptor.writeAll(piece)) != nil
    }
  }

  private static func end(_ message: String, _ code: CInt) -> Never {
    StandardStream.error.write("xfer-image: \(message)\n")
    CurrentProcess.exit(code)
  }
}

extension ImageError {
  /// Source: sysexits(3), EX_USAGE, EX_DATAERR and EX_IOERR.
  fileprivate var exitCode: CInt {
    switch self {
    case .notWritable: 64
    case .empty, .broken, .tooLarge, .notEncoded: 65
    case .refused: 74
    }
  }
}

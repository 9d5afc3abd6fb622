import Checksums
import Testing

@Suite("Checksums")
struct ChecksumTests {
  /// The bytes of xxHash's own sanity test: the high byte of a running product of a 64-bit prime.
  private static let sanityBytes: [UInt8] = {
    var generator: UInt64 = 2_654_435_761
    return (0..<4096).map { _ in
      defer { generator &*= 11_400_714_785_074_694_797 }
      return UInt8(generator >> 56)
    }
  }()

  /// Source: xxHash's `tests/sanity_test_vectors.h`, XXH3 with 64 bits and seed 0.
  @Test(
    arguments: [
      (0, 0x2D06_8005_38D3_94C2), (1, 0xC44B_DFF4_074E_ECDB), (6, 0x27B5_6A84_CD2D_7325),
      (12, 0xA713_DAF0_DFBB_77E7), (24, 0xA3FE_70BF_9D35_10EB), (48, 0x397D_A259_ECBA_1F11),
      (80, 0xBCDE_FBBB_2C47_C90A), (195, 0xCD94_217E_E362_EC3A), (403, 0xCDEB_804D_65C6_DEA4),
      (512, 0x617E_4959_9013_CB6B), (2048, 0xDD59_E2C3_A5F0_38E0), (2367, 0xCB37_AEB9_E5D3_61ED),
    ] as [(Int, UInt64)]
  )
  func `the vectors of the specification`(byteCount: Int, expected: UInt64) {
    #expect(Checksum.of(Array(Self.sanityBytes.prefix(byteCount))) == expected)
  }

  @Test(arguments: [1, 7, 64, 255, 256, 257, 1024, 4096])
  func `cuts make no difference`(pieceSize: Int) {
    var checksum = Checksum()
    for start in stride(from: 0, to: Self.sanityBytes.count, by: pieceSize) {
      checksum.update(Array(Self.sanityBytes[start...].prefix(pieceSize)))
    }
    #expect(checksum.value == Checksum.of(Self.sanityBytes))
  }

  @Test func `a value may be asked for on the way`() {
    var checksum = Checksum()
    #expect(checksum.value == Checksum.of([]))
    checksum.update([1, 2])
    #expect(checksum.value == Checksum.of([1, 2]))
    checksum.update([])
    checksum.update([3])
    #expect(checksum.value == Checksum.of([1, 2, 3]))
  }

  @Test func `one bit makes another value`() {
    var bytes = Self.sanityBytes
    bytes[1000] ^= 1
    #expect(Checksum.of(bytes) != Checksum.of(Self.sanityBytes))
  }
}

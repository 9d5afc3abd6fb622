/// Makes what stands between the content of an archive's members.
///
/// An archive is, for each member, its ``header(of:time:)``, its content, and zeros up to the next block
/// (``TarBlock/padding(after:)``); and ``end``. Any tar reads it: ustar, with pax headers where a name
/// or a size does not fit in.
///
/// Source: POSIX.1-2024, pax.
public enum TarWriter {
  /// Two blocks of zeros.
  public static let end = [UInt8](repeating: 0, count: 2 * TarBlock.byteCount)

  /// What stands in front of a member's content; only its user may read and write it.
  ///
  /// `time` is in seconds since 1970.
  public static func header(of member: TarMember, time: Int = 0) -> [UInt8] {
    var header = TarHeader(
      name: member.name,
      byteCount: max(0, member.byteCount),
      time: time,
      type: type(of: member)
    )
    let isPlain = member.name.allSatisfy { $0 < 0x80 && $0 != 0 }
    if isPlain, let block = header.block { return block }
    var records = PaxRecords.record("path", member.name)
    if header.byteCount > TarHeader.greatestSize {
      records += PaxRecords.record("size", Array(String(header.byteCount).utf8))
      header.byteCount = 0
    }
    // For those that know no pax.
    header.name = member.name.suffix(100).map { $0 < 0x80 && $0 != 0 ? $0 : UInt8(ascii: "_") }
    let extended = TarHeader(
      name: Array("PaxHeaders/x".utf8),
      byteCount: records.count,
      time: time,
      type: UInt8(ascii: "x")
    )
    let zeros = [UInt8](repeating: 0, count: TarBlock.padding(after: records.count))
    // Both have names that fit, and sizes.
    return (extended.block ?? []) + records + zeros + (header.block ?? [])
  }

  private static func type(of member: TarMember) -> UInt8 {
    switch member.kind {
    case .file: UInt8(ascii: "0")
    case .directory: UInt8(ascii: "5")
    case .other(let type): type
    }
  }
}

internal import CLinux
internal import Glibc

extension ContentCopy {
  /// Goes to the next data of a file with holes, if not in the middle of some; false at the end.
  ///
  /// Source: lseek(2), `SEEK_DATA` and `SEEK_HOLE`.
  mutating func findData() throws(SystemError) -> Bool {
    guard let end = dataEnd, offset >= end else { return true }
    let number = source.number
    do {
      let place = offset
      let data = try retrying("lseek") { clinux_seek_data(number, place) }
      dataEnd = try retrying("lseek") { clinux_seek_hole(number, data) }
      offset = data
      try destination.descriptor.seek(to: Int(data))
      return true
    } catch  where error.code == ENXIO {
      // A hole at the end, or the end itself.
      let byteCount = try source.descriptor.status().byteCount
      offset = max(offset, Int64(byteCount))
      try destination.descriptor.truncate(to: Int(offset))
      return false
    } catch  where error.call == "lseek" && error.code == EINVAL {
      // The file system cannot tell; then it is all data.
      dataEnd = nil
      return true
    }
  }
}

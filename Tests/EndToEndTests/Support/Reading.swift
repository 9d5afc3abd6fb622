internal import Glibc

/// Reads up to a newline, or gives `nil` at the deadline or the end.
func readLine(from number: CInt, within limit: Duration) -> String? {
  let deadline = ContinuousClock.now + limit
  var line: [UInt8] = []
  while true {
    let left = (deadline - .now).milliseconds
    var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard left > 0, poll(&wait, 1, CInt(clamping: left)) > 0 else { return nil }
    var byte: UInt8 = 0
    guard read(number, &byte, 1) == 1 else { return nil }
    if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
    line.append(byte)
  }
}

/// Reads to the end of a stream, or gives `nil` if it does not end before the deadline.
func readAll(from number: CInt, within limit: Duration) -> [UInt8]? {
  let deadline = ContinuousClock.now + limit
  var all: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65536)
  while true {
    let left = (deadline - .now).milliseconds
    var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard left > 0, poll(&wait, 1, CInt(clamping: left)) > 0 else { return nil }
    let count = read(number, &block, block.count)
    guard count > 0 else { return all }
    all += block[..<count]
  }
}

/// Reads what there is of a stream as soon as there is something, or gives `nil` at the deadline or the end.
func readSome(from number: CInt, within limit: Duration, atMost size: Int = 65536) -> [UInt8]? {
  var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
  guard poll(&wait, 1, CInt(clamping: limit.milliseconds)) > 0 else { return nil }
  var block = [UInt8](repeating: 0, count: size)
  let count = read(number, &block, block.count)
  return count > 0 ? Array(block[..<count]) : nil
}

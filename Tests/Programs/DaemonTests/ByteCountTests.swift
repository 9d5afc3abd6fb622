import Testing

@testable import Daemon

@Suite("Sizes and durations")
struct ByteCountTests {
  @Test(
    arguments: [
      ("0", 0), ("4096", 4096), ("1B", 1), ("64KiB", 65_536), ("10MB", 10_000_000), ("1kB", 1_000),
      ("2TiB", 2 << 40), ("", nil), ("KiB", nil), ("1.5MiB", nil), ("-1", nil), ("+1", nil),
      ("1 MiB", nil), ("1mib", nil), ("9223372036854775807KiB", nil), ("99999999999999999999", nil),
      ("\u{661}", nil), ("1KiBKiB", nil),
    ] as [(String, Int?)]
  )
  func `a size is a number and a unit`(text: String, bytes: Int?) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(arguments: [
    (0, "0B"), (1, "1B"), (1023, "1023B"), (1024, "1KiB"), (1536, "1536B"), (384 << 10, "384KiB"),
    (4 << 30, "4GiB"),
  ])
  func `a size is written exactly`(bytes: Int, text: String) {
    #expect(ByteCount(bytes).description == text)
    #expect(ByteCount(text) == ByteCount(bytes))
  }

  @Test(
    arguments: [
      ("500ms", .milliseconds(500)), ("45s", .seconds(45)), ("10m", .seconds(600)),
      ("2h", .seconds(7200)), ("7d", .seconds(604_800)), ("0s", .zero), ("", nil), ("5", nil),
      ("s", nil), ("1.5s", nil), ("-1s", nil), ("1 s", nil), ("1S", nil), ("1min", nil),
      ("99999999999999999999s", nil), ("9223372036854775807d", nil), ("40000d", nil),
    ] as [(String, Duration?)]
  )
  func `a duration is a number and a unit`(text: String, duration: Duration?) {
    #expect(Duration(text: text) == duration)
  }

  @Test(
    arguments: [
      (.zero, "0ms"), (.milliseconds(500), "500ms"), (.milliseconds(1500), "1500ms"),
      (.seconds(90), "90s"), (.seconds(120), "2m"), (.seconds(86_400), "1d"),
    ] as [(Duration, String)]
  )
  func `a duration is written exactly`(duration: Duration, text: String) {
    #expect(duration.text == text)
    #expect(Duration(text: text) == duration)
  }
}

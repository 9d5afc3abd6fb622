import Testing

@testable import Daemon

@Suite("Where a daemon serves")
struct ServicePlaceTests {
  @Test(
    arguments: [
      ("/run/user/0/xfer/xferd-:1.sock", ":1"), ("xferd-host:0.sock", "host:0"),
      ("/run/xferd.sock", nil), ("/run/xferd-.sock", nil), ("/run/xferd-:1.socket", nil),
      ("/xferd-:1.sock/xferd.sock", nil), ("", nil),
    ] as [(String, String?)]
  )
  func `the name of a socket says for which further display it is`(
    path: String,
    display: String?
  ) {
    #expect(ServicePlace.display(ofSocket: Array(path.utf8)) == display.map { Array($0.utf8) })
  }
}

import Pasteboards
import Testing

@Suite("Pastes that are counted")
struct PasteLimitTests {
  @Test
  func `one client's requests within half a second are one paste`() {
    var limit = PasteLimit(pastes: 2)
    #expect(limit.read(by: 1, at: .milliseconds(0)) == .counted)
    #expect(limit.read(by: 1, at: .milliseconds(200)) == .ignored)
    #expect(limit.read(by: 1, at: .milliseconds(500)) == .ignored)
    #expect(limit.read(by: 1, at: .milliseconds(501)) == .last)
    #expect(limit.isUsedUp)
  }

  @Test
  func `two clients are two pastes, however close`() {
    var limit = PasteLimit(pastes: 2)
    #expect(limit.read(by: 1, at: .zero) == .counted)
    #expect(limit.read(by: 2, at: .zero) == .last)
    #expect(limit.read(by: 3, at: .seconds(9)) == .ignored)
  }

  @Test
  func `what another client reads in between makes no second paste`() {
    var limit = PasteLimit(pastes: 3)
    #expect(limit.read(by: 1, at: .milliseconds(0)) == .counted)
    #expect(limit.read(by: 2, at: .milliseconds(100)) == .counted)
    #expect(limit.read(by: 1, at: .milliseconds(200)) == .ignored)
    #expect(limit.read(by: 2, at: .milliseconds(600)) == .ignored)
    #expect(limit.read(by: 1, at: .milliseconds(601)) == .last)
  }

  @Test
  func `each get is a paste`() {
    var limit = PasteLimit(pastes: 2)
    #expect(limit.got() == .counted)
    #expect(limit.got() == .last)
    #expect(limit.got() == .ignored)
  }

  @Test
  func `less than one paste is one`() {
    var limit = PasteLimit(pastes: -3)
    #expect(limit.got() == .last)
  }
}

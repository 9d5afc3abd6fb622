import Selections
import Testing

@Suite("Clipboard manager's role") struct ManagerRoleTests {
  private let time = ServerTime(rawValue: 1000)

  private var held: ManagerRole {
    var role = ManagerRole()
    _ = role.handle(.begin(isOwned: false))
    _ = role.handle(.time(time))
    _ = role.handle(.ownerChecked(isOurs: true))
    return role
  }

  @Test func `a role that nobody has is taken and announced`() {
    var role = ManagerRole()
    #expect(role.handle(.begin(isOwned: false)) == [.askTime])
    #expect(role.handle(.time(time)) == [.claim(time), .checkOwner])
    #expect(role.claimTime == time)
    #expect(role.handle(.ownerChecked(isOurs: true)) == [.announce(time)])
    #expect(!role.isPassive)
  }

  @Test func `one that another program has is left to it`() {
    var role = ManagerRole()
    #expect(role.handle(.begin(isOwned: true)).isEmpty)
    #expect(role.isPassive)
    #expect(role.handle(.time(time)).isEmpty)
    #expect(role.handle(.cleared(time)).isEmpty)
    #expect(role.claimTime == nil)
  }

  @Test func `it is taken when that program has gone`() {
    var role = ManagerRole()
    _ = role.handle(.begin(isOwned: true))
    #expect(role.handle(.vacant) == [.askTime])
  }

  @Test func `a claim that fails leaves it to the winner`() {
    var role = ManagerRole()
    _ = role.handle(.begin(isOwned: false))
    _ = role.handle(.time(time))
    #expect(role.handle(.ownerChecked(isOurs: false)).isEmpty)
    #expect(role.isPassive)
  }

  @Test func `whoever takes it later keeps it`() {
    var role = held
    #expect(role.handle(.cleared(ServerTime(rawValue: 1000))).isEmpty)
    #expect(role.isPassive)
    #expect(role.handle(.ownerChecked(isOurs: false)).isEmpty)
    #expect(role.claimTime == nil)
  }

  @Test func `a clear from before the claim is none`() {
    var role = held
    _ = role.handle(.cleared(ServerTime(rawValue: 999)))
    #expect(role.claimTime == time)
  }

  @Test func `it is given up with the time of its claim`() {
    var role = held
    #expect(role.handle(.end) == [.disown(time)])
    #expect(role.handle(.end).isEmpty)
    #expect(role.handle(.begin(isOwned: false)) == [.askTime])
  }

  @Test func `a server that goes takes it along`() {
    var role = held
    #expect(role.handle(.disconnected).isEmpty)
    #expect(role.claimTime == nil)
    #expect(role.handle(.ownerChecked(isOurs: true)).isEmpty)
    #expect(role.handle(.vacant).isEmpty)
  }
}

import LinuxIO
import Testing

@Suite("User directories")
struct UserDirectoriesTests {
  private func directories(_ variables: [String: String]) -> UserDirectories {
    UserDirectories(userID: 4_000_000_000) { variables[$0].map { Array($0.utf8) } }
  }

  private func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  @Test func `without variables they are below the home`() {
    let found = directories(["HOME": "/home/ada"])
    #expect(text(found.state) == "/home/ada/.local/state")
    #expect(text(found.config) == "/home/ada/.config")
    #expect(text(found.data) == "/home/ada/.local/share")
    #expect(found.configDirs.map(text) == ["/etc/xdg"])
    #expect(found.dataDirs.map(text) == ["/usr/local/share", "/usr/share"])
  }

  @Test func `variables are followed`() throws {
    let found = directories([
      "HOME": "/h", "XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d",
      "XDG_CONFIG_DIRS": "/c1:/c2", "XDG_DATA_DIRS": "/d1:relative::/d2", "XDG_RUNTIME_DIR": "/r",
    ])
    #expect([found.state, found.config, found.data].map(text) == ["/s", "/c", "/d"])
    #expect(found.configDirs.map(text) == ["/c1", "/c2"])
    #expect(found.dataDirs.map(text) == ["/d1", "/d2"])
    #expect(text(try found.runtime()) == "/r")
  }

  @Test(arguments: ["", "relative/path", "./x"])
  func `empty and relative values count as unset`(value: String) {
    let found = directories([
      "HOME": "/h", "XDG_STATE_HOME": value, "XDG_CONFIG_DIRS": value,
    ])
    #expect(text(found.state) == "/h/.local/state")
    #expect(found.configDirs.map(text) == ["/etc/xdg"])
  }

  @Test func `without a home there is a path that does not exist`() {
    #expect(text(directories([:]).home) == "/nonexistent")
    #expect(text(UserDirectories(userID: 0) { _ in nil }.home) == "/root")
  }

  @Test func `a runtime directory that is not ours is refused`() throws {
    let scratch = try Scratch()
    // Made by us, so not by the user it is named after; taken away at the end.
    let path = try directories(["HOME": scratch.path]).runtime()
    defer { try? FileSystem.removeDirectory(path) }
    #expect(text(path) == "/tmp/xfer-4000000000")
    #expect(try FileSystem.status(of: path)?.mode == 0o700)
  }
}

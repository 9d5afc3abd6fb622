import Testing

/// The configuration: shown, checked, and never able to stop the daemon.
@Suite("Configuration")
struct ConfigurationTests {
  @Test func `the default is a file that passes the check`() throws {
    let session = try Session(.absent, display: false)
    let text = try session.xfer("config", "default")
    #expect(text.status == 0)
    #expect(text.lines.count > 10)
    try Files.makeDirectory(session.scratch + "/config/xfer")
    try Files.write(text.out, to: session.scratch + "/config/xfer/config.toml")
    let check = try session.xfer("config", "check")
    #expect(check.status == 0, "\(check.complaint)")
    let path = try session.xfer("config", "path")
    #expect(path.text.contains(session.scratch + "/config/xfer/config.toml"))
    #expect(try session.xfer("config", "show").status == 0)
  }

  @Test func `an unknown key is named with file, line and a suggestion`() throws {
    let session = try Session(.absent, display: false)
    try Files.makeDirectory(session.scratch + "/config/xfer")
    let file = session.scratch + "/config/xfer/config.toml"
    try Files.write("\ntimeoutx = 1\n", to: file)
    let check = try session.xfer("config", "check")
    #expect(check.status != 0)
    #expect(check.text.contains("config.toml:2"), "\(check.text)")
    #expect(check.text.contains("did you mean"), "\(check.text)")
  }

  @Test func `a broken file is named with its line by whoever wants a daemon`() throws {
    let session = try Session(.absent, configuration: "\nthis is = = no TOML\n")
    let put = try session.xfer("put", input: .bytes([65]))
    #expect(put.status == 69)
    #expect(put.isCleanFailure, "\(put.complaint)")
    #expect(put.complaint.contains("config.toml:2"), "\(put.complaint)")
    #expect(session.daemons.isEmpty)
  }

  @Test func `a reload that fails keeps what was in force and says so`() throws {
    let session = try Session()
    #expect(try session.status("problems") == "[]")
    try Files.makeDirectory(session.scratch + "/config/xfer")
    let file = session.scratch + "/config/xfer/config.toml"
    try Files.write("nonsense = 1\n", to: file)
    let reload = try session.xfer("daemon", "reload")
    #expect(reload.status != 0)
    #expect(reload.isCleanFailure, "\(reload.complaint)")
    #expect(try session.status("problems").contains("config.toml"))
    try session.put("works")
    #expect(try session.xclipReads().text == "works")
    // Several mistakes are one line, as every error is.
    try Files.write("nonsense = 1\nmore = 2\n", to: file)
    let again = try session.xfer("daemon", "reload")
    #expect(again.isCleanFailure, "\(again.complaint)")
    #expect(again.complaint.contains("key 'nonsense'; "), "\(again.complaint)")
    #expect(again.complaint.contains("config.toml:2:1: unknown key 'more'"), "\(again.complaint)")
    try Files.write("", to: file)
    #expect(try session.xfer("daemon", "reload").status == 0)
    #expect(try session.status("problems") == "[]")
    try session.verifyAlive()
  }
}

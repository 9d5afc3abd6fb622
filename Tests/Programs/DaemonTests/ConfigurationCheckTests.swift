import Testing

@testable import Daemon

@Suite("Configuration check")
struct ConfigurationCheckTests {
  private func check(_ text: String?) -> ConfigurationCheck {
    ConfigurationCheck(
      sources: ConfigurationSources(
        variable: { $0 == "HOME" ? Array("/h".utf8) : nil },
        read: { path in
          path.elementsEqual("/h/.config/xfer/config.toml".utf8)
            ? text.map { .bytes(Array($0.utf8)) } ?? .absent : .absent
        },
        names: { _ in [] }
      )
    )
  }

  private func text(_ result: ConfigurationCheck.Result) -> String {
    String(decoding: result.output, as: UTF8.self)
  }

  @Test func `default prints the shipped file`() {
    let result = check("[broken").run(.standard, json: false)
    #expect(text(result).hasPrefix("# xfer: every key of the daemon"))
    #expect(text(result).hasSuffix("\n"))
    #expect(result.exitCode == 0)
  }

  @Test func `show prints a file that reads back to the same`() throws {
    let shown = check("[limits]\nspool = \"1GiB\"\n[log]\nlevel = \"debug\"").run(
      .show,
      json: false
    )
    #expect(text(shown).contains("spool = \"1GiB\"              # /h/.config/xfer/config.toml:2\n"))
    #expect(text(shown).contains("targets = \"2s\"              # default\n"))
    let again = check(text(shown)).run(.show, json: false)
    #expect(text(again).contains("level = \"debug\""))
    #expect(text(again).contains("spool = \"1GiB\""))
    #expect(again.exitCode == 0)
  }

  @Test func `show names values and origins in JSON`() {
    let result = text(check("[log]\nlevel = \"debug\"").run(.show, json: true))
    #expect(result.hasPrefix("{\"schema\":1,\"configuration\":{\"timeouts\":{\"targets\":\"2s\","))
    #expect(result.contains("\"log\":{\"level\":\"debug\"}"))
    #expect(result.contains("\"log.level\":\"/h/.config/xfer/config.toml:2\""))
    #expect(result.contains("\"limits.spool\":\"default\""))
  }

  @Test func `check praises or names every mistake`() {
    #expect(text(check("").run(.check, json: false)) == "/h/.config/xfer/config.toml: ok\n")
    #expect(text(check(nil).run(.check, json: false)) == "no file, all defaults\n")
    let result = check("x = 1\n\"y\\n\" = 2").run(.check, json: false)
    #expect(result.exitCode == 65)
    #expect(result.complaint == "the configuration cannot be used: 2 mistakes")
    #expect(text(result).hasPrefix("/h/.config/xfer/config.toml:1:1: unknown key 'x'\n"))
    let json = text(check("x = 1\n\"y\\n\" = 2").run(.check, json: true))
    #expect(json.contains("\"line\":2,\"column\":1,\"message\":\"unknown key 'y\\u000a'\""))
    #expect(json.filter { $0 == "\n" }.count == 1)
  }

  @Test func `check notes what may be a slip, and does not mind it`() {
    let file = """
      [[rule]]
      match = { type = ["public.txet", "public.text", "text/x-odd"], board = ["work", "primary"] }
      do.pin = true
      [watch]
      ignore-types = [
        "com.example.nobody",
      ]
      """
    let result = check(file).run(.check, json: false)
    #expect(result.exitCode == 0 && result.complaint.isEmpty)
    let path = "/h/.config/xfer/config.toml"
    #expect(
      text(result).split(separator: "\n") == [
        "\(path): ok",
        "\(path):6:3: nobody declares the type 'com.example.nobody', and nothing conforms to it",
        "\(path):2:19: nobody declares the type 'public.txet', and nothing conforms to it; did you "
          + "mean 'public.text'?",
        "\(path):2:73: other programs copy to clipboard, primary and secondary only, and never to "
          + "'work'",
      ]
    )
    let json = text(check(file).run(.check, json: true))
    #expect(json.hasPrefix("{\"schema\":1,\"valid\":true,\"problems\":[],\"notes\":[{"))
    #expect(text(check("").run(.check, json: true)).hasSuffix("\"notes\":[]}\n"))
  }

  @Test func `path lists the files in order and what became of them`() {
    let result = check("").run(.path, json: false)
    #expect(
      text(result) == "/etc/xdg/xfer/config.toml\tabsent\n/h/.config/xfer/config.toml\tread\n"
    )
    #expect(text(check("").run(.path, json: true)).contains("\"state\":\"read\"}\n"))
  }
}

import Pasteboards
import Testing
import UniformTypeIdentifiers

@testable import Daemon

@Suite("Configuration")
struct ConfigurationTests {
  /// Sources that read from tables in place of the disk and the environment.
  private func sources(
    _ files: [String: String] = [:],
    variables: [String: String] = ["HOME": "/home/u"],
    settings: [String] = []
  ) -> ConfigurationSources {
    ConfigurationSources(
      variable: { name in variables[name].map { Array($0.utf8) } },
      read: { path in
        guard let text = files[String(decoding: path, as: UTF8.self)] else { return .absent }
        return text == "EACCES" ? .failed("Permission denied") : .bytes(Array(text.utf8))
      },
      names: { directory in
        let prefix = String(decoding: directory, as: UTF8.self) + "/"
        return files.keys.filter { $0.hasPrefix(prefix) }.map {
          Array($0.dropFirst(prefix.count).utf8)
        }
      },
      settings: settings
    )
  }

  private let user = "/home/u/.config/xfer/config.toml"

  /// The shipped file with the `#` before each key removed.
  private var shipped: String {
    String(decoding: ConfigurationCheck.standardText, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let words = line.split(separator: " ")
        let isKey =
          words.count > 3 && words[0] == "#" && words[2] == "="
          && words[1].allSatisfy { $0 == "-" || $0.isLowercase }
        return String(isKey ? line.dropFirst(2) : line)
      }
      .joined(separator: "\n")
  }

  @Test func `the shipped file lists every key with its default`() throws {
    let (configuration, origins) = try Configuration.load(from: sources([user: shipped]))
    #expect(configuration == Configuration())
    #expect(Set(origins.keys) == Set(ConfigurationKey.all.map(\.path)))
  }

  @Test func `the shipped file says nothing as it is`() throws {
    let text = String(decoding: ConfigurationCheck.standardText, as: UTF8.self)
    let (_, origins) = try Configuration.load(from: sources([user: text]))
    #expect(origins.isEmpty)
  }

  @Test func `nothing set is all defaults`() throws {
    let (configuration, origins) = try Configuration.load(from: sources(variables: [:]))
    #expect(configuration == Configuration())
    #expect(origins.isEmpty)
  }

  @Test func `the stronger source wins, key by key`() throws {
    let files = [
      "/etc/xdg/xfer/config.toml":
        "[limits]\nmessage = \"1MiB\"\nrepresentations = 1\ntransfers = 1",
      "/etc/xdg/xfer/conf.d/10.toml": "[limits]\ntransfers = 2\nsensitive = \"2MiB\"",
      user: "[limits]\nrepresentations = 3\nsensitive = \"3MiB\"\nspool = 1048576",
      "/home/u/.config/xfer/conf.d/b.toml": "[limits]\nspool = \"5MiB\"",
      "/home/u/.config/xfer/conf.d/a.toml": "[limits]\nspool = \"4MiB\"",
      "/home/u/.config/xfer/conf.d/.hidden.toml": "[limits]\nspool = \"9MiB\"",
      "/home/u/.config/xfer/conf.d/a.toml.bak": "[limits]\nspool = \"9MiB\"",
    ]
    let (configuration, origins) = try Configuration.load(
      from: sources(
        files,
        variables: [
          "HOME": "/home/u", "XFER_LIMITS_SENSITIVE": "1MiB", "XFER_LOG_LEVEL": "debug",
          "XFER_SELECTIONS_PRIMARY": "no", "XFER_LIMITS_SPOOL": "",
        ],
        settings: ["log.level=error", "timeouts.first-data=1m"]
      )
    )
    var expected = Configuration()
    expected.limits.message = .mebibytes(1)
    expected.limits.transfers = 2
    expected.limits.representations = 3
    expected.limits.spool = .mebibytes(5)
    expected.limits.sensitive = .mebibytes(1)
    expected.selections.primary = false
    expected.log.level = .error
    expected.timeouts.firstData = .seconds(60)
    #expect(configuration == expected)
    #expect(origins["limits.message"] == .set(by: "/etc/xdg/xfer/config.toml", line: 2))
    #expect(origins["limits.spool"] == .set(by: "/home/u/.config/xfer/conf.d/b.toml", line: 2))
    #expect(origins["limits.sensitive"] == .set(by: "XFER_LIMITS_SENSITIVE", line: 0))
    #expect(origins["log.level"] == .set(by: "--set log.level", line: 0))
    #expect(origins["timeouts.connect"] == nil)
  }

  @Test func `limits of the history may stand for one board or type`() throws {
    let text = """
      [history]
      entries = 1000
      age = "30d"
      [[history.limit]]
      board = "clipboard"
      type = "public.image"
      entries = 10
      size = "1MiB"
      [[history.limit]]
      age = "1d"
      """
    let (configuration, _) = try Configuration.load(from: sources([user: text]))
    #expect(
      configuration.history.limits == [
        RetentionLimit(entries: 1000, byteCount: 4 << 30, age: .seconds(30 * 86_400)),
        RetentionLimit(board: .clipboard, type: .image, entries: 10, byteCount: 1 << 20),
        RetentionLimit(age: .seconds(86_400)),
      ]
    )
  }

  @Test(arguments: [
    ("board = \"\"\nentries = 1", "2:9: a board's name is 1 to 255 bytes, no control characters"),
    ("type = \"\"\nentries = 1", "2:8: must be an identifier such as \"public.image\""),
    ("entries = 0", "2:11: must be at least 1"),
    ("entries = \"x\"", "2:11: must be an integer, not a string"),
    ("age = \"x\"", "2:7: must be a duration: \"500ms\", \"45s\", \"10m\""),
    ("board = \"b\"", "1:1: limits nothing"),
    ("bord = \"b\"\nentries = 1", "2:1: unknown key 'bord'; did you mean 'board'?"),
  ])
  func `a limit of the history with a mistake is told with its place`(
    table: String,
    problem: String
  ) {
    let text = "[[history.limit]]\n" + table
    #expect {
      try Configuration.load(from: sources([user: text]))
    } throws: { error in
      "\(error)" == "\(user):\(problem)"
    }
  }

  @Test(
    arguments: [
      (["HOME": "/h"], ["/etc/xdg/xfer", "/h/.config/xfer"]),
      (["HOME": "/h", "XDG_CONFIG_HOME": "/c"], ["/etc/xdg/xfer", "/c/xfer"]),
      (["HOME": "/h", "XDG_CONFIG_HOME": "rel"], ["/etc/xdg/xfer", "/h/.config/xfer"]),
      (["XDG_CONFIG_HOME": "/c", "XDG_CONFIG_DIRS": "/a:/b"], ["/b/xfer", "/a/xfer", "/c/xfer"]),
      (["HOME": "/h", "XDG_CONFIG_DIRS": "rel::/b"], ["/b/xfer", "/h/.config/xfer"]),
      (["HOME": "/h", "XDG_CONFIG_DIRS": ""], ["/etc/xdg/xfer", "/h/.config/xfer"]),
    ] as [([String: String], [String])]
  )
  func `directories follow the base directory specification`(
    variables: [String: String],
    directories: [String]
  ) {
    let found = sources(variables: variables).directories.map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(found == directories)
  }

  @Test(arguments: [
    ("[timeouts]\ntargts = \"2s\"", "2:1: unknown key 'targts'; did you mean 'targets'?"),
    ("[timeout]\ntargets = \"2s\"", "1:2: unknown key 'timeout'; did you mean 'timeouts'?"),
    ("targets = \"2s\"", "1:1: unknown key 'targets'"),
    ("[timeouts]\n targets = 2", "2:12: must be a string, not an integer"),
    ("[timeouts]\ntargets = \"2\"", "2:11: must be a duration: \"500ms\", \"45s\", \"10m\""),
    ("[timeouts]\ntargets = \"-2s\"", "2:11: must be a duration: \"500ms\", \"45s\", \"10m\""),
    ("[timeouts]\ntargets = \"1ms\"", "2:11: must be between \"10ms\" and \"1d\""),
    ("[limits]\nspool = \"1Gb\"", "2:9: must be a size: \"64KiB\", \"10MB\""),
    ("[limits]\nspool = -1", "2:9: must be a size: \"64KiB\", \"10MB\""),
    ("[limits]\ntransfers = 0", "2:13: must be between 1 and 65536"),
    ("[limits]\ntransfers = 1.5", "2:13: must be an integer, not a float"),
    ("[selections]\nprimary = \"no\"", "2:11: must be true or false, not a string"),
    ("[log]\nlevel = \"loud\"", "2:9: must be one of error, warning, notice, info, debug"),
    ("limits = 1", "1:10: must be a table, not an integer"),
    ("[[limits]]", "1:1: must be a table, not an array"),
    ("[limits\n", "1:8: "),
  ])
  func `a mistake is named with file, line and column`(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.load(from: sources([user: text]))
    }
    #expect(error?.problems.count == 1)
    #expect(
      error?.description.hasPrefix("\(user):\(message)") == true,
      "\(error?.description ?? "")"
    )
  }

  @Test func `all mistakes of all sources are named, also hidden ones`() {
    let files = [
      "/etc/xdg/xfer/config.toml": "[log]\nlevel = 1",
      user: "[log]\nlevel = \"info\"\nx = 1\ny = 1",
    ]
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.load(
        from: sources(
          files,
          variables: ["HOME": "/home/u", "XFER_LIMITS_TRANSFERS": "many"],
          settings: ["log.levle=info", "log"]
        )
      )
    }
    #expect(
      error?.problems.map(\.description) == [
        "/etc/xdg/xfer/config.toml:2:9: must be a string, not an integer",
        "\(user):3:1: unknown key 'x'", "\(user):4:1: unknown key 'y'",
        "--set log.levle: unknown key 'log.levle'; did you mean 'log.level'?",
        "--set log: must be SECTION.KEY=VALUE",
        "XFER_LIMITS_TRANSFERS: must be an integer, not a string",
      ]
    )
  }

  @Test func `a file that cannot be read is a mistake`() {
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.load(from: sources([user: "EACCES"]))
    }
    #expect(error?.description == "\(user): Permission denied")
  }
}

internal import Declarations
internal import LinuxIO
internal import MIMEInfo
internal import TOML
internal import UniformTypeIdentifiers
internal import Varlink
internal import Wire

/// The program `xferd`: the daemon, and the checks that need none.
public enum Program {
  /// Runs as the process that was started, and ends it.
  ///
  /// Synchronous on purpose: under an asynchronous `main` the thread that signals reach is not ours.
  public static func main() -> Never {
    CurrentProcess.exit(run(CurrentProcess.arguments))
  }

  /// Runs with the words of the command line, the program's name first, and answers the exit code.
  static func run(_ words: [[UInt8]]) -> Int32 {
    if words.dropFirst().first?.elementsEqual("type".utf8) == true {
      return types(Array(words.dropFirst(2)), as: words[0])
    }
    if words.dropFirst().first?.elementsEqual("doctor".utf8) == true {
      return doctor(Array(words.dropFirst(2)), as: words[0])
    }
    var words = words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    var settings: [String] = []
    while let index = words.firstIndex(of: "--set"), index + 1 < words.count {
      settings.append(words[index + 1])
      words.removeSubrange(index...index + 1)
    }
    let sources = ConfigurationSources.process(settings)
    switch words.first {
    case nil: return serve(sources)
    case "config": return configuration(words.dropFirst(), sources)
    case "--version":
      StandardStream.output.write("xferd \(Release.version)\n")
      return 0
    case "--help", "-h", "help":
      StandardStream.output.write(usage)
      return 0
    case let word?:
      StandardStream.error.write("xferd: \(word): this is no command\n\(usage)")
      return 64
    }
  }

  private static let usage = """
    xferd: serve the pasteboards of one user; xfer starts it by itself

      xferd                     serve until stopped
      xferd config default      the configuration with every key and its meaning
      xferd config show         what is in force, and which file says so
      xferd config check        every mistake, with file and line
      xferd config path         the files that are read
      xferd type …              what `xfer type` says of content types
      xferd doctor --store      check the history, and mend it if no daemon has it
          --json                for programs
          --set SECTION.KEY=VALUE   before what any file says
      xferd --version

    """

  private static func configuration(
    _ words: ArraySlice<String>,
    _ sources: ConfigurationSources
  ) -> Int32 {
    let isJSON = words.contains("--json")
    let rest = words.filter { $0 != "--json" }
    let verb = ConfigurationCheck.Verb(rawValue: rest.first ?? "show")
    guard let verb, rest.count <= 1 else {
      StandardStream.error.write("xferd: config: use default, show, check or path\n")
      return 64
    }
    if verb == .check {
      // Which types are declared is what the check may have to say.
      let declared = UserDeclarations(readingFrom: DeclarationFolders(of: UserDirectories()))
      TypeRegistry.install(declared.declarations, database: SharedMIMEInfo())
    }
    let result = ConfigurationCheck(sources: sources).run(verb, json: isJSON)
    StandardStream.output.write(result.output)
    if !result.complaint.isEmpty {
      StandardStream.error.write("xferd: \(result.complaint)\n")
    }
    return result.exitCode
  }

  /// Runs `xferd type`; xfer runs it under its own name, so that errors name what the user called.
  private static func types(_ words: [[UInt8]], as name: [UInt8]) -> Int32 {
    let isJSON = words.contains(Array("--json".utf8))
    let rest = words.filter { !$0.elementsEqual("--json".utf8) }
    let word = rest.first.map { String(decoding: $0, as: UTF8.self) } ?? "list"
    let program = name.elementsEqual("xfer".utf8) ? "xfer" : "xferd"
    guard let verb = TypeCheck.Verb(rawValue: word) else {
      let verbs = TypeCheck.Verb.allCases.map(\.rawValue).joined(separator: ", ")
      StandardStream.error.write("\(program): type: use one of \(verbs)\n")
      return 64
    }
    let check = TypeCheck(
      folders: DeclarationFolders(of: UserDirectories()),
      text: TypeCheckText(isTerminal: Terminal.isTerminal(1), isJSON: isJSON)
    )
    let result = check.run(verb, Array(rest.dropFirst()))
    StandardStream.output.write(result.output)
    if !result.complaint.isEmpty {
      StandardStream.error.write("\(program): \(result.complaint)\n")
    }
    return result.exitCode
  }

  /// Runs `xferd doctor`; xfer runs it under its own name, as `xferd type`.
  private static func doctor(_ words: [[UInt8]], as name: [UInt8]) -> Int32 {
    let program = name.elementsEqual("xfer".utf8) ? "xfer" : "xferd"
    let options = words.map { String(decoding: $0, as: UTF8.self) }
    let known = ["--store", "--dry-run", "--json"]
    guard options.contains("--store"), options.allSatisfy(known.contains) else {
      let why = "say --store; with --dry-run nothing is mended, --json is for programs"
      StandardStream.error.write("\(program): doctor: \(why)\n")
      return 64
    }
    CurrentProcess.restrictNewFiles()
    let doctor = StoreDoctor(
      directory: ServicePlace.statePath,
      isDry: options.contains("--dry-run"),
      isJSON: options.contains("--json"),
      program: program
    )
    return doctor.run()
  }

  // MARK: Serving

  private static func serve(_ sources: ConfigurationSources) -> Int32 {
    do {
      let configuration = try Configuration.load(from: sources).0
      try harden()
      guard let place = try ServicePlace.take() else {
        // Two starters at once are no failure: whoever asked for a daemon has one.
        StandardStream.error.write("xferd: another xferd serves here already\n")
        return 0
      }
      let daemon = try Daemon(
        sockets: place.sockets,
        stateDirectory: place.stateDirectory,
        configuration: configuration,
        declarations: DeclarationFolders(of: UserDirectories()),
        reload: { () throws(PasteboardError) in try reloaded(sources) }
      )
      defer { place.leave() }
      try daemon.run(
        display: Environment.string("DISPLAY"),
        authority: Environment.value("XAUTHORITY") ?? defaultAuthority
      )
      return 0
    } catch {
      return fail(error)
    }
  }

  private static func fail(_ error: any Error) -> Int32 {
    let reason = "\(error)"
    StandardStream.error.write("xferd: \(reason)\n")
    // Whoever started us waits for this, or else would not know why there is no daemon.
    try? ServiceManager.notify("STATUS=\(reason.prefix { $0 != "\n" })")
    return error is ConfigurationError ? 65 : 69
  }

  /// What must be so before the first thread starts or the first secret comes.
  private static func harden() throws {
    try SignalWatch.block([Signal.terminate, Signal.interrupt, Signal.hangUp])
    SignalWatch.ignoreBrokenPipe()
    // No core dump and no debugger of the same user sees what was copied.
    try CurrentProcess.forbidInspection()
    CurrentProcess.restrictNewFiles()
    // What a command leaves behind when it ends is ours to end and to reap.
    try CurrentProcess.adoptOrphans()
    // Every client, conversion and payload is a descriptor, and 1,024 are soon used up.
    try? CurrentProcess.setDescriptorLimit(65_536)
  }

  private static func reloaded(
    _ sources: ConfigurationSources
  ) throws(PasteboardError) -> Configuration {
    do {
      return try Configuration.load(from: sources).0
    } catch {
      // In one line, as errors are.
      let mistakes = error.problems.map(\.description).joined(separator: "; ")
      throw .invalidConfiguration(reason: mistakes)
    }
  }

  private static var defaultAuthority: [UInt8]? {
    Environment.value("HOME").map { $0 + Array("/.Xauthority".utf8) }
  }
}

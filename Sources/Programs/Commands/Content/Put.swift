import Arguments
import LinuxIO
import DaemonClient
import Wire

/// `xfer put`: offers files, standard input, or what `-r` names.
struct Put: Verb {
  static let name = "put"
  static let summary = "Offer files or content to other programs"
  static let parameters: [Parameter<Self>] = [
    .option("type", "t", \.type, "TYPE", "Type of standard input; default: by its content"),
    .options("representation", "r", \.files, "TYPE=FILE", "Offer this, too; FILE may be -"),
    .options("promise", nil, \.commands, "TYPE=COMMAND", "Offer what a command will print"),
    .option("board", "b", \.board, "BOARD", "Board; default: clipboard"),
    .flag("primary", "p", \.board, sets: "primary", "The board of the primary selection"),
    .flag("drop-newline", "n", \.dropsNewline, "Drop one trailing newline of standard input"),
    .flag("cut", nil, \.isCut, "Whoever pastes the FILEs is to move them"),
    .option("name", nil, \.itemName, "NAME", "What a file of it should be called"),
    .option("title", nil, \.title, "TEXT", "What people know it by; default: by its content"),
    .options("tag", nil, \.tags, "TAG", "Tag it; again for another"),
    .flag("pin", nil, \.isPinned, "Keep it, whatever the limits of history"),
    .flag("sensitive", nil, \.isSensitive, "Never on disk, in history or in a log"),
    .option("expire", nil, \.expire, "DURATION", "Forget it after this time"),
    .flag("once", nil, \.pastes, sets: 1, "Forget it after one paste"),
    .option("pastes", nil, \.pastes, "N", "Forget it after so many pastes"),
    .flag("restore", nil, \.restores, "Then bring back what was there before"),
    .flag("wait", nil, \.waits, "Stay until it was pasted (exit 0) or replaced (exit 1)"),
    .flag("snapshot", nil, \.takesSnapshot, "Offer what FILEs hold now, each under its name"),
    .rest("FILE", \.words, "Files and directories; - or none is standard input"),
  ]
  static let discussion = """
    FILEs are offered as file managers do: where they are, to be copied or, with --cut, moved by
    whoever pastes them first, and as text their paths. One regular file that is no plain text can
    also be had as its own content, which is read when somebody asks for it. A cut is one until it
    was pasted, or read by a program a second later; from the history, or after a restart of xferd,
    it is a copy.
    A type is an identifier (public.json), a MIME type (application/json), an X11 target or a file
    name extension (.json). The first representation is the preferred one: standard input, then
    those of -r and --promise in their order. With these, standard input is read only if -t or -
    says so. A command is run by sh when somebody first asks for its type, here, in the environment
    of xferd and without input; what it prints is then kept. One that fails or takes too long refuses
    that type.
    With --snapshot, the content of each FILE is copied now and is an item of its own, with the type
    that the name and the content say, as xfer type of does. What becomes of the file is no matter.
    Durations are written 500ms, 45s, 10m, 2h or 7d.
    """

  var type: String?
  /// What `-r` and `--promise` say, in their order.
  var added: [AddedRepresentation] = []
  var board: String?
  var dropsNewline = false
  var itemName: String?
  var title: String?
  var tags: [TagName] = []
  var isPinned = false
  var isSensitive = false
  var expire: Duration?
  var pastes: Int?
  var restores = false
  var waits = false
  var takesSnapshot = false
  var isCut = false
  var words: [[UInt8]] = []

  /// Each of these adds to ``added``, whose order is that of the words.
  var files: [RepresentationFile] {
    get { [] }
    set { added += newValue.map(AddedRepresentation.file) }
  }
  var commands: [RepresentationCommand] {
    get { [] }
    set { added += newValue.map(AddedRepresentation.command) }
  }

  func run(in session: Session) throws(Failure) -> ExitCode {
    do {
      try check()
    } catch {
      throw Failure(error, in: Self.name)
    }
    let (items, descriptors) = takesSnapshot ? try snapshot() : try inputs()
    var request = request(items)
    if added.contains(where: \.isCommand) { request.directory = try Self.directory() }
    let connection = try session.connect()
    do {
      let reply = try connection.put(request, descriptors: descriptors)
      if let undeclared = reply.undeclared { Application.complain(undeclared.hint) }
      guard waits else { return .done }
      return try connection.news() == .ended(.pasted) ? .done : .nothing
    } catch {
      throw Failure(error, in: Self.name)
    }
  }

  static let dash = [UInt8(ascii: "-")]

  // MARK: What is said

  /// Whether standard input is content of its own, and not that of an `-r`.
  private var offersStandardInput: Bool {
    !takesSnapshot && !offersFiles
      && (added.isEmpty || type != nil || words.contains(Self.dash))
  }

  /// Refuses what makes no sense together.
  func check() throws(UsageError) {
    if takesSnapshot { try checkSnapshot() }
    try checkFiles()
    let readers = added.count(where: \.isStandardInput) + (offersStandardInput ? 1 : 0)
    if readers > 1 { throw .contradiction("standard input can be read only once") }
    if dropsNewline, readers == 0 {
      throw .contradiction("-n is for standard input, which is not read here")
    }
    if let pastes, pastes < 1 { throw .contradiction("--pastes expects at least 1") }
    if restores, expire == nil, pastes == nil {
      throw .contradiction("--restore wants --expire, --once or --pastes")
    }
    var types: [String] = offersStandardInput ? [type ?? ""] : []
    for representation in added {
      if types.contains(where: { $0.utf8.elementsEqual(representation.type.utf8) }) {
        throw .contradiction("there are two representations of type \(shown(representation.type))")
      }
      types.append(representation.type)
    }
  }

  // MARK: What is asked

  func request(_ items: [PutItem]) -> PutRequest {
    var request = PutRequest(items: items, board: board)
    request.cut = isCut ? true : nil
    request.title = title
    request.tags = tags.isEmpty ? nil : tags.map(\.text)
    request.pinned = isPinned ? true : nil
    request.sensitive = isSensitive ? true : nil
    request.expire = expire?.milliseconds
    request.pastes = pastes
    request.restore = restores ? true : nil
    request.wait = waits ? true : nil
    return request
  }

  // MARK: What is read

  private func inputs() throws(Failure) -> ([PutItem], [SharedDescriptor]) {
    var representations: [PutRepresentation] = []
    var descriptors: [SharedDescriptor] = []
    func add(_ type: String?, _ descriptor: SharedDescriptor, isStandardInput: Bool) {
      let drop = isStandardInput && dropsNewline
      let index = descriptors.count
      representations.append(
        PutRepresentation(type: type, descriptor: index, dropNewline: drop ? true : nil)
      )
      descriptors.append(descriptor)
    }
    // First, so that its number is not given to a file when it is closed.
    let standardInput: SharedDescriptor? =
      offersStandardInput || added.contains(where: \.isStandardInput)
      ? try Input.standard() : nil
    if offersFiles { add("public.file-url", try fileList(), isStandardInput: false) }
    if offersStandardInput, let standardInput {
      add(type, standardInput, isStandardInput: true)
    }
    for representation in added {
      switch representation {
      case .command(let added):
        representations.append(PutRepresentation(type: added.type, command: added.command))
      case .file(let added):
        if added.isStandardInput, let standardInput {
          add(added.type, standardInput, isStandardInput: true)
        } else {
          add(added.type, try Input.file(added.file), isStandardInput: false)
        }
      }
    }
    let file = offersFiles && words.count == 1 ? Self.lastComponent(of: words[0]) : nil
    var item =
      file.map { PutItem(fileName: $0, representations: representations) }
      ?? PutItem(name: itemName, representations: representations)
    // What is offered beside the file was not in it.
    if !added.isEmpty { item.isFileName = nil }
    return ([item], descriptors)
  }

  /// Where commands run.
  private static func directory() throws(Failure) -> String {
    let why: String
    do {
      let path = try FileSystem.resolved(Array(".".utf8))
      if let text = String(validating: path, as: UTF8.self) { return text }
      why = "its name is not UTF-8"
    } catch {
      why = error.reason
    }
    throw Failure("the working directory", why, code: .noInput)
  }
}

extension UndeclaredType {
  /// What is said of it on standard error; the put has succeeded.
  fileprivate var hint: String {
    if let mistake {
      return "xfer: \(shown(name)): nobody declares this type; \(shown(mistake)): xfer type check\n"
    }
    let nearest = nearest.map { "the nearest that is declared is \(shown($0)); " } ?? ""
    let folder = Word.shown(UserDirectories().config + Array("/xfer/types".utf8))
    return "xfer: \(shown(name)): nobody declares this type; \(nearest)"
      + "declare it in \(folder)/NAME.toml: xfer help type\n"
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int {
    Int(clamping: components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}

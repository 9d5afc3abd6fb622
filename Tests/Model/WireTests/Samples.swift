import Wire

/// One message of each kind with every field set.
enum Samples {
  static let representation: PutRepresentation = {
    var sample = PutRepresentation(type: "public.json", descriptor: 0, dropNewline: true)
    (sample.text, sample.data, sample.path) = ("text", "ZGF0YQ==", "/tmp/file")
    (sample.command, sample.promised, sample.visibility) = ("date", true, .user)
    return sample
  }()

  static let item: PutItem = {
    var sample = PutItem(name: "name", representations: [representation])
    (sample.encodedName, sample.isFileName) = ("name%FF", true)
    return sample
  }()

  static let put: PutRequest = {
    var sample = PutRequest(items: [item], board: "clipboard")
    (sample.sensitive, sample.restore, sample.wait) = (true, false, true)
    (sample.expire, sample.pastes, sample.display) = (500, 1, ":0")
    (sample.directory, sample.cut) = ("/tmp", true)
    (sample.title, sample.tags, sample.pinned) = ("Title", ["tag"], true)
    return sample
  }()

  static let putReply: PutReply = {
    var sample = PutReply(
      entry: "0123456789abcdef",
      board: "clipboard",
      changeCount: 7,
      outcome: .pasted
    )
    sample.wanted = WantedContent(item: 0, representation: 1)
    sample.undeclared = UndeclaredType(
      name: "com.example.tikcet",
      nearest: "com.example.ticket",
      mistake: "a.toml:1:1: a mistake"
    )
    return sample
  }()

  static let fulfil: FulfilRequest = {
    let wanted = WantedContent(item: 0, representation: 1)
    var sample = FulfilRequest(wanted, of: "0123456789abcdef")
    (sample.descriptor, sample.text, sample.data) = (0, "text", "ZGF0YQ==")
    sample.failure = "reason"
    return sample
  }()

  static let get: GetRequest = {
    var sample = GetRequest(types: ["public.text"], board: "clipboard")
    (sample.entry, sample.richest, sample.item) = ("0123", true, 1)
    (sample.filename, sample.named) = ("a.txt", true)
    (sample.delivery, sample.timeout, sample.display) = (.descriptor, 5000, ":0")
    return sample
  }()

  static let getReply: GetReply = {
    var sample = GetReply(type: "public.text", mimeType: "text/plain", target: "T", complete: true)
    (sample.size, sample.descriptor, sample.text, sample.data) = (4, 0, "text", "ZGF0YQ==")
    (sample.sensitive, sample.failed) = (true, [FailedType(type: "public.html", reason: "r")])
    (sample.name, sample.encodedName) = ("note.txt", "note.txt")
    return sample
  }()

  static let types: TypesRequest = {
    var sample = TypesRequest(board: "clipboard")
    (sample.entry, sample.timeout, sample.display) = ("0123", 5000, ":0")
    return sample
  }()

  static let files: FilesRequest = {
    var sample = FilesRequest(board: "clipboard")
    (sample.entry, sample.item, sample.timeout, sample.display) = ("0123", 1, 5000, ":0")
    return sample
  }()

  static let filesReply: FilesReply = {
    var sample = FilesReply(count: 2, cut: true, contents: [3], changeCount: 7)
    sample.descriptor = 0
    return sample
  }()

  static let addFolder: AddFolderRequest = {
    var sample = AddFolderRequest(path: Array("/a".utf8))
    (sample.encodedPath, sample.board, sample.accept) = ("%2Fa", "in", ["public.image"])
    (sample.then, sample.run, sample.name) = (.copy, ["true"], "{{date}}")
    sample.display = ":0"
    return sample
  }()

  static let removeFolder: RemoveFolderRequest = {
    var sample = RemoveFolderRequest(path: Array("/a".utf8))
    (sample.encodedPath, sample.display) = ("%2Fa", ":0")
    return sample
  }()

  static let foldersRequest: FoldersRequest = {
    var sample = FoldersRequest()
    sample.display = ":0"
    return sample
  }()

  static let folder: FolderStatus = {
    var sample = FolderStatus(path: Array("/a".utf8), board: "in", then: .move, state: .missing)
    (sample.encodedPath, sample.accept, sample.run) = ("%2Fa", ["public.image"], ["true"])
    (sample.name, sample.reason, sample.refused) = ("{{date}}", "r", ["a: r"])
    return sample
  }()

  static let offered: OfferedType = {
    var sample = OfferedType(
      type: "public.text",
      mimeType: "text/plain",
      targets: ["UTF8_STRING"],
      size: 5,
      item: 1
    )
    (sample.name, sample.encodedName) = ("note.txt", "note.txt")
    (sample.visibility, sample.derived, sample.dropped) = (.user, true, "size")
    return sample
  }()

  static let typesReply = TypesReply(types: [offered])

  static let described: DescribedType = {
    var sample = DescribedType(identifier: "com.example.ticket")
    (sample.conformsTo, sample.supertypes) = (["public.json"], ["public.json", "public.text"])
    (sample.mimeTypes, sample.extensions) = (["application/vnd.example.ticket+json"], ["ticket"])
    (sample.targets, sample.description) = (["com.example.ticket"], "Ticket")
    (sample.declared, sample.dynamic, sample.imported) = (true, false, false)
    (sample.representations, sample.required) = (["public.html"], ["key"])
    return sample
  }()

  static let clear: ClearRequest = {
    var sample = ClearRequest(board: "clipboard")
    (sample.history, sample.changeCount, sample.display) = (true, 3, ":0")
    return sample
  }()

  static let watch: WatchRequest = {
    var sample = WatchRequest(boards: ["clipboard"], types: ["public.image"], since: 3)
    sample.display = ":0"
    return sample
  }()

  static let change: Change = {
    var sample = Change(
      sequence: 4,
      board: "clipboard",
      changeCount: 5,
      holder: .foreign,
      time: 1_700_000_000.25
    )
    (sample.entry, sample.types) = ("0123", [offered])
    return sample
  }()

  static let board = BoardStatus(
    board: "clipboard",
    bound: true,
    changeCount: 3,
    holder: .ours,
    entry: "0123"
  )

  static let status: StatusReply = {
    var sample = StatusReply(version: "0.1.0", pid: 42, uptime: 1000)
    (sample.display, sample.bridged, sample.watching) = (":0", true, true)
    (sample.boards, sample.lastEvent, sample.problems) = ([board], 1.5, ["none"])
    return sample
  }()

  static let list: ListRequest = {
    var sample = ListRequest(board: "clipboard")
    (sample.everywhere, sample.search, sample.regex) = (false, "text", "t.xt")
    (sample.types, sample.tags, sample.source) = (["public.text"], ["tag"], "xfer")
    (sample.pinned, sample.since, sample.limit) = (true, 60_000, 50)
    (sample.after, sample.display) = ("1", ":0")
    return sample
  }()

  static let summary: EntrySummary = {
    var sample = EntrySummary(
      entry: "0123456789abcdef",
      board: "clipboard",
      index: 1,
      time: 1.5,
      title: "Title"
    )
    (sample.source, sample.types, sample.tags) = ("xfer", ["public.text"], ["tag"])
    (sample.size, sample.items, sample.expires) = (5, 1, 2.5)
    sample.origin = origin
    return sample
  }()

  static let origin: CopyOrigin = {
    var sample = CopyOrigin(board: "clipboard")
    (sample.windowClass, sample.windowTitle) = ("Firefox", "A page")
    (sample.pid, sample.program) = (42, "firefox")
    return sample
  }()

  static let restore: RestoreRequest = {
    var sample = RestoreRequest(entry: "0123", to: "primary")
    (sample.board, sample.display) = ("clipboard", ":0")
    return sample
  }()

  static let arrange: ArrangeRequest = {
    var sample = ArrangeRequest(entries: ["0123"], to: "notes")
    (sample.board, sample.before, sample.last) = ("clipboard", "@1", false)
    sample.display = ":0"
    return sample
  }()

  static let pin: PinRequest = {
    var sample = PinRequest(entries: ["0123"], pinned: true)
    (sample.board, sample.display) = ("clipboard", ":0")
    return sample
  }()

  static let tag: TagRequest = {
    var sample = TagRequest(entries: ["0123"], add: ["a"], remove: ["b"])
    (sample.board, sample.display) = ("clipboard", ":0")
    return sample
  }()

  static let remove: RemoveRequest = {
    var sample = RemoveRequest(entries: ["0123"])
    (sample.board, sample.display) = ("clipboard", ":0")
    return sample
  }()

  static let show: ShowRequest = {
    var sample = ShowRequest(entry: "0123", board: "clipboard")
    sample.display = ":0"
    return sample
  }()

  static let testRules: TestRulesRequest = {
    var sample = TestRulesRequest(entry: "0123", board: "clipboard")
    sample.display = ":0"
    return sample
  }()

  static let testedRules: TestRulesReply = {
    var verdict = Verdict()
    verdict.tags = ["t"]
    verdict.expire = 1000
    verdict.board = "work"
    verdict.commands = [RuleCommand(rule: "r", command: ["c", "a"])]
    let condition = TestedCondition(condition: "type", wanted: ["w"], found: ["f"], holds: true)
    let rule = TestedRule(rule: "r", matches: true, conditions: [condition])
    return TestRulesReply(entry: "0123456789abcdef", rules: [rule], verdict: verdict)
  }()

  static let createBoard: CreateBoardRequest = {
    var sample = CreateBoardRequest(board: "b")
    sample.display = ":0"
    return sample
  }()

  static let removeBoard: RemoveBoardRequest = {
    var sample = RemoveBoardRequest(board: "b", force: true)
    sample.display = ":0"
    return sample
  }()

  static let export: ExportRequest = {
    var sample = ExportRequest(board: "b")
    sample.display = ":0"
    return sample
  }()

  static let importing: ImportRequest = {
    var sample = ImportRequest(board: "b")
    sample.display = ":0"
    return sample
  }()

  static let entries = EntriesReply(entries: ["0123456789abcdef"])

  static let archive = ArchiveReply(
    entries: 1,
    bytes: 2,
    skipped: 3,
    expired: 4,
    removed: 6,
    failed: 5,
    problems: ["none"]
  )

  static let inspect: InspectRequest = {
    var sample = InspectRequest(board: "primary")
    sample.timeout = 5
    sample.display = ":0"
    return sample
  }()

  static let inspected: InspectReply = {
    var sample = InspectReply(board: "primary", holder: .foreign, time: 1.5)
    sample.window = 7
    sample.origin = summary.origin
    sample.entry = "0123456789abcdef"
    sample.why = "w"
    var target = InspectedTarget(target: "UTF8_STRING", type: "public.utf8-plain-text")
    (target.size, target.why) = (3, "w")
    sample.targets = [target]
    sample.rules = testedRules.rules
    sample.took = 1
    return sample
  }()

  /// The parameters and the answer of each method.
  static func messages(
    of method: PasteboardInterface.Method
  ) -> (input: any Codable, output: any Codable) {
    switch method {
    case .put: (put, putReply)
    case .fulfil: (fulfil, Nothing())
    case .get: (get, getReply)
    case .types: (types, typesReply)
    case .files: (files, filesReply)
    case .folders: (foldersRequest, FoldersReply(folders: [folder]))
    case .addFolder: (addFolder, Nothing())
    case .removeFolder: (removeFolder, Nothing())
    case .describeType:
      (DescribeTypeRequest(types: ["public.json"]), DescribeTypeReply(types: [described]))
    case .clear: (clear, ClearReply(changeCount: 1, removed: 2))
    case .list: (list, ListReply(entries: [summary], next: "1"))
    case .show:
      (
        show,
        ShowReply(summary: summary, types: [offered], preview: "text")
      )
    case .restore:
      (restore, RestoreReply(entry: "0123456789abcdef", board: "clipboard", changeCount: 1))
    case .copy, .move: (arrange, ArrangeReply(entries: ["0123456789abcdef"]))
    case .pin: (pin, entries)
    case .tag: (tag, entries)
    case .remove: (remove, entries)
    case .testRules: (testRules, testedRules)
    case .inspect: (inspect, inspected)
    case .createBoard: (createBoard, Nothing())
    case .removeBoard: (removeBoard, Nothing())
    case .export: (export, archive)
    case .import: (importing, archive)
    case .watch: (watch, WatchReply(change: change))
    case .status: (Nothing(), status)
    case .attachDisplay:
      (AttachDisplayRequest(display: ":0", authority: "/a"), AttachDisplayReply(display: ":0"))
    case .boards: (Nothing(), BoardsReply(boards: [board]))
    case .reload, .stop: (Nothing(), Nothing())
    }
  }

  /// Every error once.
  static let errors: [PasteboardError] = [
    .noSuchBoard(board: "b"), .noSuchEntry(entry: "e"),
    .noSuchType(wanted: ["w"], offered: ["o", "p"]), .empty(board: "b"),
    .peerTimeout(stage: "s"), .peerProtocol(reason: "r"), .peerFailed(reason: "r"),
    .claimLost(board: "b"), .tooLarge(what: "w", limit: 9),
    .invalidPayload(type: "t", reason: "r", position: "p"),
    .invalidRequest(parameter: "p", reason: "r"), .inputFailed(reason: "r"),
    .notPermitted(reason: "r"), .noDisplay(display: ":0", reason: "r"),
    .wrongDisplay(display: ":1"), .invalidConfiguration(reason: "r"),
    .storageFailed(reason: "r"), .stopping,
  ]
}

internal import LinuxIO
internal import Pasteboards
internal import Selections
internal import XCB

/// Finds out what windows say of their programs.
///
/// Source: ICCCM 2.0 §4.1.2; EWMH 1.5; X-Resource extension 1.2.
struct OriginSearch {
  let atoms: WindowAtoms
  /// Whether the server's processes are those of this machine, as we see them.
  private let namesProcesses: Bool
  private let window: Window
  private let hostName: [UInt8]

  /// How many windows of one client are looked at.
  private static let windowLimit = 8
  /// How many windows of window managers are looked into.
  private static let frameLimit = 64
  /// How many windows that a window manager lists.
  private static let managedLimit = 4096

  init?(_ session: Session) throws(XError) {
    let found = try session.names.atoms(of: WindowAtoms.names, session.connection)
    guard let atoms = WindowAtoms(found) else { return nil }
    self.atoms = atoms
    window = session.window
    // Without a name of ours none is the same.
    let name = try? FileSystem.read(Array("/proc/sys/kernel/hostname".utf8), limit: 256)
    hostName = name.map { Array($0.prefix { $0 != UInt8(ascii: "\n") }) } ?? []
    // Of another machine, or seen from another container, numbers mean nothing here.
    let connection = session.connection
    guard try connection.canNameProcesses() else {
      namesProcesses = false
      return
    }
    let own = try connection.collect(connection.sendProcessRequest(of: [window]))
    let ours = ClientProcess(
      client: connection.clientNumber(of: window),
      id: CurrentProcess.id
    )
    namesProcesses = own.contains(ours)
  }

  func origin(
    of owner: Window,
    on board: BoardName,
    _ connection: Connection
  ) throws(XError) -> Origin {
    // The server itself copies nothing, but anybody may name its windows.
    guard connection.clientNumber(of: owner) != connection.clientNumber(of: connection.root) else {
      return Origin(board: board)
    }
    let process = namesProcesses ? connection.sendProcessRequest(of: [owner]) : nil
    let mapping = connection.sendMappingRequest(of: owner)
    let asked = ask(owner, connection)
    let active = ask(atoms.activeWindow, count: 1, connection)
    let managed = ask(atoms.clientList, count: Self.managedLimit, connection)
    var id: Int32?
    if let process {
      id = try found { () throws(XError) in try connection.collect(process) }?.first?.id
    }
    let isMapped = try found { () throws(XError) in try connection.collect(mapping) } ?? false
    var known = try collect(asked, connection)
    let candidates = try collect(active, connection)
    let clients = try collect(managed, connection)
    if !isMapped || !known.isComplete {
      let others = (candidates ?? []) + (clients ?? []).reversed()
      var other = try search(others, for: owner, connection)
      if other == nil {
        other = try searchTree(for: owner, withFrames: clients == nil, connection)
      }
      // What a hidden window is called says little of what people see.
      known = isMapped ? known.filled(from: other) : other?.filled(from: known) ?? known
    }
    id = id ?? known.processID
    let found = id.map(OwnerProcess.init(connectedAs:))
    return Origin(
      board: board,
      windowClass: known.className,
      windowTitle: known.title,
      processID: found?.id,
      program: found?.name.flatMap(WindowWords.name)
    )
  }

  // MARK: Other windows of the client

  /// What the first of some windows says that is of the same client and mapped.
  private func search(
    _ windows: [Window],
    for owner: Window,
    _ connection: Connection
  ) throws(XError) -> WindowFacts? {
    let client = connection.clientNumber(of: owner)
    var seen: Set<Window> = [owner]
    let own = windows.filter {
      connection.clientNumber(of: $0) == client && seen.insert($0).inserted
    }
    let asked = own.prefix(Self.windowLimit).map { window in
      (connection.sendMappingRequest(of: window), ask(window, connection))
    }
    var best: WindowFacts?
    for (mapping, asked) in asked {
      let isMapped = try found { () throws(XError) in try connection.collect(mapping) } ?? false
      let facts = try collect(asked, connection)
      // All are collected: an answer that nobody takes stays in memory.
      if best == nil, isMapped, !facts.isEmpty { best = facts }
    }
    return best
  }

  /// Looks among the children of the root, the topmost first, and of the frames that a window manager gives
  /// them which keeps no list.
  private func searchTree(
    for owner: Window,
    withFrames: Bool,
    _ connection: Connection
  ) throws(XError) -> WindowFacts? {
    let top = try children(of: [connection.root], connection)
    if let facts = try search(top, for: owner, connection) { return facts }
    guard withFrames else { return nil }
    let client = connection.clientNumber(of: owner)
    let frames = top.filter { connection.clientNumber(of: $0) != client && !connection.owns($0) }
    let framed = try children(of: frames.prefix(Self.frameLimit), connection)
    return try search(framed, for: owner, connection)
  }

  private func children(
    of windows: some Sequence<Window>,
    _ connection: Connection
  ) throws(XError) -> [Window] {
    var children: [Window] = []
    for pending in windows.map({ connection.sendChildrenRequest(of: $0) }) {
      let found = try found { () throws(XError) in try connection.collect(pending) }
      children += (found ?? []).reversed()
    }
    return children
  }

  // MARK: Properties

  /// What was asked of one window.
  private struct Asked {
    let className: Pending<Property>
    let title: Pending<Property>
    let oldTitle: Pending<Property>
    let process: Pending<Property>?
    let machine: Pending<Property>?
  }

  private func ask(_ window: Window, _ connection: Connection) -> Asked {
    func ask(
      _ property: Atom,
      _ byteCount: Int = WindowWords.propertyByteCount
    ) -> Pending<Property> {
      connection.sendPropertyRequest(property, of: window, byteCount: byteCount)
    }
    return Asked(
      className: ask(atoms.className),
      title: ask(atoms.title),
      oldTitle: ask(atoms.oldTitle),
      process: namesProcesses ? nil : ask(atoms.process, 4),
      machine: namesProcesses ? nil : ask(atoms.machine)
    )
  }

  private func collect(_ asked: Asked, _ connection: Connection) throws(XError) -> WindowFacts {
    let className = try words(asked.className, connection)
    let title = try words(asked.title, connection)
    let oldTitle = try words(asked.oldTitle, connection)
    var facts = WindowFacts()
    facts.className = className.flatMap { WindowWords.className($0.bytes, type: $0.type) }
    facts.title = title.flatMap { WindowWords.title($0.bytes, type: $0.type) }
    facts.title = facts.title ?? oldTitle.flatMap { WindowWords.title($0.bytes, type: $0.type) }
    guard let process = asked.process, let machine = asked.machine else { return facts }
    let number = try found { () throws(XError) in try connection.collect(process) }?.words?.first
      .flatMap { Int32(exactly: $0) }
    let isHere = try words(machine, connection).map { $0.bytes == hostName } ?? true
    if isHere, let number, number > 0 { facts.processID = number }
    return facts
  }

  private struct Words {
    let bytes: [UInt8]
    let type: TargetName
  }

  private func words(
    _ pending: Pending<Property>,
    _ connection: Connection
  ) throws(XError) -> Words? {
    let answer = try found { () throws(XError) in try connection.collect(pending) }
    guard let property = answer, property.format == 8,
      let type = atoms.textType(property.type)
    else { return nil }
    return Words(bytes: property.bytes, type: type)
  }

  /// A list of windows that stands on the root.
  private func ask(
    _ property: Atom,
    count: Int,
    _ connection: Connection
  ) -> Pending<Property> {
    connection.sendPropertyRequest(
      property,
      of: connection.root,
      type: .window,
      byteCount: 4 * count
    )
  }

  private func collect(
    _ list: Pending<Property>,
    _ connection: Connection
  ) throws(XError) -> [Window]? {
    let answer = try found { () throws(XError) in try connection.collect(list) }
    guard let property = answer, property.exists, let words = property.words else { return nil }
    return words.filter { $0 != 0 }.map { Window(rawValue: $0) }
  }

  /// What an answer says; `nil` if the window is gone, which it may be at any time.
  private func found<Answer: ~Copyable>(
    _ collect: () throws(XError) -> Answer
  ) throws(XError) -> Answer? {
    do throws(XError) {
      return try collect()
    } catch {
      if error.isDisconnection { throw error }
      return nil
    }
  }
}

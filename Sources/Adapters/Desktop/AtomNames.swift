internal import Selections
internal import XCB

/// Atoms by name and names by atom, asked for once.
///
/// An atom never changes its name while the server lives. Strangers can make up names without end,
/// so what is kept is bounded.
struct AtomNames {
  private static let limit = 8192

  private var atoms: [TargetName: Atom] = [:]
  private var names: [Atom: TargetName] = [:]

  /// The atoms of names; one round trip for all that are new.
  mutating func atoms(
    of wanted: [TargetName],
    _ connection: Connection
  ) throws(XError) -> [Atom] {
    let missing = wanted.filter { atoms[$0] == nil }
    if !missing.isEmpty {
      makeRoom(for: missing.count)
      let found = try connection.intern(missing.map(\.bytes))
      for (name, atom) in zip(missing, found) { remember(name, atom) }
    }
    return wanted.map { atoms[$0] ?? .none }
  }

  /// The atom of one name.
  mutating func atom(_ name: TargetName, _ connection: Connection) throws(XError) -> Atom {
    try atoms(of: [name], connection).first ?? .none
  }

  /// The names of atoms, `nil` for those that are none; one round trip for all that are new.
  mutating func names(
    of wanted: [Atom],
    _ connection: Connection
  ) throws(XError) -> [TargetName?] {
    let missing = wanted.filter { names[$0] == nil && $0 != .none }
    if !missing.isEmpty {
      makeRoom(for: missing.count)
      let found = try connection.names(of: missing)
      for (atom, name) in zip(missing, found) {
        if let name { remember(TargetName(name), atom) }
      }
    }
    return wanted.map { names[$0] }
  }

  /// The name of one atom.
  mutating func name(of atom: Atom, _ connection: Connection) throws(XError) -> TargetName? {
    try names(of: [atom], connection).first ?? nil
  }

  private mutating func remember(_ name: TargetName, _ atom: Atom) {
    atoms[name] = atom
    names[atom] = name
  }

  private mutating func makeRoom(for count: Int) {
    guard names.count + count > Self.limit else { return }
    atoms = [:]
    names = [:]
  }
}

import MIMEInfo
import LinuxIO
import TestSupport
import Testing

/// What Debian's own tools say of the same files, with the database of the machine.
@Suite("Agreement with the desktop", .timeLimit(.minutes(4))) struct AgreementTests {
  private let database = MachineDatabase.shared
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
  }

  @Test func `gio says the same, but for differences with a reason`() throws {
    let files =
      try AgreementSamples.make(in: scratch) + AgreementSamples.misnamed(in: scratch)
      + AgreementSamples.shipped()
    #expect(files.count >= 300)
    try compare(files, with: gio(files), "gio", GioDifference.self)
  }

  /// Without names that are not UTF-8: it ends when it is given one.
  @Test func `mimetype says the same, but for differences with a reason`() throws {
    let files = try AgreementSamples.make(in: scratch)
    try compare(files, with: mimetype(files), "mimetype", MimetypeDifference.self)
  }

  @Test(arguments: [("X-Generic", "mimetype"), ("GNOME", "gio"), ("XFCE", "gio")])
  func `xdg-mime is one of these two`(desktop: String, tool: String) throws {
    let paths = try [
      scratch.write(Array("text".utf8), to: "a.C"), scratch.write(Array("%PDF-1.4".utf8), to: "b"),
    ].map { Array($0.utf8) }
    let theirs = try tool == "gio" ? gio(paths) : mimetype(paths)
    for (path, theirs) in zip(paths, theirs) {
      let file = String(decoding: path, as: UTF8.self)
      let answer = try run(
        "xdg-mime",
        ["query", "filetype", file],
        environment: environment.merging(["XDG_CURRENT_DESKTOP": desktop]) { $1 }
      )
      #expect(answer.text.lowercased() == theirs + "\n", "\(file) \(answer.errorText)")
    }
  }

  private func compare<Kind: Difference>(
    _ files: [[UInt8]],
    with theirs: [String],
    _ program: String,
    _ kind: Kind.Type
  ) throws {
    var reasons: [Kind: Int] = [:]
    var agreed = 0
    for (file, theirs) in zip(files, theirs) {
      let opinions = try Opinions(of: file, database, theirs: theirs)
      if opinions.ours == theirs {
        agreed += 1
        continue
      }
      let reason = try Kind.allCases.first { try $0.explains(opinions) }
      let name = String(decoding: file, as: UTF8.self)
      #expect(reason != nil, "\(name): \(opinions.ours), but \(program): \(theirs)")
      if let reason { reasons[reason, default: 0] += 1 }
    }
    print("\(program): \(files.count) files, \(agreed) agree", terminator: "")
    for (reason, count) in reasons.sorted(by: { $0.value > $1.value }) {
      print("; \(count): \(reason.rawValue)", terminator: "")
    }
    print()
    #expect(agreed * 100 >= files.count * 97)
  }

  // MARK: The others

  private var environment: [String: String?] {
    ["XDG_DATA_HOME": scratch.path("no-home"), "LC_ALL": "C.UTF-8", "DISPLAY": nil]
  }

  private func gio(_ files: [[UInt8]]) throws -> [String] {
    let mark = "  standard::content-type: "
    let lines = try lines(of: ["gio", "info", "-a", "standard::content-type"], files)
    let found = lines.filter { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count).lowercased() }
    try #require(found.count == files.count)
    return found
  }

  private func mimetype(_ files: [[UInt8]]) throws -> [String] {
    let found = try lines(of: ["mimetype", "--brief", "--dereference"], files)
    try #require(found.count == files.count)
    return found.map { $0.lowercased() }
  }

  /// Many files a call, and names as bytes.
  private func lines(of program: [String], _ files: [[UInt8]]) throws -> [Substring] {
    let input = Array(files.joined(separator: [0])) + [0]
    let answer = try run("xargs", ["-0"] + program, input: .bytes(input), environment: environment)
    try #require(answer.status == 0, "\(answer.errorText)")
    return answer.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }
}

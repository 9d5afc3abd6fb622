internal import LinuxIO
internal import TOML
internal import UniformTypeIdentifiers

/// What the files say, each for itself, in the order in which they were read.
struct DeclarationDocuments {
  /// The types that are declared without a mistake of form.
  private(set) var statements: [TypeStatement] = []
  private(set) var problems: [DeclarationProblem] = []
  /// The identifiers of types whose statement has a mistake.
  private(set) var leftOut: [String] = []
  private var ranks: [String: Int] = [:]

  /// The most bytes of a file.
  private static let longestFile = 1 << 20
  /// The most types of all files.
  private let mostTypes: Int
  private var typeCount = 0

  init(mostTypes: Int = 20_000) { self.mostTypes = mostTypes }

  /// Reads a file; one that cannot be read is a mistake.
  mutating func read(_ path: [UInt8]) {
    let file = Self.shown(path)
    ranks[file] = ranks.count
    do throws(DeclarationProblem) {
      add(try Self.content(of: path, file), file: file)
    } catch {
      problems.append(error)
    }
  }

  /// Adds the text of a file.
  mutating func add(_ bytes: [UInt8], file: String) {
    if ranks[file] == nil { ranks[file] = ranks.count }
    do throws(TOMLError) {
      let table = try TOMLTable(parsing: bytes, file: "")
      var reader = TableReader(table, at: TOMLPosition(file: ""), of: file)
      reader.refuseKeys(except: ["type"])
      for type in reader.tables("type") {
        typeCount += 1
        guard typeCount <= mostTypes else {
          let limit = "only \(mostTypes) types can be declared"
          reader.note("\(limit); this one and what follows are left out", at: type.place)
          break
        }
        add(type, reader)
      }
      problems += reader.problems
    } catch {
      problems.append(DeclarationProblem(error.explanation, at: error.position.within(file)))
    }
  }

  private mutating func add(_ table: TableReader.Placed<TOMLTable>, _ document: TableReader) {
    var reader = document.inside(table)
    let statement = TypeStatement(&reader)
    if reader.problems.isEmpty, let statement {
      return statements.append(statement)
    }
    problems += reader.problems
    if let statement { leftOut.append(statement.type.declaration.identifier) }
  }

  /// Mistakes in the order of the files, then of their lines.
  func inOrder(_ problems: [DeclarationProblem]) -> [DeclarationProblem] {
    func key(_ problem: DeclarationProblem) -> (Int, Int, Int) {
      (ranks[problem.place.file] ?? 0, problem.place.line, problem.place.column)
    }
    return problems.sorted { key($0) < key($1) }
  }

  /// A path as it is shown.
  static func shown(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  private static func content(
    of path: [UInt8],
    _ file: String
  ) throws(DeclarationProblem) -> [UInt8] {
    func problem(_ message: String) -> DeclarationProblem {
      DeclarationProblem(message, at: TOMLPosition(file: file))
    }
    let status: FileStatus
    let bytes: [UInt8]?
    do throws(SystemError) {
      // A pipe of this name would otherwise wait for a writer.
      let descriptor = try FileSystem.open(path, waits: false)
      status = try descriptor.status()
      let isText = status.kind == .regular && status.byteCount <= longestFile
      bytes = isText ? try descriptor.readToEnd(limit: longestFile) : nil
    } catch {
      throw problem(error.reason)
    }
    if let bytes { return bytes }
    switch status.kind {
    case .regular: throw problem("the file is larger than 1 MiB")
    case .directory: throw problem("this is a directory, not a file")
    default: throw problem("this is no regular file")
    }
  }
}

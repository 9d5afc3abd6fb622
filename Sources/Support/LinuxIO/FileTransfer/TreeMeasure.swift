internal import Glibc

/// Adds up what the files of a tree hold, a step at a time.
///
/// What cannot be read counts nothing: this is for a display.
struct TreeMeasure {
  private var walk: TreeWalk
  private(set) var byteCount = 0

  init(_ root: SharedDescriptor) throws(SystemError) {
    walk = try TreeWalk(root)
  }

  /// True when all was looked at.
  mutating func step() -> Bool {
    let budget = StepBudget()
    while !budget.isSpent {
      do {
        switch try walk.next() {
        case .entry(let name): try? add(name)
        case .left: break
        case .end: return true
        }
      } catch  where error.call == "getdents" {
        walk.abandonDirectory()
      } catch {
        return true
      }
    }
    return false
  }

  private mutating func add(_ name: [UInt8]) throws(SystemError) {
    let directory = walk.directory.number
    guard let details = try FileSystem.details(of: name, in: directory) else { return }
    switch details.status.kind {
    case .regular: (byteCount, _) = byteCount.addingReportingOverflow(details.status.byteCount)
    case .directory: try walk.enter(name, try FileSystem.openDirectory(name, in: directory))
    default: break
    }
  }
}

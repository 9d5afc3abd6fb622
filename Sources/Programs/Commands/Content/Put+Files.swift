import Arguments
import LinuxIO
import Pasteboards
import Wire

// `xfer put FILE…`
extension Put {
  /// Whether files are offered as such, and not what is in them.
  var offersFiles: Bool { !takesSnapshot && words.contains { $0 != Self.dash } }

  /// Refuses what makes no sense with files.
  func checkFiles() throws(UsageError) {
    guard offersFiles else {
      if isCut { throw .contradiction("--cut wants FILEs, and is not for --snapshot") }
      return
    }
    guard !words.contains(Self.dash) else {
      throw .contradiction("- is standard input, and is not offered beside files")
    }
    if type != nil { throw .contradiction("-t is for standard input; a file has its own type") }
    if itemName != nil {
      throw .contradiction("--name is for content; a file keeps its name, but for --snapshot")
    }
  }

  /// The list of all files as one representation, and where its bytes are.
  func fileList() throws(Failure) -> SharedDescriptor {
    var paths: [[UInt8]] = []
    var places = KnownPlaces()
    for word in words { paths.append(try places.path(of: word)) }
    do throws(SystemError) {
      let list = try MemoryFile.create(name: "xfer-files", content: FileList(paths: paths).uriList)
      return SharedDescriptor(list)
    } catch {
      throw Failure("the list of files", error.reason, code: .inputOutput)
    }
  }

  /// What a file is called in its directory.
  static func lastComponent(of path: [UInt8]) -> [UInt8] {
    path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[($0 + 1)...]) } ?? path
  }
}

/// Where the files are that words name; a directory is looked up once.
private struct KnownPlaces {
  private var directories: [[UInt8]: [UInt8]] = [:]
  private static let slash = UInt8(ascii: "/")

  /// The absolute path of a file or directory; a symbolic link stays one.
  mutating func path(of word: [UInt8]) throws(Failure) -> [UInt8] {
    let kind: FileStatus.Kind
    let place: [UInt8]
    do throws(SystemError) {
      var path = word
      while path.count > 1, path.last == Self.slash { path.removeLast() }
      let end = path.lastIndex(of: Self.slash)
      let name = end.map { Array(path[($0 + 1)...]) } ?? path
      guard !name.isEmpty, name != Array(".".utf8), name != Array("..".utf8) else {
        return try FileSystem.resolved(word)
      }
      let parent = end.map { $0 == 0 ? [Self.slash] : Array(path[..<$0]) } ?? [UInt8(ascii: ".")]
      let directory = try resolved(parent)
      kind = try Self.kind(of: word)
      place = (directory == [Self.slash] ? [] : directory) + [Self.slash] + name
    } catch {
      throw Failure(Word.shown(word), error.reason, code: .noInput)
    }
    guard [.regular, .directory, .symbolicLink].contains(kind) else {
      let advice = "Offer what it gives: xfer put < FILE"
      throw Failure(Word.shown(word), "this is no file", advice: advice, code: .noInput)
    }
    return place
  }

  private mutating func resolved(_ directory: [UInt8]) throws(SystemError) -> [UInt8] {
    if let known = directories[directory] { return known }
    let resolved = try FileSystem.resolved(directory)
    directories[directory] = resolved
    return resolved
  }

  /// What is there; a link is what it leads to.
  private static func kind(of word: [UInt8]) throws(SystemError) -> FileStatus.Kind {
    // What a link leads to need not be there: it is the link that is offered.
    guard let status = try FileSystem.status(of: word, followingLinks: false) else {
      throw SystemError(call: "stat", code: SystemError.notFound)
    }
    guard status.kind == .symbolicLink, let target = try? FileSystem.status(of: word) else {
      return status.kind
    }
    return target.kind
  }
}

internal import LinuxIO

/// Where the store's files are, and what they are called.
struct StoreDirectory: Sendable {
  let path: [UInt8]

  var database: [UInt8] { path + Array("/history.sqlite".utf8) }
  var payloads: [UInt8] { path + Array("/payloads".utf8) }
  var reserve: [UInt8] { path + Array("/history.reserve".utf8) }
  var lock: [UInt8] { path + Array("/history.lock".utf8) }

  /// The files that SQLite keeps beside the database.
  var companions: [[UInt8]] { ["-wal", "-shm", "-journal"].map { database + Array($0.utf8) } }

  /// The path of a payload file: its key in 16 hexadecimal digits.
  func payload(_ key: Int64) -> [UInt8] {
    let digits = String(UInt64(bitPattern: key), radix: 16)
    let name = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    return payloads + [UInt8(ascii: "/")] + Array(name.utf8)
  }

  /// The key of a payload file's name; `nil` for a file that is none.
  static func key(ofPayload name: [UInt8]) -> Int64? {
    guard name.count == 16, name.allSatisfy({ $0 < 0x80 }) else { return nil }
    let text = String(decoding: name, as: UTF8.self)
    guard text == text.lowercased(), let value = UInt64(text, radix: 16) else { return nil }
    return Int64(bitPattern: value)
  }

  /// Makes the directory itself, if it is missing or was removed.
  func make() throws(StoreError) {
    do throws(SystemError) {
      // A link that the user made stays one; nobody else can make one here.
      if let there = try FileSystem.status(of: path), there.kind == .directory,
        there.owner == CurrentProcess.userID
      {
        if there.mode & 0o077 != 0 { try FileSystem.setMode(0o700, of: path) }
        return
      }
      let parent = path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
      if !parent.isEmpty { try FileSystem.makeDirectories(Array(parent)) }
      try FileSystem.makePrivateDirectory(path)
    } catch {
      let isOther = error.code == SystemError.notPermitted
      let reason = isOther ? "it is no directory that is yours alone" : error.description
      throw .unusable(reason: "\(String(decoding: path, as: UTF8.self)): \(reason)")
    }
  }

  /// Makes the directory of the payload files.
  func prepare() throws(SystemError) {
    // A link that the user made stays one.
    if let there = try FileSystem.status(of: payloads), there.kind == .directory { return }
    do throws(SystemError) {
      try FileSystem.makePrivateDirectory(payloads)
    } catch {
      throw SystemError(call: "the directory payloads", code: error.code)
    }
  }

  /// A new directory for what is damaged; it says when that was noticed.
  func makeSetAside() throws(SystemError) -> [UInt8] {
    let stem = path + Array("/damaged-\(LocalTime.nanosecondsSince1970 / 1_000_000_000)".utf8)
    for number in 1... {
      let path = number == 1 ? stem : stem + Array("-\(number)".utf8)
      do {
        try FileSystem.makeDirectory(path)
        return path
      } catch  where error.code == SystemError.exists {
        continue
      }
    }
    return stem
  }
}

import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import Daemon

@Suite("Files that others were handed") struct HandedFolderTests {
  private let scratch: ScratchDirectory
  private let loop: EventLoop

  init() throws {
    scratch = try ScratchDirectory()
    loop = try EventLoop()
    try loop.start(name: "test")
  }

  private func folder(patience: Duration) -> HandedFolder {
    HandedFolder(in: Array(scratch.path.utf8), on: loop, patience: patience)
  }

  private var names: [[UInt8]] {
    (try? FileSystem.names(in: Array(scratch.path("handed").utf8))) ?? []
  }

  private func make(_ folder: HandedFolder, _ byteCount: Int, limit: Int) throws -> HandedPlace? {
    guard let place = try folder.place(for: byteCount, limit: limit) else { return nil }
    try FileSystem.open(place.directory + Array("/file".utf8), .create).writeAll([1])
    return place
  }

  @Test func `it lives as long as somebody holds it, and some time more`() throws {
    let folder = folder(patience: .milliseconds(50))
    var place = try make(folder, 1, limit: 10)
    place?.hand()
    #expect(names.count == 1)
    let end = ContinuousClock.now
    place = nil
    #expect(eventually { names.isEmpty })
    #expect(ContinuousClock.now - end >= .milliseconds(50))
  }

  @Test func `what was never complete goes at once`() throws {
    let folder = folder(patience: .seconds(600))
    var place = try make(folder, 1, limit: 10)
    #expect(names.count == 1)
    place = nil
    #expect(eventually { names.isEmpty })
    _ = place
  }

  @Test func `all together are no more than the limit`() throws {
    let folder = folder(patience: .zero)
    var first = try make(folder, 6, limit: 10)
    #expect(try make(folder, 5, limit: 10) == nil)
    #expect(try make(folder, 4, limit: 10) != nil)
    first?.hand()
    first = nil
    #expect(try eventually { try make(folder, 10, limit: 10) != nil })
  }

  @Test func `what was left counts until it goes, and no link is followed`() throws {
    let earlier = folder(patience: .seconds(600))
    let place = try make(earlier, 1, limit: 10)
    try FileSystem.makeDirectory(Array(scratch.path("elsewhere").utf8))
    try scratch.write([1], to: "elsewhere/file")
    #expect(symlink(scratch.path("elsewhere"), scratch.path("handed/link")) == 0)
    let patient = folder(patience: .seconds(600))
    patient.sweep()
    #expect(try make(patient, 10, limit: 10) == nil)
    #expect(try make(patient, 9, limit: 10) != nil)
    let impatient = folder(patience: .zero)
    impatient.sweep()
    #expect(try eventually { try make(impatient, 10, limit: 10) != nil })
    #expect(eventually { names == [Array("link".utf8)] })
    #expect(try FileSystem.names(in: Array(scratch.path("elsewhere").utf8)).count == 1)
    withExtendedLifetime(place) {}
  }

  @Test func `directories are the user's alone, and no two are the same`() throws {
    let folder = folder(patience: .seconds(600))
    let places = try (0..<10).map { _ in try make(folder, 0, limit: 0) }
    #expect(Set(names).count == 10)
    let status = try FileSystem.status(of: try #require(places[0]).directory)
    #expect(status?.mode == 0o700)
  }
}

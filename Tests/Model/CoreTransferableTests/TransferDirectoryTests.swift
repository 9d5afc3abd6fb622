import Testing

@testable import CoreTransferable

@Suite("Directories that killed processes left") struct TransferDirectoryTests {
  private static let dayOld = Date(timeIntervalSinceNow: -90_000)

  /// A directory with a file in it, as old as it says.
  private func make(_ name: String, in scratch: Scratch, changed: Date) throws {
    let directory = try scratch.directory(name)
    try Data("x".utf8).write(to: directory.appending(component: "file"))
    try FileManager.default.setAttributes(
      [.modificationDate: changed],
      ofItemAtPath: directory.path
    )
  }

  @Test func `those of processes that are gone go a day later, and no others`() throws {
    let scratch = try Scratch()
    let own = try scratch.directory("xfer-transfer-1-own")
    try make("xfer-transfer-999999999-old", in: scratch, changed: Self.dayOld)
    try make("xfer-transfer-999999999-new", in: scratch, changed: Date())
    try make("xfer-transfer-1-running", in: scratch, changed: Self.dayOld)
    try make("xfer-transfer--odd", in: scratch, changed: Self.dayOld)
    try make("something-else", in: scratch, changed: Self.dayOld)
    _ = try scratch.file("xfer-transfer-999999999-file", Data())
    TransferDirectory.sweep(besides: own)
    #expect(
      try scratch.names == [
        "something-else", "xfer-transfer--odd", "xfer-transfer-1-own",
        "xfer-transfer-1-running", "xfer-transfer-999999999-file", "xfer-transfer-999999999-new",
      ]
    )
  }
}

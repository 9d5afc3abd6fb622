internal import Glibc
import Testing
internal import Wire

/// A history with a limit takes no more room than that, however much passes through it.
@Suite("Growth of a limited history", .timeLimit(.minutes(10)))
struct HistoryLimitGrowthTests {
  @Test func `a thousand images of 2 MB and ten entries are ten files at most (B124)`() throws {
    let session = try Session(display: false, configuration: "[history]\nentries = 10\n")
    let state = session.scratch + "/state/xfer"
    let image = session.scratch + "/image.png"
    let size = 2 << 20
    try Files.write(Samples.bytes(size), to: image)
    let number = open(image, O_RDWR | O_CLOEXEC)
    defer { close(number) }
    var representation = PutRepresentation(type: "image/png")
    representation.path = image
    let item = PutItem(representations: [representation])
    let client = try WireClient(session)
    var readers: [Child] = []
    var most = 0
    for count in 1...1000 {
      var mark = count
      #expect(pwrite(number, &mark, 8, 0) == 8)
      _ = try client.call(.put, PutRequest(items: [item], board: "work"), PutReply.self)
      most = max(most, Files.names(in: state + "/payloads").count)
      // Now and then somebody reads, and dies over it.
      guard count % 50 == 0 else { continue }
      readers.append(try session.startXfer("get", "-b", "work", output: .pipe))
      if readers.count > 2 { readers.removeFirst().send(SIGKILL) }
    }
    // One more while it is put: the oldest goes once the newest is there.
    #expect(most <= 11)
    #expect(try client.list("work").count == 10)
    let isSmall = holds(within: .seconds(5)) {
      let files = Files.tree(session.scratch + "/state") + Files.tree(session.scratch + "/tmp")
      return files.reduce(0) { $0 + (Files.size($1) ?? 0) } < 11 * size + (12 << 20)
    }
    #expect(isSmall, "\(Files.tree(session.scratch + "/state"))")
    readers = []
    // Of what has no name, which would keep its room, there is at most what is current now.
    let areClosed = holds(within: .seconds(5)) {
      Processes.descriptors(of: session.daemonPid).count { $0.contains("deleted") } <= 1
    }
    #expect(areClosed, "\(Processes.descriptors(of: session.daemonPid))")
  }
}

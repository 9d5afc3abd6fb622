import Pasteboards
import Selections
import Testing
import UniformTypeIdentifiers

@testable import Daemon

/// In which order the contents of a claim are read.
@Suite("What is read of a claim")
struct CapturePlanTests {
  private static func plan(_ targets: [TargetName]) -> (names: [TargetName], plan: CapturePlan) {
    let contents = TargetList(targets).contents
    let plan = CapturePlan(contents, CapturePolicy(), withImages: true)
    return (contents.map { $0.targets[0] }, plan)
  }

  private static func order(_ targets: [TargetName], refusing: Set<TargetName> = []) -> [TargetName]
  {
    var (names, plan) = plan(targets)
    var order: [TargetName] = []
    while let index = plan.next() {
      order.append(names[index])
      if refusing.contains(names[index]) { _ = plan.refuse(index) }
    }
    return order
  }

  @Test func `plain text is first, then other text, each in the owner's order`() {
    let order = Self.order(["image/png", "text/html", "text/x-csrc", "UTF8_STRING", "text/rtf"])
    #expect(order == ["text/x-csrc", "UTF8_STRING", "text/html", "text/rtf", "image/png"])
  }

  @Test func `what is refused leaves its place to another format, also to an earlier one`() {
    let offered: [TargetName] = ["image/bmp", "image/png", "application/x-other", "image/tiff"]
    #expect(Self.order(offered) == ["image/png", "application/x-other"])
    let order = Self.order(offered, refusing: ["image/png", "image/tiff"])
    #expect(order == ["image/png", "application/x-other", "image/tiff", "image/bmp"])
  }

  @Test func `one that refuses everything is not asked for ever`() {
    let offered = (0..<200).map { TargetName("image/x-raster-\($0)") }
    // Images that nobody declared are of no known kind, and so each is content of its own.
    let declared: [TargetName] = [
      "image/png", "image/tiff", "image/jpeg", "image/gif", "image/bmp",
    ]
    let order = Self.order(declared + offered, refusing: Set(declared + offered))
    #expect(Set(order).count == order.count && order.count <= 205, "\(order.count)")
  }

  @Test func `files that are cut are looked at and not taken`() {
    let offered: [TargetName] = [
      "text/uri-list", "x-special/gnome-copied-files", "application/x-kde-cutselection",
    ]
    #expect(Self.order(offered) == ["text/uri-list", "application/x-kde-cutselection"])
    // PCManFM has no mark for what is copied.
    #expect(Self.order(offered, refusing: [offered[2]]) == [offered[0], offered[2], offered[1]])
    #expect(Self.order([offered[1], offered[0]]) == [offered[1], offered[0]])
  }

  @Test func `what is still to be read is known`() throws {
    var (names, plan) = Self.plan(["UTF8_STRING", "STRING", "image/bmp", "image/png"])
    #expect(plan.pending == ["UTF8_STRING", "STRING", "image/png"])
    #expect(plan.next().map { names[$0] } == "UTF8_STRING")
    let picture = plan.next()
    #expect(plan.pending == [])
    let isLeft = plan.refuse(try #require(picture))
    #expect(isLeft)
    #expect(plan.pending == ["image/bmp"])
  }
}

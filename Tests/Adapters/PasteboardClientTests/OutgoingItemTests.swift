import LinuxIO
import Testing
import Wire

@testable import CoreTransferable
@testable import PasteboardClient

@Suite("What is copied")
struct OutgoingItemTests {
  private static func route(
    _ type: UTType,
    _ visibility: TransferRepresentationVisibility = .all,
    _ text: String = ""
  ) -> ExportRoute {
    ExportRoute(contentType: type, parent: .data, visibility: visibility, isFile: false) {
      .data(Data(text.utf8))
    }
  }

  private static func item(_ routes: ExportRoute...) -> OutgoingItem {
    OutgoingItem(name: nil, routes: routes)
  }

  @Test func `the order of the type is kept`() {
    let item = Self.item(Self.route(.html), Self.route(.utf8PlainText), Self.route(.png))
    #expect(item.representations.map(\.contentType) == [.html, .utf8PlainText, .png])
  }

  @Test func `a type that is there twice is one representation with a second chance`() {
    let item = Self.item(Self.route(.html), Self.route(.png), Self.route(.html))
    #expect(item.representations.map(\.contentType) == [.html, .png])
    #expect(item.representations.map(\.routes.count) == [2, 1])
  }

  @Test func `what is for fewer is not made for more`() async throws {
    let item = Self.item(Self.route(.html, .team, "secret"), Self.route(.html, .all, "open"))
    let only = try #require(item.representations.first)
    #expect(item.representations.count == 1)
    #expect(only.audience == .everybody)
    let text = try await only.routes.firstContent { content in
      if case .data(let data) = content { String(decoding: data, as: UTF8.self) } else { "a file" }
    }
    #expect(text == "open")
  }

  @Test(arguments: [
    (TransferRepresentationVisibility.all, OutgoingItem.Audience.everybody),
    (.team, .user), (.group, .user), (.ownProcess, .ownProcess),
  ])
  func `visibility says who is told`(
    visibility: TransferRepresentationVisibility,
    audience: OutgoingItem.Audience
  ) {
    #expect(OutgoingItem.Audience(visibility) == audience)
  }

  @Test func `the daemon never hears of what is this program's own`() throws {
    let item = Self.item(
      Self.route(.json, .ownProcess),
      Self.route(.html, .group),
      Self.route(.png)
    )
    let (request, descriptors) = try OutgoingPut(promising: [item]).request(
      for: "clipboard",
      CopyOptions()
    )
    let wire = try #require(request.items.first?.representations)
    #expect(wire.map(\.type) == ["public.html", "public.png"])
    #expect(wire.map(\.visibility) == [.user, nil])
    #expect(wire.allSatisfy { $0.promised == true })
    #expect(descriptors.isEmpty)
  }

  @Test func `others get the address of a directory, this program the directory`() async throws {
    let directory = FileManager.default.temporaryDirectory
    func route(
      _ type: UTType,
      _ visibility: TransferRepresentationVisibility = .all
    ) -> ExportRoute {
      ExportRoute(contentType: type, parent: .data, visibility: visibility, isFile: true) {
        .file(directory, allowsOriginal: false)
      }
    }
    let item = Self.item(route(.folder, .ownProcess), route(.package), Self.route(.html))
      .withDirectoriesReferred
    #expect(item.representations.map(\.contentType) == [.folder, .fileURL, .html])
    let content = try await item.representations[1].routes.firstContent { $0 }
    guard case .data(let data) = content else { throw PasteboardFailure.file(reason: "no data") }
    #expect(String(decoding: data, as: UTF8.self) == directory.absoluteString)
    #expect(Self.item(route(.png)).withDirectoriesReferred.representations[0].contentType == .png)
  }

  @Test func `an item that is all this program's own has a stand-in for its user`() throws {
    let item = Self.item(Self.route(.json, .ownProcess))
    let put = OutgoingPut(promising: [item])
    let (request, _) = try put.request(for: "clipboard", CopyOptions())
    #expect(request.items.first?.representations == [OwnContent.representation])
    #expect(OwnContent.representation.visibility == .user)
    #expect(put.promises.map(\.place) == [WantedContent(item: 0, representation: 0)])
  }

  @Test func `eager content goes by descriptor, and nothing is promised`() async throws {
    let item = Self.item(Self.route(.html, .all, "<b>"), Self.route(.png, .team, "png"))
    let put = try await OutgoingPut(loading: [item])
    let (request, descriptors) = try put.request(for: "board", CopyOptions())
    #expect(put.promises.isEmpty)
    #expect(descriptors.count == 2)
    let wire = try #require(request.items.first?.representations)
    #expect(wire.map(\.descriptor) == [0, 1])
    #expect(wire.map(\.visibility) == [nil, .user])
    let bytes = try descriptors[0].descriptor.readToEnd(limit: 100)
    #expect(bytes == Array("<b>".utf8))
  }

  @Test func `eager content that fails is left out, and an item without any is an error`()
    async throws
  {
    struct Broken: Error {}
    let broken = ExportRoute(contentType: .png, parent: .data, visibility: .all, isFile: false) {
      throw Broken()
    }
    let put = try await OutgoingPut(loading: [Self.item(broken, Self.route(.html))])
    let (request, _) = try put.request(for: "board", CopyOptions())
    #expect(request.items.first?.representations.map(\.type) == ["public.html"])
    await #expect(throws: Broken.self) {
      _ = try await OutgoingPut(loading: [Self.item(broken)])
    }
  }

  @Test func `options are what the daemon calls them`() throws {
    let options = CopyOptions(
      isSensitive: true,
      expiresAfter: .microseconds(1500),
      pastes: 2,
      restoresPrevious: true
    )
    let put = OutgoingPut(promising: [Self.item(Self.route(.html))])
    let (request, _) = try put.request(for: "board", options)
    #expect(request.board == "board")
    #expect(request.sensitive == true)
    #expect(request.expire == 2, "rounded up: nothing ends before its time")
    #expect(request.pastes == 2)
    #expect(request.restore == true)
    let (plain, _) = try put.request(for: "board", CopyOptions())
    #expect((plain.sensitive, plain.restore) == (nil, nil))
    #expect((plain.expire, plain.pastes) == (nil, nil))
  }

  @Test(arguments: [
    (Duration.zero, 0), (.nanoseconds(1), 1),
    (.seconds(Int64.max), .max), (.seconds(Int64.max / 1000), .max - 807),
    (.seconds(Int64.max / 1000) + .milliseconds(900), .max), (.seconds(Int64.min), .min),
  ])
  func `no time is too long to be said`(time: Duration, milliseconds: Int) {
    #expect(time.milliseconds == milliseconds)
  }
}

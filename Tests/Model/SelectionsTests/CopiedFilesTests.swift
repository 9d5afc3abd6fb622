import Pasteboards
import Selections
import Testing
import UniformTypeIdentifiers

@Suite("Files on the clipboard") struct CopiedFilesTests {
  private static let gnome: TargetName = "x-special/gnome-copied-files"
  private static let mate: TargetName = "x-special/mate-copied-files"
  private static let kde: TargetName = "application/x-kde-cutselection"

  private func item(_ paths: [String], _ more: [Representation] = []) -> Item {
    let list = FileList(paths: paths.map { Array($0.utf8) }).uriList
    return Item(
      representations: [Representation(type: .fileURL, payload: .inline(list))] + more
    )
  }

  private func raw(_ target: TargetName, _ text: String) -> Representation {
    Representation(
      type: target.contentType ?? .data,
      targetName: target.bytes,
      payload: .inline(Array(text.utf8))
    )
  }

  // MARK: What is offered

  @Test func `files are offered as file managers look for them (B80, B82, B84)`() throws {
    let offer = SelectionOffer(items: [item(["/tmp/a b.txt", "/tmp/ü"])])
    #expect(try offer.text(of: .uriList) == "file:///tmp/a%20b.txt\r\nfile:///tmp/%C3%BC\r\n")
    for target in [Self.gnome, Self.mate] {
      #expect(try offer.text(of: target) == "copy\nfile:///tmp/a%20b.txt\nfile:///tmp/%C3%BC")
    }
    #expect(try offer.text(of: Self.kde) == "0")
    #expect(try offer.text(of: .utf8String) == "/tmp/a b.txt\n/tmp/ü")
    #expect(try offer.rendering(of: .string)?.content()?.bytes().last == 0xFC)
    let wanted: [TargetName] = [.uriList, Self.gnome, Self.mate, Self.kde, .utf8String]
    #expect(offer.targets.filter(wanted.contains) == wanted)
  }

  @Test func `several items are one list`() throws {
    let offer = SelectionOffer(items: [item(["/a"]), item(["/b", "/c"])])
    #expect(try offer.text(of: Self.gnome) == "copy\nfile:///a\nfile:///b\nfile:///c")
    #expect(try offer.text(of: .utf8String) == "/a\n/b\n/c")
  }

  @Test func `addresses of the web are no files`() throws {
    let list = Representation(type: .fileURL, payload: .inline(Array("http://h/x\r\n".utf8)))
    let offer = SelectionOffer(items: [Item(representations: [list])])
    #expect(offer.targets.contains(.uriList))
    #expect(!offer.targets.contains(Self.gnome) && !offer.targets.contains(.utf8String))
  }

  @Test func `a list of 100,000 files goes both ways`() throws {
    let paths = (0..<100_000).map { "/some/place/\($0) ü.txt" }
    let offer = SelectionOffer(items: [item(paths)])
    let content = try #require(try offer.rendering(of: Self.gnome)?.content()?.bytes())
    let files = try #require(OfferedFiles([Self.gnome: content]))
    let found = files.uris.map { FileReference(uri: $0[...]) }
    #expect(found == paths.map { .local(Array($0.utf8)) })
    #expect(try offer.text(of: .utf8String) == paths.joined(separator: "\n"))
  }

  @Test func `content that is made a file is a list of it to others, and itself to us`() throws {
    let promise = Promise { promise in
      promise.settle(.success(.inline(Array("file:///x/shot.png\r\n".utf8))))
    }
    let items = [
      Item(
        representations: [
          raw("image/png", "pixels"),
          Representation(
            type: .fileURL,
            payload: .promised(promise),
            visibility: .others,
            isDerived: true
          ),
        ],
        suggestedName: Array("shot.png".utf8)
      )
    ]
    let offer = SelectionOffer(items: items)
    #expect(offer.targets.contains(.uriList) && offer.targets.contains(Self.gnome))
    #expect(!offer.targets.contains(.utf8String), "its path is no text of it")
    promise.keep { _ in }
    #expect(try offer.text(of: Self.gnome) == "copy\nfile:///x/shot.png")
    let ours = SelectionOffer(items: items, for: .user)
    #expect(!ours.targets.contains(.uriList) && !ours.targets.contains(Self.gnome))
    #expect(OfferedFiles(items[0]) == nil && items[0].onlyFile(hostNames: []) == nil)
    #expect(items[0].files.count == 1)
  }

  @Test func `a list that a declaration makes of content is one for all`() throws {
    let list = Payload.inline(Array("file:///x/report.pdf\r\n".utf8))
    let item = Item(representations: [
      raw("application/json", "{}"),
      Representation(type: .fileURL, payload: list, isDerived: true),
    ])
    #expect(SelectionOffer(items: [item], for: .user).targets.contains(.uriList))
    #expect(SelectionOffer(items: [item]).targets.contains(Self.gnome))
    #expect(OfferedFiles(item)?.uris == [Array("file:///x/report.pdf".utf8)])
  }

  // MARK: Cut

  @Test func `what is cut is cut as long as its mark says so, and then a copy (x11 64)`() throws {
    let mark = CutMark()
    let items = [item(["/a"], [.cutFiles])]
    let offer = SelectionOffer(items: items, cutMark: mark)
    #expect(try offer.text(of: Self.gnome) == "cut\nfile:///a")
    #expect(try offer.text(of: Self.kde) == "1")
    mark.useUp()
    #expect(try offer.text(of: Self.gnome) == "copy\nfile:///a")
    #expect(try offer.text(of: Self.kde) == "0")
    let again = SelectionOffer(items: items)
    #expect(try again.text(of: Self.gnome) == "copy\nfile:///a")
    #expect(try again.text(of: Self.kde) == "0")
  }

  @Test func `a mark knows whom it told`() throws {
    let mark = CutMark()
    let offer = SelectionOffer(items: [item(["/a"], [.cutFiles])], cutMark: mark)
    _ = try offer.text(of: .uriList)
    _ = try offer.text(of: .utf8String)
    #expect(!mark.takeTold())
    for target in [Self.gnome, Self.mate, Self.kde] {
      _ = try offer.text(of: target)
      #expect(mark.takeTold())
      #expect(!mark.takeTold())
    }
  }

  @Test(arguments: [
    "cut\nfile:///a\nfile:///b", "cut\nfile:///a\n", "cut\r\nfile:///a", "cut",
    "x-special/nautilus-clipboard\ncut\nfile:///a\n",
  ])
  func `what another program cut is as it wrote it, but for the word (B88)`(
    content: String
  ) throws {
    let items = [item(["/a"], [raw(Self.gnome, content)])]
    let cut = SelectionOffer(items: items, cutMark: CutMark())
    #expect(try cut.text(of: Self.gnome) == content)
    #expect(try cut.text(of: Self.kde) == "1")
    let copied = content.replacing("cut", with: "copy")
    #expect(try SelectionOffer(items: items).text(of: Self.gnome) == copied)
    #expect(Entry(id: Entry.ID(rawValue: 1), items: items, time: 0).isCut)
  }

  @Test(arguments: ["copy\nfile:///cut", "", "cuts\nfile:///a", "\ncut", "file:///cut\n"])
  func `what says nothing of a cut is left alone`(content: String) throws {
    let items = [item(["/a"], [raw(Self.gnome, content)])]
    #expect(try SelectionOffer(items: items).text(of: Self.gnome) == content)
    #expect(!Entry(id: Entry.ID(rawValue: 1), items: items, time: 0).isCut)
  }

  // MARK: What is read

  @Test(arguments: [
    ("copy\nfile:///a\nfile:///b", false), ("cut\nfile:///a\nfile:///b", true),
    ("cut\r\nfile:///a\r\nfile:///b\r\n", true), ("copy\nfile:///a\nfile:///b\n", false),
    ("cut\0file:///a\0file:///b\0", true), ("file:///a\nfile:///b", false),
    ("x-special/nautilus-clipboard\ncopy\nfile:///a\nfile:///b\n", false),
  ])
  func `the form of file managers is read however its lines end`(content: String, isCut: Bool)
    throws
  {
    for target in [Self.gnome, Self.mate, "x-special/KDE-copied-files"] {
      let files = try #require(OfferedFiles([target: Array(content.utf8)]))
      #expect(files.uris == ["file:///a", "file:///b"].map { Array($0.utf8) })
      #expect(files.isCut == isCut)
    }
  }

  @Test(arguments: [("1", true), ("0", false), ("1\n", true), ("", false), ("cut", false)])
  func `KDE says beside a list whether it is cut`(mark: String, isCut: Bool) throws {
    let contents = [.uriList: Array("file:///a\r\n".utf8), Self.kde: Array(mark.utf8)]
    #expect(try #require(OfferedFiles(contents)).isCut == isCut)
  }

  @Test(
    arguments: [
      ([kde, mate, gnome, .mozillaURL, .uriList], .uriList, [kde, gnome, mate]),
      ([gnome, .utf8String], gnome, []), ([kde, gnome], gnome, []),
      ([.uriList, gnome], .uriList, [gnome]), ([.uriList], .uriList, []),
    ] as [([TargetName], TargetName, [TargetName])]
  )
  func `only what is needed is asked`(
    offered: [TargetName],
    source: TargetName,
    marks: [TargetName]
  ) throws {
    let needed = try #require(OfferedFiles.needed(of: [.targets] + offered))
    #expect(needed.source == source && needed.marks == marks)
  }

  @Test func `what is no list is not asked for files`() {
    // A key of a portal is used up by whoever asks with it.
    let portal: TargetName = "application/vnd.portal.filetransfer"
    #expect(OfferedFiles.needed(of: [portal, .utf8String]) == nil)
    #expect(OfferedFiles.needed(of: [.utf8String, Self.kde]) == nil)
  }

  @Test func `a list is spare where KDE's mark is kept beside URIs`() {
    let all: Set<TargetName> = [.uriList, .utf8String, Self.kde, Self.gnome, Self.mate]
    #expect(CopiedFiles.spare(beside: all) == [Self.gnome, Self.mate])
    #expect(CopiedFiles.spare(beside: all.subtracting([Self.kde])).isEmpty)
    #expect(CopiedFiles.spare(beside: all.subtracting([.uriList])).isEmpty)
  }

  @Test(arguments: [false, true])
  func `an address of a browser may be one of a file`(hasMark: Bool) throws {
    let text = "file:///a%20b\nTitle\nfile:///c\n\nfile:///d\n#no comment"
    let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
    let bytes = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let files = try #require(OfferedFiles([.mozillaURL: bytes]))
    #expect(files.uris == ["file:///a%20b", "file:///c", "file:///d"].map { Array($0.utf8) })
  }

  @Test(arguments: ["http://h/x\r\n", "mailto:a@b\r\n", "", "# file:///a\r\n", "\r\n"])
  func `a list of something else is about no files`(list: String) {
    #expect(OfferedFiles([.uriList: Array(list.utf8)]) == nil)
    #expect(OfferedFiles([:]) == nil)
  }

  @Test func `what a file manager marks is files, wherever they are`() throws {
    let contents = [.uriList: Array("sftp://h/x\r\n".utf8), Self.kde: Array("0".utf8)]
    #expect(try #require(OfferedFiles(contents)).uris.count == 1)
  }

  @Test func `an item is read in any form`() throws {
    let listed = try #require(OfferedFiles(item(["/a", "/b"], [.cutFiles])))
    let marked = Item(representations: [raw(Self.gnome, "cut\nfile:///a\nfile:///b")])
    #expect(OfferedFiles(marked) == listed)
    #expect(listed.isCut && listed.uris.count == 2)
    #expect(OfferedFiles(Item(representations: [raw("image/png", "x")])) == nil)
  }

  @Test func `each file of a list is an item`() {
    let items = item(["/a", "/x/b"]).files
    #expect(items.map(\.suggestedName) == [Array("a".utf8), Array("b".utf8)])
    #expect(items.map { $0.onlyFile(hostNames: []) } == [Array("/a".utf8), Array("/x/b".utf8)])
    #expect(item(["/a"]).files.count == 1)
    let text = Item(representations: [raw("UTF8_STRING", "x")])
    #expect(text.files.count == 1 && text.onlyFile(hostNames: []) == nil)
    #expect(item(["/a", "/b"]).onlyFile(hostNames: []) == nil)
  }
}

import TOML
import TestSupport
import Testing

/// The files that are installed beside the programs.
@Suite("Shipped files", .timeLimit(.minutes(4)))
struct ShippedFileTests {
  /// A file of type declarations.
  ///
  /// Source: the format of type declarations, section 5 of the interface.
  private struct Declarations: Decodable {
    struct Representation: Decodable {
      var type: String
      var template: String?
      var command: [String]?
    }
    struct Validation: Decodable {
      var required: [String]
    }
    struct Action: Decodable {
      var id: String
      var title: String
      var edge: String?
      var role: String?
      var allowsFullSwipe: Bool?
      var command: [String]
    }
    struct ContentType: Decodable {
      var identifier: String
      /// None where the system has the type, and the file adds to it.
      var description: String?
      var conformsTo: [String]?
      var mimeTypes: [String]?
      var extensions: [String]?
      var targets: [String]?
      var representation: [Representation]?
      var validate: Validation?
      var action: [Action]?
    }
    var type: [ContentType]
  }

  private func types() throws -> [Declarations.ContentType] {
    let files = try Repository.names(in: "Config/types")
    #expect(files.contains("ticket.toml"))
    return try files.flatMap { file in
      let bytes = Array(try Repository.text("Config/types/\(file)").utf8)
      return try TOMLDecoder.decode(Declarations.self, from: bytes, file: file).type
    }
  }

  @Test func `type declarations have the documented form`() throws {
    for type in try types() {
      let isWord = type.identifier.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0))
      }
      #expect(isWord && type.identifier.contains("."), "\(type.identifier)")
      #expect(type.conformsTo?.isEmpty != true, "\(type.identifier)")
      for representation in type.representation ?? [] {
        #expect((representation.template == nil) != (representation.command == nil))
      }
    }
  }

  @Test func `no two declarations claim the same name or tag`() throws {
    let types = try types()
    for names in [
      types.map(\.identifier), types.flatMap { $0.mimeTypes ?? [] },
      types.flatMap { $0.extensions ?? [] },
    ] {
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `systemd finds nothing wrong with the units`() throws {
    let check = try run("\(Repository.root)/Scripts/check-units")
    #expect(check.status == 0, "\(check.errorText)")
  }

  @Test func `the units keep the socket private and name the session`() throws {
    let socket = try Repository.text("systemd/xferd.socket")
    for line in ["ListenStream=%t/xfer/xferd.sock", "SocketMode=0600", "DirectoryMode=0700"] {
      #expect(socket.contains("\n\(line)\n"))
    }
    let service = try Repository.text("systemd/xferd.service")
    for line in [
      "Type=notify", "PartOf=graphical-session.target", "After=graphical-session.target",
      "Restart=on-failure", "NoNewPrivileges=yes",
    ] {
      #expect(service.contains("\n\(line)\n"))
    }
    // Their like need a mount namespace, in which the user's commands would miss their files.
    for name in ["Private", "Protect", "ReadOnlyPaths", "InaccessiblePaths", "MemoryDenyWrite"] {
      #expect(!service.contains("\n\(name)"))
    }
  }
}

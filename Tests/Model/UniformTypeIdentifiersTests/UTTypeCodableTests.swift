import FoundationEssentials
import Testing
import UniformTypeIdentifiers

@Suite("Content types in archives")
struct UTTypeCodableTests {
  @Test(arguments: [UTType.png, UTType(pasteboardTypeName: "UTF8_STRING")])
  func `a type is written as its identifier`(type: UTType) throws {
    let data = try JSONEncoder().encode([type])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(type.identifier)\"]")
    #expect(try JSONDecoder().decode([UTType].self, from: data) == [type])
  }

  @Test func `an unknown identifier is kept, and what is none refused`() throws {
    let unknown = Data("[\"com.example.unknown-type\"]".utf8)
    #expect(try JSONDecoder().decode([UTType].self, from: unknown).first?.isDeclared == false)
    for bad in ["[\"nonsense\"]", "[1]", "[\"\"]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([UTType].self, from: Data(bad.utf8))
      }
    }
  }

  @Test func `identifiers that differ in case are one`() {
    let upper = UTType(importedAs: "com.example.CASE")
    let lower = UTType(importedAs: "com.example.case")
    #expect(upper == lower && upper.hashValue == lower.hashValue)
    #expect(Set([upper, lower]).count == 1)
  }

  @Test func `tag classes are strings to be extended`() {
    #expect(UTTagClass(rawValue: "public.mime-type") == .mimeType)
    #expect(UTTagClass.allCases == [.filenameExtension, .mimeType, .pasteboardType])
    let scheme = UTTagClass(rawValue: "public.url-scheme")
    let type = UTType(tag: "https", tagClass: scheme, conformingTo: .data)
    #expect(type?.tags == [scheme: ["https"]])
  }
}

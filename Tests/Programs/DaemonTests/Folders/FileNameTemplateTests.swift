import Testing
import UniformTypeIdentifiers

@testable import Daemon

@Suite("Templates of file names") struct FileNameTemplateTests {
  private func name(_ text: String, for type: UTType = .json) throws -> String {
    let name = try FileNameTemplate(text).name(for: type) { field in
      switch field {
      case .date: "2026-12-31"
      case .time: "23-59-59"
      case .title: "a/b"
      case .name: "..x"
      case .typeExtension: "json"
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  @Test(arguments: [
    ("{{date}} {{time}}", "2026-12-31 23-59-59.json"), ("x", "x.json"), ("x.json", "x.json"),
    ("{{title}}.{{type.extension}}", "a_b.json"), ("{{name}}", "_x.json"),
    ("{{name}}{{name}}", "_x..x.json"), ("a}}b", "a}}b.json"), ("{ {date}}", "{ {date}}.json"),
    ("é{{date}}é", "é2026-12-31é.json"), (".", "item.json"),
  ])
  func `fields are filled in, and the name is safe`(text: String, expected: String) throws {
    #expect(try name(text) == expected)
  }

  @Test(arguments: [
    ("", "a name is 1 to 255 bytes without /"), ("a/b", "a name is 1 to 255 bytes without /"),
    ("{{date", "{{ is without its }}"), ("{{date}} {{", "{{ is without its }}"),
    (
      "{{dat}}",
      "there is no field {{dat}}; there are date, time, title, name, type.extension"
    ),
    ("{{}}", "there is no field {{}}; there are date, time, title, name, type.extension"),
  ])
  func `a mistake says what it is`(text: String, reason: String) {
    let error = #expect(throws: FileNameTemplate.Mistake.self) { try FileNameTemplate(text) }
    #expect(error?.description == reason)
  }

  @Test func `it is remembered as it was written`() throws {
    #expect(try FileNameTemplate("{{date}} x").text == "{{date}} x")
  }
}

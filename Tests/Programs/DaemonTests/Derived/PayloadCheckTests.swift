import Testing
import UniformTypeIdentifiers
import Wire

@testable import Daemon
@testable import Declarations

@Suite("Checks of payloads")
struct PayloadCheckTests {
  static let required = ["key", "who.name", "labels.0"]

  @Test(arguments: [
    #"{"key": 1, "who": {"name": ""}, "labels": [false]}"#,
    #"{"labels": [{}, 1], "who": {"name": [], "x": 1}, "key": {}}"#,
  ])
  func `what has the fields fits`(text: String) throws {
    try check(text)
  }

  @Test(arguments: [
    (#"{"who": {"name": 1}, "labels": [1]}"#, "a required field is missing", "key"),
    (#"{"key": null, "who": {"name": 1}, "labels": [1]}"#, "a required field is null", "key"),
    (#"{"key": 1, "who": {}, "labels": [1]}"#, "a required field is missing", "who.name"),
    (#"{"key": 1, "who": {"name": 1}, "labels": []}"#, "a required field is missing", "labels.0"),
    (#"[]"#, "a required field is missing", "key"), ("7", "a required field is missing", "key"),
    ("{\"key\": x}", "not JSON: something else should stand here", "byte 8"),
    ("", "not JSON: it ends too early", "byte 0"),
    ("{\"key\": ", "not JSON: it ends too early", "byte 8"),
    (
      String(repeating: "[", count: 100), "more than 64 arrays and objects are in each other",
      "byte 64"
    ),
  ])
  func `what lacks one is refused with its place`(
    text: String,
    reason: String,
    position: String
  ) throws {
    #expect(
      throws: PasteboardError.invalidPayload(
        type: "public.json",
        reason: reason,
        position: position
      )
    ) { try check(text) }
  }

  private func check(_ text: String) throws {
    var check = PayloadCheck(.json, requires: Self.required.compactMap { FieldPath($0) })
    try Array(text.utf8).withUnsafeBytes { try check.scan($0) }
    try check.finish()
  }
}

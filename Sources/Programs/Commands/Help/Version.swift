import Arguments
import Wire

/// `xfer version`: names the release.
struct Version: Verb {
  static let name = "version"
  static let summary = "Name the release"
  static let parameters: [Parameter<Self>] = [
    .flag("json", nil, \.isJSON, "One JSON object")
  ]

  var isJSON = false

  func run(in session: Session) throws(Failure) -> ExitCode {
    let answer = Answer(version: Release.version)
    let rendering = Rendering(session.output, json: isJSON, color: .never)
    try rendering.write(answer) { _ in "xfer \(answer.version)\n" }
    return .done
  }

  private struct Answer: Encodable {
    let version: String
  }
}

internal import Glibc
import Testing

extension Session {
  /// Runs `xfer` to its end.
  @discardableResult
  func xfer(
    _ words: String...,
    input: Child.Input = .nothing,
    output: Child.Output = .collected,
    environment extra: [String: String] = [:],
    within limit: Duration = .seconds(20)
  ) throws -> Outcome {
    try run(
      [Programs.xfer] + words,
      input: input,
      output: output,
      environment: extra,
      within: limit
    )
  }

  /// Starts `xfer` and leaves it running.
  func startXfer(
    _ words: String...,
    input: Child.Input = .nothing,
    output: Child.Output = .collected,
    errors: Child.Output = .collected
  ) throws -> Child {
    try Child(
      [Programs.xfer] + words,
      environment: environment,
      input: input,
      output: output,
      errors: errors
    )
  }

  /// Runs a program of this session to its end.
  @discardableResult
  func run(
    _ words: [String],
    input: Child.Input = .nothing,
    output: Child.Output = .collected,
    environment extra: [String: String] = [:],
    within limit: Duration = .seconds(20)
  ) throws -> Outcome {
    let child = try start(words, input: input, output: output, environment: extra)
    let outcome = child.outcome(within: limit)
    if outcome.status == Outcome.late {
      Issue.record("\(words.joined(separator: " ")) did not end within \(limit)")
    }
    return outcome
  }

  /// Starts a program of this session.
  func start(
    _ words: [String],
    input: Child.Input = .nothing,
    output: Child.Output = .collected,
    environment extra: [String: String] = [:]
  ) throws -> Child {
    try Child(
      words,
      environment: environment.merging(extra) { $1 },
      input: input,
      output: output
    )
  }

  /// Puts and requires that it worked.
  func put(
    _ bytes: [UInt8],
    _ words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try run([Programs.xfer, "put"] + words, input: .bytes(bytes))
    try #require(outcome.status == 0, "\(outcome.complaint)", sourceLocation: sourceLocation)
  }

  func put(
    _ text: String,
    _ words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try run([Programs.xfer, "put"] + words, input: .bytes(Array(text.utf8)))
    try #require(outcome.status == 0, "\(outcome.complaint)", sourceLocation: sourceLocation)
  }

  /// Gives the clipboard to xclip, which stays in the background.
  func xclipOwns(
    _ input: Child.Input,
    target: String? = nil,
    selection: String = "clipboard"
  ) throws {
    let words = ["xclip", "-selection", selection] + (target.map { ["-t", $0] } ?? [])
    try own(selection.uppercased(), by: words, input)
  }

  /// What xclip reads.
  func xclipReads(target: String? = nil, selection: String = "clipboard") throws -> Outcome {
    try run(["xclip", "-o", "-selection", selection] + (target.map { ["-t", $0] } ?? []))
  }

  func xselOwns(_ input: Child.Input) throws {
    try own("CLIPBOARD", by: ["xsel", "-bi"], input)
  }

  /// Runs a program that goes to the background as owner of a selection.
  ///
  /// Neither xclip nor xsel owns yet when the front of it ends.
  private func own(_ selection: String, by words: [String], _ input: Child.Input) throws {
    let observer = try XClient(in: self)
    let before = try observer.owner(of: selection)
    let outcome = try run(words, input: input, output: .discarded)
    guard outcome.status == 0 else { throw HarnessError("\(words): \(outcome.complaint)") }
    let isOwner = try holds(within: .seconds(10)) {
      let owner = try observer.owner(of: selection)
      return owner != nil && owner != before
    }
    guard isOwner else { throw HarnessError("\(words) do not own") }
  }

  func xselReads() throws -> Outcome { try run(["xsel", "-bo"]) }
}

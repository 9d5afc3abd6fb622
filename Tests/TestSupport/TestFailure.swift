/// Why a test could not even be carried out.
public struct TestFailure: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

import Synchronization
import Testing

@testable import Declarations

@Suite("What may have been meant")
struct SuggestionTests {
  /// The problems of some types, each of which needs one that is not there, and how often the names
  /// of the system were asked for.
  private func report(_ count: Int, among known: Int) -> (problems: [String], questions: Int) {
    let questions = Counter()
    let system = BuiltInTypes(
      parents: { $0 == "public.data" ? [] : nil },
      identifiers: {
        questions.number.add(1, ordering: .relaxed)
        return ["public.data"] + (1..<known).map { "public.number-\($0)" }
      }
    )
    let text = (0..<count).map {
      "[[type]]\nidentifier = \"com.example.t\($0)\"\nconformsTo = [\"public.daat\"]\n"
    }
    var documents = DeclarationDocuments()
    documents.add(Array(text.joined().utf8), file: "f")
    let user = UserDeclarations(documents, stamps: [], system: system)
    return (user.problems.map(\.description), questions.number.load(ordering: .relaxed))
  }

  private final class Counter: Sendable {
    let number = Atomic(0)
  }

  @Test func `names are made once, and only for a mistake`() {
    let few = report(10, among: 100)
    #expect(few.problems.allSatisfy { $0.hasSuffix("; did you mean 'public.data'?") })
    #expect(few.problems.count == 10 && few.questions == 1)
    #expect(report(0, among: 100).questions == 0)
  }

  @Test func `of thousands of mistakes only the first get a suggestion`() {
    let many = report(1_000, among: 1_000)
    #expect(many.problems.count { $0.contains("did you mean") } == 10)
    #expect(many.problems.count == 1_000 && many.questions == 1)
  }
}

/// Why the benchmark cannot go on.
struct BenchmarkError: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

internal import Patterns
internal import SQLite

/// What a text must hold: what is searched for, what a regular expression matches, or both.
struct TextMatch {
  private let trigrams: TrigramQuery?
  private let matcher: Matcher?

  /// `nil` if the query asks nothing of texts.
  init?(_ query: HistoryQuery) throws(StoreError) {
    trigrams = query.search.map(TrigramQuery.init)
    do throws(PatternError) {
      matcher = try query.regex.map { (text) throws(PatternError) in try Matcher(Pattern(text)) }
    } catch {
      throw .invalidPattern(reason: error.description)
    }
    if trigrams == nil, matcher == nil { return nil }
  }

  /// Whether it helps to know some texts before the statement is made.
  var wantsSamples: Bool { trigrams?.isChoosing ?? false }

  /// Goes through texts: the columns are the key of the entry, and the text; `samples` are some texts.
  func statement(after samples: [[UInt8]]) -> HistoryStatement {
    if let trigrams, trigrams.isIndexed {
      var statement = HistoryStatement(
        """
        SELECT x.entry, x.searched FROM search AS s CROSS JOIN texts AS x ON x.entry = s.rowid
        """,
        by: "s.rowid"
      )
      // Of the table and not of its column: an index without positions knows no columns either.
      statement.conditions = ["search MATCH ?"]
      statement.values = [.text(trigrams.expression(after: samples))]
      return statement
    }
    var statement = HistoryStatement("SELECT x.entry, x.searched FROM texts AS x", by: "x.entry")
    if let pattern = trigrams?.likePattern {
      // Every thousandth comes as well, so that no step takes long: others wait for their turn.
      let sample = HistoryStatement.isSample("x.entry")
      statement.conditions = ["(x.searched LIKE ? ESCAPE '\\' OR \(sample))"]
      statement.values = [.text(pattern)]
    }
    return statement
  }

  /// Whether a text (UTF-8) holds all that is asked for.
  func matches(_ text: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
    if let trigrams, !trigrams.matches(text) { return false }
    guard let matcher else { return true }
    do throws(PatternError) {
      return try matcher.matches(text)
    } catch {
      guard case .tooCostly = error else { throw .invalidPattern(reason: error.description) }
      throw .tooCostly
    }
  }
}

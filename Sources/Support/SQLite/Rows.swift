/// A cursor over the rows of one statement; other statements may run between its steps.
///
/// Gives its statement back at the end, at an error, when closed, or with the last reference to it and
/// its row. Until then a reader holds its snapshot, which keeps a WAL file from being emptied.
public final class Rows {
  private let database: Database
  private var statement: Statement?

  init(of statement: Statement, on database: Database) {
    self.statement = statement
    self.database = database
  }

  deinit {
    close()
  }

  /// The next row, valid until the step after it; `nil` at the end, and ever after.
  public func next() throws(SQLiteError) -> Row? {
    guard let statement else { return nil }
    do {
      if try statement.step() { return Row(statement, of: self) }
    } catch {
      close()
      throw error
    }
    close()
    return nil
  }

  /// Ends the cursor before its end.
  public func close() {
    guard let statement else { return }
    self.statement = nil
    database.giveBack(statement)
  }
}

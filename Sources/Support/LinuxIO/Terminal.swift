internal import CLinux
internal import Glibc

/// What is known of a terminal.
public enum Terminal {
  public static func isTerminal(_ number: CInt) -> Bool { isatty(number) == 1 }

  /// In character cells, `nil` if it is no terminal or does not say.
  ///
  /// Source: ioctl_tty(2), `TIOCGWINSZ`.
  public static func size(of number: CInt) -> (columns: Int, rows: Int)? {
    var (columns, rows): (CInt, CInt) = (0, 0)
    guard clinux_terminal_size(number, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return nil
    }
    return (Int(columns), Int(rows))
  }
}

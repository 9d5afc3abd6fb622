internal import Glibc

/// The signals this program sends and receives.
///
/// Source: signal(7).
public enum Signal {
  public static let hangUp: CInt = SIGHUP
  public static let interrupt: CInt = SIGINT
  public static let quit: CInt = SIGQUIT
  public static let kill: CInt = SIGKILL
  public static let user1: CInt = SIGUSR1
  public static let user2: CInt = SIGUSR2
  public static let terminate: CInt = SIGTERM
  public static let child: CInt = SIGCHLD
  public static let resume: CInt = SIGCONT
  public static let stop: CInt = SIGSTOP
  public static let windowChanged: CInt = SIGWINCH
}

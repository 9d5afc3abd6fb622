internal import Synchronization

/// The types that this process knows: the system's, those that were installed, and the desktop's.
public enum TypeRegistry {
  private static let installed = Mutex<Installed>(Installed())

  private struct Installed {
    var declarations: [TypeDeclaration] = []
    var database: (any MIMEDatabase)?
  }

  /// Replaces what was installed before, in one step: a look-up sees all of it or nothing.
  ///
  /// An identifier that the system declares, too, adds its names and parents to that declaration.
  /// Of two declarations of one identifier an exported one wins over an imported one, else the first.
  public static func install(_ declarations: [TypeDeclaration], database: (any MIMEDatabase)?) {
    installed.withLock { $0 = Installed(declarations: declarations, database: database) }
  }

  /// Adds declarations to what is installed.
  public static func add(_ declarations: [TypeDeclaration]) {
    installed.withLock { $0.declarations += declarations }
  }
}

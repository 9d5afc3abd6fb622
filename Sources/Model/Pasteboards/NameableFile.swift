/// Content in a file that has no name yet, so that a crash leaves no litter, and can get one.
///
/// What is linked is the very file: nothing is copied. It is synced before, by whoever wrote it.
public protocol NameableFile: PayloadFile {
  /// Gives the file a name in a directory of its own file system.
  ///
  /// - Throws: If something has the name, or the file system refuses.
  func link(to path: [UInt8]) throws(PayloadFailure)
}

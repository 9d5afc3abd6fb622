/// The Varlink interface that client and daemon speak.
public enum PasteboardInterface {
  /// The interface's name.
  public static let name = "org.xfer.Pasteboard"

  /// The interface described in Varlink's own language.
  ///
  /// Source: `org.xfer.Pasteboard.varlink`, which a test holds against the messages here.
  public static var description: String {
    String(decoding: PackageResources.org_xfer_Pasteboard_varlink, as: UTF8.self)
  }

  /// A method of the interface by its name.
  public enum Method: String, Sendable, CaseIterable {
    case put = "Put"
    case fulfil = "Fulfil"
    case get = "Get"
    case types = "Types"
    case files = "Files"
    case describeType = "DescribeType"
    case clear = "Clear"
    case list = "List"
    case show = "Show"
    case restore = "Restore"
    case copy = "Copy"
    case move = "Move"
    case pin = "Pin"
    case tag = "Tag"
    case remove = "Remove"
    case testRules = "TestRules"
    case inspect = "Inspect"
    case folders = "Folders"
    case addFolder = "AddFolder"
    case removeFolder = "RemoveFolder"
    case createBoard = "CreateBoard"
    case removeBoard = "RemoveBoard"
    case export = "Export"
    case `import` = "Import"
    case watch = "Watch"
    case status = "Status"
    case attachDisplay = "AttachDisplay"
    case boards = "Boards"
    case reload = "Reload"
    case stop = "Stop"

    /// The name with the interface in front, as it stands in a call.
    public var qualifiedName: String { "\(PasteboardInterface.name).\(rawValue)" }

    /// The method of a qualified name; `nil` if it is not one of this interface.
    public init?(qualifiedName: String) {
      let prefix = PasteboardInterface.name + "."
      guard qualifiedName.hasPrefix(prefix) else { return nil }
      self.init(rawValue: String(qualifiedName.dropFirst(prefix.count)))
    }
  }
}

public import LinuxIO
internal import Varlink
public import Wire

/// Files that entries refer to.
extension DaemonConnection {
  /// Names the files of an entry; the second is the list of their URIs, if there are any.
  public func files(
    _ request: FilesRequest
  ) throws(ClientError) -> (reply: FilesReply, list: SharedDescriptor?) {
    let reply: FilesReply = try call(.files, request)
    guard let index = reply.descriptor else { return (reply, nil) }
    guard exchange.descriptors.indices.contains(index) else {
      throw .invalidAnswer(reason: "there is no descriptor \(index)")
    }
    return (reply, exchange.descriptors[index])
  }

  /// Names the directories that are bound to boards.
  public func folders() throws(ClientError) -> FoldersReply {
    try call(.folders, FoldersRequest())
  }

  /// Binds a directory to a board.
  public func addFolder(_ request: AddFolderRequest) throws(ClientError) {
    let _: Nothing = try call(.addFolder, request)
  }

  /// Binds a directory no longer.
  public func removeFolder(_ request: RemoveFolderRequest) throws(ClientError) {
    let _: Nothing = try call(.removeFolder, request)
  }
}

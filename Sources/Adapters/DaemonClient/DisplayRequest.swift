internal import Wire

/// A request that names the caller's display.
protocol DisplayRequest: Encodable {
  var display: String? { get set }
}

extension PutRequest: DisplayRequest {}
extension GetRequest: DisplayRequest {}
extension TypesRequest: DisplayRequest {}
extension FilesRequest: DisplayRequest {}
extension FoldersRequest: DisplayRequest {}
extension AddFolderRequest: DisplayRequest {}
extension RemoveFolderRequest: DisplayRequest {}
extension ClearRequest: DisplayRequest {}
extension WatchRequest: DisplayRequest {}
extension ListRequest: DisplayRequest {}
extension ShowRequest: DisplayRequest {}
extension TestRulesRequest: DisplayRequest {}
extension InspectRequest: DisplayRequest {}
extension RestoreRequest: DisplayRequest {}
extension ArrangeRequest: DisplayRequest {}
extension PinRequest: DisplayRequest {}
extension TagRequest: DisplayRequest {}
extension RemoveRequest: DisplayRequest {}
extension CreateBoardRequest: DisplayRequest {}
extension RemoveBoardRequest: DisplayRequest {}
extension ExportRequest: DisplayRequest {}
extension ImportRequest: DisplayRequest {}

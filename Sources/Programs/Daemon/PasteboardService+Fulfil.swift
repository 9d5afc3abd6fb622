internal import Varlink
internal import Wire

extension PasteboardService {
  /// Takes the content of a promise.
  func fulfil(_ call: VarlinkCall) throws(PasteboardError) {
    let request: FulfilRequest = try call.decoded()
    throw .noSuchEntry(entry: request.entry)
  }
}

/// Whether the type of a reply fits what was asked.
///
/// Some owners answer any target with whatever they have: only the type tells.
///
/// Source: ICCCM 2.0 §2.6.2; measured behaviour of xclip, old Java and Wine.
enum ReplyCheck {
  /// Decides about a reply; `byteCount` is all bytes of it, where it is one property.
  static func accepts(
    _ type: TargetName,
    elementBits: Int,
    byteCount: Int?,
    asAnswerTo target: TargetName
  ) -> Bool {
    switch target {
    case .targets:
      return (type == .atom || type == .targets) && elementBits == 32
    case .timestamp:
      return elementBits == 32 && byteCount == 4
    default:
      if type == target { return true }
      // TEXT is never a type, and owners mix up the names of one text; Tk calls all text STRING.
      let isText = target.plainTextRank != nil || target.bytes.starts(with: "text/".utf8)
      return isText && type.plainTextRank != nil && elementBits == 8
    }
  }
}

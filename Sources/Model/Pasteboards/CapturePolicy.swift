public import UniformTypeIdentifiers

/// What of another program's copy is kept.
///
/// Every representation, but for those that say the same again: of raster images the best format, of
/// each kind of rich text one. Side effects and secrets are no content, and never get here.
public struct CapturePolicy: Sendable, Equatable {
  /// Only these types and what conforms to them; empty means all.
  public var types: [UTType]
  /// Not these types, nor what conforms to them.
  public var ignoredTypes: [UTType]
  /// Not what these programs copy: a window class or a program's name, in whatever case.
  public var ignoredSources: [String]
  /// Raster formats, the one to keep first; others are kept if none of them is on offer.
  public var imageOrder: [UTType]
  /// The most bytes of one representation.
  public var byteLimit: Int
  /// The most representations.
  public var countLimit: Int

  public init(
    types: [UTType] = [],
    ignoredTypes: [UTType] = [],
    ignoredSources: [String] = [],
    imageOrder: [UTType] = [.png, .tiff, .jpeg, .webP, .gif, .bmp],
    byteLimit: Int = 64 << 20,
    countLimit: Int = 1024
  ) {
    self.types = types
    self.ignoredTypes = ignoredTypes
    self.ignoredSources = ignoredSources
    self.imageOrder = imageOrder
    self.byteLimit = byteLimit
    self.countLimit = countLimit
  }

  /// What is to become of each of the types on offer, in the owner's order.
  ///
  /// `withImages` is `false` where nobody copied anything on purpose: an owner may take long to make
  /// one of what was only selected. What the owner has `refused` leaves its place to another.
  public func verdicts(
    on offered: [UTType],
    withImages: Bool = true,
    refused: Set<Int> = []
  ) -> [Verdict] {
    let image = withImages ? keptImage(among: offered, refused) : nil
    var richKinds: Set<UTType> = []
    var count = 0
    return offered.enumerated().map { index, type in
      if !types.isEmpty, !types.contains(where: type.conforms(to:)) { return .skip(.notListed) }
      if ignoredTypes.contains(where: type.conforms(to:)) { return .skip(.ignoredType) }
      if type.isRaster, index != image {
        return .skip(withImages ? .otherImage : .imageOfSelection)
      }
      if !refused.contains(index), let kind = Self.richTextKinds.first(where: type.conforms(to:)),
        !richKinds.insert(kind).inserted
      {
        return .skip(.otherRichText)
      }
      count += 1
      return count > countLimit ? .skip(.tooMany) : .keep
    }
  }

  /// Whether a program's copies are kept at all.
  public func keepsCopies(of origin: Origin?) -> Bool {
    let names = [origin?.windowClass, origin?.program].compactMap { $0?.lowercased() }
    return !ignoredSources.contains { names.contains($0.lowercased()) }
  }

  /// The place of the one raster image that is kept.
  private func keptImage(among offered: [UTType], _ refused: Set<Int>) -> Int? {
    let isWanted = { (type: UTType) -> Bool in
      (types.isEmpty || types.contains(where: type.conforms(to:)))
        && !ignoredTypes.contains(where: type.conforms(to:))
    }
    let images = offered.indices.filter { index in
      offered[index].isRaster && isWanted(offered[index]) && !refused.contains(index)
    }
    for format in imageOrder {
      if let index = images.first(where: { offered[$0].conforms(to: format) }) { return index }
    }
    return images.first
  }

  private static let richTextKinds: [UTType] = [.html, .rtf, .rtfd, .flatRTFD, .webArchive]

  /// What becomes of a representation.
  public enum Verdict: Sendable, Equatable {
    case keep
    case skip(Reason)
  }

  /// Why a representation is not read.
  public enum Reason: String, Sendable, CaseIterable {
    /// The configuration lists types, and not this one.
    case notListed
    case ignoredType
    /// Another format of the image is kept, from which this one can be made again.
    case otherImage
    /// What is only selected is not made into an image.
    case imageOfSelection
    /// Another form of the same kind of rich text is kept.
    case otherRichText
    /// What it says of files is kept as a list and a mark.
    case otherFileList
    case tooMany
  }
}

extension UTType {
  /// Whether it is an image of pixels, which a program offers in one format after the other.
  fileprivate var isRaster: Bool { conforms(to: .image) && !conforms(to: .svg) }
}

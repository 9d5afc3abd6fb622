/// A value that can be copied, pasted, dragged and dropped.
///
/// What it can be had as is a property of the type, said once and in the order of preference: the
/// most faithful representation first, the most compatible one last. What depends on the value is
/// said with ``TransferRepresentation/exportingCondition(_:)``.
///
/// ```swift
/// extension Ticket: Transferable {
///   static var transferRepresentation: some TransferRepresentation {
///     CodableRepresentation(contentType: .ticket)
///     ProxyRepresentation(exporting: \.title)
///   }
/// }
/// ```
///
/// Source: Apple's `Transferable`, whose names and semantics are kept.
public protocol Transferable: Sendable {
  /// The representations, as one.
  associatedtype Representation: TransferRepresentation

  /// What a value can be sent as, and made from.
  @TransferRepresentationBuilder<Self>
  static var transferRepresentation: Representation { get }
}

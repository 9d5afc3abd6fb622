extension Never: TransferRepresentation {
  public typealias Item = Never

  public typealias Body = Never
}

/// There is no value of this type, so there is nothing to represent.
extension Never: Transferable {
  public static var transferRepresentation: TupleTransferRepresentation<Never, ()> {
    TupleTransferRepresentation()
  }
}

public import LinuxIO
public import Wire

/// Entries on their way to another machine, and back.
extension DaemonConnection {
  /// Has entries written to a descriptor as a tar archive, and answers what became of them.
  ///
  /// The `descriptor` of the request is set here. `progress` hears how far it is.
  public func export(
    _ request: ExportRequest,
    to output: SharedDescriptor,
    _ progress: (ArchiveReply) -> Void = { _ in }
  ) throws(ClientError) -> ArchiveReply {
    var request = request
    request.descriptor = 0
    return try archive(.export, request, output, progress)
  }

  /// Has the entries of such an archive taken, which is read from a descriptor to its end.
  ///
  /// As ``export(_:to:_:)``.
  public func `import`(
    _ request: ImportRequest,
    from input: SharedDescriptor,
    _ progress: (ArchiveReply) -> Void = { _ in }
  ) throws(ClientError) -> ArchiveReply {
    var request = request
    request.descriptor = 0
    return try archive(.import, request, input, progress)
  }

  private func archive(
    _ method: PasteboardInterface.Method,
    _ request: some DisplayRequest,
    _ descriptor: SharedDescriptor,
    _ progress: (ArchiveReply) -> Void
  ) throws(ClientError) -> ArchiveReply {
    var reply: ArchiveReply = try call(method, request, descriptors: [descriptor], more: true)
    while exchange.continues {
      progress(reply)
      reply = try patiently { (exchange, timeout) throws(ClientError) in
        try exchange.next(timeout: timeout)
      }
    }
    return reply
  }
}

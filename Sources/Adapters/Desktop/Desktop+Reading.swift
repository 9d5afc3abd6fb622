internal import LinuxIO
internal import Pasteboards
public import Selections
internal import XCB

// Reading what other programs offer.
extension Desktop {
  /// The targets that the owner of a selection names, in its order.
  ///
  /// The owner may be silent for `timeout`. It is asked once a claim where XFIXES tells of claims.
  public func targets(
    of selection: Selection,
    timeout: Duration
  ) async throws(DesktopError) -> [TargetName] {
    // The news of a claim may lie unread, though whoever asks knows of it already.
    repeat { drain() } while session?.hasMovedPiece == true
    if let known = session?.knownTargets[selection] { return known }
    let claim = claimCounts[selection]
    let sink = TargetSink()
    let content = try await convert(
      selection,
      target: .targets,
      timeout: timeout,
      nextPiece: timeout,
      cap: TargetSink.byteLimit,
      into: sink
    )
    let atoms = TargetList.atoms(
      replyType: content.replyType,
      elementBits: Int(content.elementBits.rawValue),
      items: sink.words
    )
    guard var atoms else { throw .broken(.unexpectedType(content.replyType)) }
    let session = try connected()
    session.leftOutCounts[selection] = Set(sink.words).subtracting([0]).count - atoms.count
    // However long the list is: a mark at its end is one, too.
    let mark = sink.words.first { session.secretMarks.contains($0) }
    if let mark, !atoms.contains(mark) { atoms.append(mark) }
    do {
      let names = try session.names.names(of: atoms.map(Atom.init(rawValue:)), session.connection)
      let targets = names.compactMap { $0 }
      noteTargets(targets, of: selection, session)
      // Good until the next claim, of which only XFIXES tells; one may have come meanwhile.
      // And an owner that has nothing yet may be asked again soon.
      if session.isWatching, claimCounts[selection] == claim,
        targets.contains(where: { !$0.isWithoutContent })
      {
        session.knownTargets[selection] = targets
      }
      return targets
    } catch {
      throw .notConnected(reason: "\(error)")
    }
  }

  /// How many targets the owner of a selection named that ``targets(of:timeout:)`` left out.
  public func leftOutTargetCount(of selection: Selection) -> Int {
    session?.leftOutCounts[selection] ?? 0
  }

  /// Reads one target of a selection into `sink`, piece by piece as it comes.
  ///
  /// One conversion of one owner runs at a time, since some have state for one only.
  ///
  /// Nobody is asked if the owner is not the `wanted` one. It may take `timeout` to its first answer and
  /// `nextPiece` from piece to piece, by default ``DesktopLimits/nextPiece``. More than `cap` bytes fail.
  public func convert(
    _ selection: Selection,
    target: TargetName,
    timeout: Duration,
    nextPiece: Duration? = nil,
    cap: Int,
    of wanted: WindowID? = nil,
    into sink: any ContentSink
  ) async throws(DesktopError) -> ConvertedContent {
    let session = try connected()
    guard let owner = try window(owning: selection, session),
      !session.connection.owns(owner), wanted.map({ $0.rawValue == owner.rawValue }) ?? true
    else { throw .noOwner }
    let conversion = Conversion(
      id: nextConversionID(),
      selection: selection,
      target: target,
      owner: owner,
      slot: try slot(session),
      sink: sink,
      cap: cap,
      answerPatience: timeout,
      piecePatience: nextPiece ?? limits.nextPiece
    )
    let id = conversion.id
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        conversion.continuation = continuation
        // The display may have gone since it was looked at: then nothing would ever end the wait.
        guard self.session === session else {
          return conversion.end(.failure(.notConnected(reason: "the display went away")))
        }
        enqueue(conversion, session)
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      loop.perform { [weak self] in
        self?.assumeIsolated { $0.cancel(id) }
      }
    }
    return try result.get()
  }

  private func nextConversionID() -> UInt64 {
    conversionCount += 1
    return conversionCount
  }

  /// A window and a property for one conversion, which nobody else uses until it is released.
  private func slot(_ session: Session) throws(DesktopError) -> ConversionSlot {
    if let slot = session.idleSlots.popLast() { return slot.turned }
    do {
      let number = session.slotCount % 64
      let properties = try session.names.atoms(
        of: [TargetName("_XFER_A\(number)"), TargetName("_XFER_B\(number)")],
        session.connection
      )
      session.slotCount += 1
      let window = try session.connection.createInputOnlyWindow(events: .propertyChange)
      return ConversionSlot(window: window, property: properties[0], other: properties[1])
    } catch {
      throw .notConnected(reason: "\(error)")
    }
  }
}

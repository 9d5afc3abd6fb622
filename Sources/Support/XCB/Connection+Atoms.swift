internal import CXCB

extension Connection {
  /// The atoms for names, in the same order, made if the server has none; one wait in all.
  ///
  /// Atoms are never freed by the server: do not intern what strangers send without a limit.
  ///
  /// A name has at most 65,535 bytes.
  ///
  /// - Throws: ``XError/Kind/tooLong(byteCount:limit:)`` before anything is sent, or what the
  ///   server says.
  ///
  /// Source: X11 protocol, InternAtom.
  public func intern(_ names: [[UInt8]]) throws(XError) -> [Atom] {
    for name in names where name.count > Int(UInt16.max) {
      throw XError(
        request: "InternAtom",
        kind: .tooLong(byteCount: name.count, limit: Int(UInt16.max))
      )
    }
    let cookies = names.map { name in
      name.withUnsafeBytes { bytes in
        xcb_intern_atom(
          raw,
          0,
          UInt16(bytes.count),
          bytes.bindMemory(to: CChar.self).baseAddress
        )
      }
    }
    var atoms: [Atom] = []
    var failure: XError?
    for cookie in cookies {
      do throws(XError) {
        let reply = try reply("InternAtom") { xcb_intern_atom_reply(raw, cookie, &$0) }
        atoms.append(Atom(rawValue: reply.body.atom))
      } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return atoms
  }

  /// The names of atoms, in the same order, `nil` for one that does not exist; one wait in all.
  ///
  /// - Throws: ``XError/Kind/disconnected(code:)``.
  ///
  /// Source: X11 protocol, GetAtomName.
  public func names(of atoms: [Atom]) throws(XError) -> [[UInt8]?] {
    let cookies = atoms.map { xcb_get_atom_name(raw, $0.rawValue) }
    var names: [[UInt8]?] = []
    for cookie in cookies {
      do throws(XError) {
        let reply = try reply("GetAtomName") { xcb_get_atom_name_reply(raw, cookie, &$0) }
        names.append(reply.withBytes(from: 32, count: Int(reply.body.name_len)) { Array($0) })
      } catch {
        if error.isDisconnection { throw error }
        names.append(nil)
      }
    }
    return names
  }
}

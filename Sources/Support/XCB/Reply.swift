internal import CXCB
import Glibc

/// Memory that libxcb allocated and this value frees.
struct Reply<Body>: ~Copyable {
  private let memory: UnsafeMutablePointer<Body>
  /// All bytes of the reply that the server sent and libxcb read.
  let byteCount: Int

  /// Takes over a reply, which begins with the protocol's 8-byte head.
  init(owning memory: UnsafeMutablePointer<Body>) {
    self.memory = memory
    let head = UnsafeRawPointer(memory).loadUnaligned(as: xcb_generic_reply_t.self)
    byteCount = 32 + Int(head.length) * 4
  }

  deinit { free(memory) }

  var body: Body { memory.pointee }

  /// Lends `count` bytes from an offset, or as many of them as there are.
  func withBytes<Result, Failure: Error>(
    from offset: Int,
    count: Int,
    _ read: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let available = max(0, min(count, byteCount - offset))
    return try read(
      UnsafeRawBufferPointer(start: UnsafeRawPointer(memory) + offset, count: available)
    )
  }
}

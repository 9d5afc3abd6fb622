import DaemonClient
import Testing
import Wire

@Suite("Type wish")
struct TypeWishTests {
  static func offered(_ type: String, _ targets: [String] = []) -> OfferedType {
    OfferedType(type: type, mimeType: nil, targets: targets, size: nil, item: 1)
  }

  @Test(arguments: [
    ("public.png", "public.png", true), ("public.image", "public.png", true),
    ("image/png", "public.png", true), (".png", "public.png", true), (".PNG", "public.png", true),
    ("public.text", "public.json", true), ("public.plain-text", "public.json", false),
    ("public.png", "public.jpeg", false), ("com.example.x", "com.example.x", true),
    ("public.data", "com.example.x", false), ("nonsense", "public.png", false),
    ("", "public.png", false), ("public.png", "public.image", false),
  ])
  func `a type is met by itself and by what conforms`(
    _ wish: String,
    _ type: String,
    _ isMet: Bool
  ) {
    #expect(TypeWish(wish).isMet(by: Self.offered(type)) == isMet)
  }

  @Test func `an X11 target is met by its name`() {
    let offered = Self.offered("public.utf8-plain-text", ["UTF8_STRING", "TEXT"])
    #expect(TypeWish("TEXT").isMet(by: offered))
    #expect(!TypeWish("STRING").isMet(by: offered))
  }
}

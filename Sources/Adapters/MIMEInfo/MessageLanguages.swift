/// The languages that messages are wanted in.
///
/// Source: locale(7); GNU gettext manual, "The LANGUAGE variable".
enum MessageLanguages {
  /// The best first, such as `de_AT`, `de`; none if the wish is for the language of the programs.
  static func preferred(environment: (String) -> [UInt8]?) -> [String] {
    func value(_ name: String) -> String? {
      guard let bytes = environment(name), !bytes.isEmpty, bytes.count <= 1024 else { return nil }
      return String(validating: bytes, as: UTF8.self)
    }
    let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
    guard !isProgrammers(locale) else { return [] }
    var languages: [String] = []
    for wish in value("LANGUAGE")?.split(separator: ":").map(String.init) ?? [locale] {
      if isProgrammers(wish) { break }
      languages += variants(of: wish).filter { !languages.contains($0) }
    }
    return languages
  }

  private static func isProgrammers(_ locale: String) -> Bool {
    locale == "C" || locale == "POSIX" || locale.hasPrefix("C.")
  }

  /// `language_TERRITORY.codeset@modifier` without the codeset, then with less and less.
  private static func variants(of locale: String) -> [String] {
    let parts = locale.split(separator: "@", maxSplits: 1)
    guard let name = parts.first?.prefix(while: { $0 != "." }), !name.isEmpty else { return [] }
    let full = String(name)
    let short = String(name.prefix { $0 != "_" })
    let plain = full == short || short.isEmpty ? [full] : [full, short]
    return parts.count == 2 ? plain.map { "\($0)@\(parts[1])" } + plain : plain
  }
}

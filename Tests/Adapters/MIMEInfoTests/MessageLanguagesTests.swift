import Testing

@testable import MIMEInfo

@Suite("Message languages") struct MessageLanguagesTests {
  @Test(
    arguments: [
      ([:], []), (["LANG": "C"], []), (["LANG": "C.UTF-8"], []), (["LANG": "POSIX"], []),
      (["LANG": ""], []), (["LANG": "de_AT.UTF-8"], ["de_AT", "de"]), (["LANG": "de"], ["de"]),
      (["LANG": "sr_RS.UTF-8@latin"], ["sr_RS@latin", "sr@latin", "sr_RS", "sr"]),
      (["LANG": "de_AT", "LC_MESSAGES": "fr_FR"], ["fr_FR", "fr"]),
      (["LC_MESSAGES": "fr_FR", "LC_ALL": "it"], ["it"]),
      (["LANG": "de_AT", "LANGUAGE": "de_AT:de_DE:en"], ["de_AT", "de", "de_DE", "en"]),
      (["LANG": "C", "LANGUAGE": "de"], []), (["LANG": "en_US", "LANGUAGE": "fr:C:de"], ["fr"]),
      (["LANG": ".UTF-8"], []), (["LANG": "@"], []), (["LANG": "_DE"], ["_DE"]),
    ] as [([String: String], [String])]
  )
  func `the wish is taken from the environment`(environment: [String: String], expected: [String]) {
    let found = MessageLanguages.preferred { name in environment[name].map { Array($0.utf8) } }
    #expect(found == expected)
  }

  @Test func `what is not UTF-8 is no wish`() {
    #expect(MessageLanguages.preferred { $0 == "LANG" ? [0xFF] : nil } == [])
  }
}

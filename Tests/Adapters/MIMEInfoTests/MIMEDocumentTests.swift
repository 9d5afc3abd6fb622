import Testing

@testable import MIMEInfo

@Suite("MIME document") struct MIMEDocumentTests {
  private func comment(_ text: String, _ languages: String...) -> String? {
    MIMEDocument(Array(text.utf8), languages: languages).comment
  }

  private let translated = """
    <?xml version="1.0"?><mime-type type="a/b"><!-- <comment>no</comment> -->
    <comment>plain</comment><comment xml:lang="de">deutsch</comment>
    <comment xml:lang='de_AT'>österreichisch</comment><comment xml:lang="sr@latin">srpski</comment>
    <comment xml:lang="pt-BR">brasileiro</comment></mime-type>
    """

  @Test(arguments: [
    ([], "plain"), (["fr"], "plain"), (["de"], "deutsch"), (["de_AT", "de"], "österreichisch"),
    (["de_CH", "de"], "deutsch"), (["fr", "de"], "deutsch"), (["sr@latin", "sr"], "srpski"),
    (["pt_BR", "pt"], "brasileiro"),
  ])
  func `the best language is taken`(languages: [String], expected: String) {
    #expect(MIMEDocument(Array(translated.utf8), languages: languages).comment == expected)
  }

  @Test(arguments: [
    ("<comment>a &lt;b&gt; &amp;&quot;&apos; &#65;&#x42;</comment>", "a <b> &\"' AB"),
    ("<comment>a &unknown; &#xD800; &#x; & b</comment>", "a &unknown; &#xD800; &#x; & b"),
    ("<comment>\n  two\n  words </comment>", "two words"),
    ("<comment>a&#7;b\u{7F}</comment>", "ab"),
    ("<comment  a = 'x>y' >z</comment>", "z"), ("<comment>cut", "cut"),
    ("<comment><![CDATA[no]]></comment><comment>yes</comment>", "yes"),
  ])
  func `references and white space are read`(text: String, expected: String) {
    #expect(comment(text) == expected)
  }

  @Test(arguments: [
    "", "<", "<comment", "<comment>", "<comment/>", "<comment></comment>", "<!--", "<![CDATA[",
    "<comment xml:lang=", "<comment xml:lang='de", "<comment = = =>", "<<<<", "<comment '\"", "<?",
    "<glob pattern=unquoted/>", "<comments>x</comments>",
  ])
  func `what is no comment is none`(text: String) {
    #expect(comment(text) == nil)
  }

  @Test func `a text that is too long to be meant is none`() {
    #expect(comment("<comment>\(String(repeating: "x", count: 100_000))</comment>") == nil)
    #expect(comment("<comment>\(String(repeating: "x", count: 100))</comment>") != nil)
  }

  @Test func `patterns come in order and in lower case`() {
    let text = "<glob pattern=\"*.JPG\"/><glob weight='70' pattern='*.jpeg'/><glob/>"
    #expect(MIMEDocument(Array(text.utf8), languages: []).patterns == ["*.jpg", "*.jpeg"])
  }

  @Test(.timeLimit(.minutes(4)))
  func `a document, cut anywhere or with any byte changed, is read without harm`() {
    let whole = Array(translated.utf8)
    for length in 0...whole.count {
      _ = MIMEDocument(Array(whole.prefix(length)), languages: ["de"])
    }
    for index in whole.indices {
      for byte in [UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\""), 0xFF] {
        var changed = whole
        changed[index] = byte
        let found = MIMEDocument(changed, languages: ["de"])
        #expect(found.comment?.utf8.count ?? 0 < 1024)
      }
    }
  }
}

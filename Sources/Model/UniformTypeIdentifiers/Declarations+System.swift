extension Declarations {
  /// The types that this package knows by itself.
  static let system = Declarations(rows.map(Declaration.init))

  /// identifier | parents | MIME types | file name extensions, the preferred one first.
  private static let rows: [String] = [
    "public.item|||",
    "public.content|||",
    "public.archive|||",
    "public.data|public.item|application/octet-stream|",
    "public.directory|public.item||",
    "public.folder|public.directory|inode/directory|",
    "public.text|public.data,public.content||",
    "public.plain-text|public.text|text/plain|txt,text",
    "public.utf8-plain-text|public.plain-text|text/plain;charset=utf-8|",
    "public.utf16-plain-text|public.plain-text|text/plain;charset=utf-16|",
    "public.html|public.text|text/html|html,htm",
    "public.rtf|public.text|text/rtf,application/rtf|rtf",
    "public.xml|public.text|application/xml,text/xml|xml",
    "public.json|public.text|application/json|json",
    "public.ndjson|public.text|application/x-ndjson|ndjson",
    "public.yaml|public.text|application/yaml,application/x-yaml,text/yaml|yml,yaml",
    "net.daringfireball.markdown|public.utf8-plain-text|text/markdown|md,markdown",
    "public.source-code|public.plain-text||",
    "public.script|public.source-code||",
    "public.shell-script|public.script|text/x-shellscript,application/x-sh|sh,command",
    "org.freedesktop.desktop-entry|public.utf8-plain-text|application/x-desktop|desktop",
    "public.delimited-values-text|public.text||",
    "public.comma-separated-values-text|public.plain-text,public.delimited-values-text|text/csv|csv",
    "public.tab-separated-values-text|public.plain-text,public.delimited-values-text"
      + "|text/tab-separated-values|tsv",
    "public.image|public.data,public.content||",
    "public.png|public.image|image/png|png",
    "public.jpeg|public.image|image/jpeg|jpeg,jpg,jpe",
    "public.tiff|public.image|image/tiff|tiff,tif",
    "com.compuserve.gif|public.image|image/gif|gif",
    "com.microsoft.bmp|public.image|image/bmp,image/x-bmp,image/x-ms-bmp|bmp",
    "org.webmproject.webp|public.image|image/webp|webp",
    "public.heic|public.image|image/heic|heic",
    "public.svg-image|public.image,public.xml|image/svg+xml|svg",
    "public.audiovisual-content|public.data,public.content||",
    "public.audio|public.audiovisual-content||",
    "public.mp3|public.audio|audio/mpeg|mp3",
    "public.movie|public.audiovisual-content||",
    "public.video|public.movie||",
    "public.mpeg-4|public.movie|video/mp4|mp4",
    "com.apple.quicktime-movie|public.movie|video/quicktime|mov,qt",
    "com.adobe.pdf|public.data,public.content|application/pdf|pdf",
    "public.zip-archive|public.data,public.archive|application/zip|zip",
    "org.gnu.gnu-zip-archive|public.data,public.archive|application/gzip,application/x-gzip|gz",
    "public.url|public.data|text/x-moz-url|",
    "public.file-url|public.url|text/uri-list|",
    "com.apple.color|public.data|application/x-color|",
  ]
}

extension Declarations.Declaration {
  fileprivate init(_ row: String) {
    let fields = row.split(separator: "|", omittingEmptySubsequences: false)
    func list(_ index: Int) -> [String] {
      fields.indices.contains(index) ? fields[index].split(separator: ",").map(String.init) : []
    }
    identifier = fields.first.map(String.init) ?? ""
    parents = list(1)
    mimeTypes = list(2)
    filenameExtensions = list(3)
  }
}

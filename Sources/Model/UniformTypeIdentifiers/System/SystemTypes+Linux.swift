extension SystemTypes {
  /// What Linux adds to Apple's table: MIME types by which X clients know Apple's types, the
  /// preferred spelling first, and types that Apple's table lacks.
  ///
  /// Source: freedesktop.org Shared MIME-info Database; IANA media types; Apple's headers of 2024
  /// to 2026 for the types that are newer than the table.
  static let linux: StaticString = """
    public.folder||inode/directory||
    public.symlink||inode/symlink||
    com.apple.mount-point||inode/mount-point||
    public.named-pipe||inode/fifo||
    public.socket||inode/socket||
    public.character-special||inode/chardevice||
    public.block-special||inode/blockdevice||
    public.file-url||text/uri-list||
    public.url||text/x-moz-url||
    com.microsoft.internet-shortcut||application/x-mswinurl||
    com.apple.color|public.data|application/x-color||color
    public.unix-executable||application/x-executable||
    public.object-code||application/x-object||
    com.sun.java-class||application/x-java||
    com.microsoft.windows-executable||application/vnd.microsoft.portable-executable,\
    application/x-ms-dos-executable||
    public.plain-text||||plain text
    public.utf8-plain-text||||UTF-8 text
    public.rtf||text/rtf,application/rtf||
    public.yaml||application/yaml,application/x-yaml,text/yaml,text/x-yaml||
    public.geojson|public.json|application/geo+json,application/vnd.geo+json|geojson|GeoJSON
    public.toml|public.text|application/toml|toml|TOML
    net.daringfireball.markdown|public.utf8-plain-text|text/markdown,text/x-markdown|md,markdown|\
    Markdown text
    com.apple.log||text/x-log||
    public.patch-file||text/x-patch,text/x-diff||
    public.c-source||text/x-csrc,text/x-c||
    public.c-header||text/x-chdr||
    public.c-plus-plus-source||text/x-c++src||
    public.c-plus-plus-header||text/x-c++hdr||
    public.objective-c-source||text/x-objcsrc||
    public.objective-c-plus-plus-source||text/x-objc++src||
    com.mathworks.matlab.source|public.source-code|text/x-matlab|m|MATLAB source code
    public.swift-source||text/x-swift||
    public.assembly-source||text/x-asm||
    public.rust-source||text/rust||
    com.sun.java-source||text/x-java||
    public.fortran-source||text/x-fortran||
    public.pascal-source||text/x-pascal||
    public.ada-source||text/x-adasrc||
    public.make-source||text/x-makefile||
    public.shell-script||application/x-shellscript,text/x-shellscript,text/x-sh,application/x-sh|\
    sh,command|
    public.csh-script||application/x-csh||
    public.perl-script||application/x-perl,text/x-perl||
    public.python-script||text/x-python,text/x-python3||
    public.ruby-script||application/x-ruby||
    public.php-script||application/x-php||
    com.netscape.javascript-source||text/javascript,application/javascript,\
    application/x-javascript||
    com.microsoft.typescript|public.source-code|application/typescript|ts|TypeScript source code
    org.freedesktop.desktop-entry|public.utf8-plain-text|application/x-desktop|desktop|\
    desktop entry
    org.freedesktop.flatpak-ref|public.utf8-plain-text|application/vnd.flatpak.ref|flatpakref|\
    Flatpak reference
    com.apple.mail.email|public.data,public.email-message|message/rfc822|eml|email message
    public.jpeg-2000||image/jp2||
    com.microsoft.bmp||image/bmp,image/x-bmp,image/x-ms-bmp||
    com.microsoft.ico||image/vnd.microsoft.icon,image/x-icon||
    com.apple.icns||image/x-icns||
    com.apple.pict||image/x-pict||
    com.apple.macpaint-image||image/x-macpaint||
    com.ilm.openexr-image||image/x-exr||
    com.truevision.tga-image||image/x-tga||
    com.sgi.sgi-image||image/x-sgi||
    com.adobe.illustrator.ai-image||application/illustrator||
    com.adobe.raw-image|public.camera-raw-image|image/x-adobe-dng|dng|Digital Negative
    com.adobe.encapsulated-postscript||image/x-eps||
    public.avif|public.heif-standard|image/avif|avif|AVIF image
    public.jpeg-xl|public.image|image/jxl|jxl|JPEG XL image
    io.qt.image|public.image|application/x-qt-image||Qt image
    public.avi||video/x-msvideo||
    public.dv-movie||video/dv||
    public.flc-animation||video/x-flic||
    public.mpeg-2-transport-stream||video/mp2t||
    com.microsoft.advanced-systems-format||application/vnd.ms-asf||
    org.matroska.mkv|public.movie|video/matroska,video/x-matroska|mkv|Matroska video
    org.xiph.ogg-video|public.movie|video/ogg|ogv|Ogg video
    public.mp2||audio/mp2||
    public.aiff-audio||audio/x-aiff||
    public.aifc-audio||audio/x-aifc||
    public.m3u-playlist||audio/x-mpegurl||
    com.microsoft.waveform-audio||audio/x-wav||
    com.microsoft.windows-media-wma||audio/x-ms-wma||
    com.microsoft.advanced-stream-redirector||audio/x-ms-asx||
    org.xiph.ogg-audio|public.audio|audio/ogg|oga,ogg|Ogg audio
    org.xiph.opus|public.audio|audio/opus,audio/x-opus+ogg|opus|Opus audio
    public.truetype-collection-font||font/collection||
    org.w3c.woff2|public.font,public.data|font/woff2|woff2|WOFF2 font
    com.apple.colorsync-profile||application/vnd.iccprofile||
    com.rsa.pkcs-12||application/pkcs12,application/x-pkcs12||
    public.x509-certificate||application/x-x509-ca-cert,application/pkix-cert||
    org.gnu.gnu-zip-archive||application/gzip,application/x-gzip||
    org.gnu.gnu-zip-tar-archive||application/x-compressed-tar||
    public.tar-bzip2-archive||application/x-bzip-compressed-tar||
    org.tukaani.tar-xz-archive||application/x-xz-compressed-tar||
    public.cpio-archive||application/x-cpio||
    com.apple.xar-archive||application/x-xar||
    com.microsoft.cab||application/vnd.ms-cab-compressed||
    com.sun.java-archive||application/java-archive,application/x-java-archive||
    com.rarlab.rar-archive|public.archive,public.data|application/vnd.rar,application/x-rar|rar|\
    RAR archive
    com.facebook.zstandard-archive|public.archive,public.data|application/zstd|zst|\
    Zstandard archive
    org.debian.deb-archive|public.archive,public.data|application/vnd.debian.binary-package|deb|\
    Debian package
    com.redhat.rpm-archive|public.archive,public.data|application/x-rpm|rpm|RPM package
    com.apple.disk-image-udif|public.disk-image,public.data|application/x-apple-diskimage|dmg|\
    Apple disk image
    public.iso-image|public.disk-image,public.data|application/x-cd-image,application/vnd.efi.iso|\
    iso|ISO image
    org.bittorrent.torrent|public.data|application/x-bittorrent|torrent|BitTorrent file
    org.sqlite.v3|public.database,public.data|application/vnd.sqlite3|sqlite,sqlite3,db|\
    SQLite database
    org.freedesktop.appimage|public.executable,public.data|application/vnd.appimage|AppImage|\
    AppImage application
    com.apple.iWork.Keynote.sffkey||application/vnd.apple.keynote||
    com.apple.iWork.Pages.sffpages||application/vnd.apple.pages||
    com.apple.iWork.Numbers.sffnumbers||application/vnd.apple.numbers||
    com.apple.linkpresentation.metadata|public.data|||link metadata
    """
}

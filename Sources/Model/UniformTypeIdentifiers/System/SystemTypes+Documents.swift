// Made by Scripts/system-types; changes by hand belong into SystemTypes+Linux.swift.
extension SystemTypes {
  /// What programs write, mostly of other makers.
  static let documents: StaticString = """
    vnd.android.package-archive|public.data,public.archive|\
    application/vnd.android.package-archive|apk|Android APK file
    public.rust-source|public.text,public.source-code|text/x-rust,text/rust|rs|Rust source code \
    file
    com.apple.iphone.package-archive|public.data,public.archive|application/octet-stream|ipa|iOS \
    application archive
    com.adobe.pdf|public.data,public.composite-content|application/pdf|pdf|PDF document
    com.adobe.edn|public.data||edn|Adobe DRM Activation Key (EDN)
    com.adobe.etd|public.data||etd|Adobe Digital Editions (ETD)
    com.adobe.xfdf|public.data,public.composite-content||xfdf|Adobe Acrobat Forms Document (XFDF)
    com.adobe.fdf|public.data||fdf|Adobe Acrobat Forms Document (FDF)
    com.adobe.postscript|public.data,public.composite-content|application/postscript|ps|PostScript
    com.adobe.encapsulated-postscript|com.adobe.postscript||eps|Encapsulated PostScript
    com.compuserve.gif|public.image|image/gif|gif|GIF image
    com.microsoft.bmp|public.image|image/bmp|bmp,dib|Windows BMP image
    com.microsoft.ico|public.image|image/vnd.microsoft.icon|ico|Windows icon image
    org.webmproject.webp|public.image|image/webp|webp|WebP Image
    org.webmproject.webm|public.movie|video/webm,audio/webm|webm|WebM Media
    public.ofd|public.data,public.composite-content|application/ofd|ofd|Open Fixed-layout Document
    org.openoffice.text|public.data,public.content|application/vnd.sun.xml.writer,\
    application/vnd.stardivision.writer|sxw,sdw|OpenOffice.org 1.0 Text
    org.openoffice.text-template|public.data,public.content|\
    application/vnd.sun.xml.writer.template|stw|OpenOffice.org 1.0 Text Template
    org.oasis-open.opendocument.text|org.oasis-open.opendocument,public.composite-content|\
    application/vnd.oasis.opendocument.text|odt|Open Document text
    org.oasis-open.opendocument.text-template|org.oasis-open.opendocument,\
    public.composite-content|application/vnd.oasis.opendocument.text-template|ott|Open Document \
    text template
    org.openoffice.graphics|public.data,public.content|application/vnd.sun.xml.draw,\
    application/vnd.stardivision.draw|sxd,sda|OpenOffice.org 1.0 Drawing
    org.openoffice.graphics-template|public.data,public.content|\
    application/vnd.sun.xml.draw.template|std|OpenOffice.org 1.0 Drawing Template
    org.oasis-open.opendocument.graphics|org.oasis-open.opendocument,public.composite-content|\
    application/vnd.oasis.opendocument.graphics|odg|Open Document graphics
    org.oasis-open.opendocument.graphics-template|org.oasis-open.opendocument,\
    public.composite-content|application/vnd.oasis.opendocument.graphics-template|otg|Open \
    Document graphics template
    org.openoffice.presentation|public.data,public.content,public.presentation|\
    application/vnd.sun.xml.impress,application/vnd.stardivision.impress,\
    application/vnd.stardivision.impress-packed|sxi,sdd,sdp|OpenOffice.org 1.0 Presentation
    org.openoffice.presentation-template|public.data,public.content,public.presentation|\
    application/vnd.sun.xml.impress.template|sti|OpenOffice.org 1.0 Presentation Template
    org.oasis-open.opendocument.presentation|org.oasis-open.opendocument,public.composite-content,\
    public.presentation|application/vnd.oasis.opendocument.presentation|odp|Open Document \
    presentation
    org.oasis-open.opendocument.presentation-template|org.oasis-open.opendocument,\
    public.composite-content,public.presentation|\
    application/vnd.oasis.opendocument.presentation-template|otp|Open Document presentation \
    template
    org.openoffice.spreadsheet|public.data,public.spreadsheet|application/vnd.sun.xml.calc,\
    application/vnd.stardivision.calc|sxc,sdc|OpenOffice.org 1.0 Spreadsheet
    org.openoffice.spreadsheet-template|public.data,public.spreadsheet|\
    application/vnd.sun.xml.calc.template|stc|OpenOffice.org 1.0 Spreadsheet Template
    org.oasis-open.opendocument.spreadsheet|org.oasis-open.opendocument,public.composite-content,\
    public.spreadsheet|application/vnd.oasis.opendocument.spreadsheet|ods|Open Document \
    spreadsheet
    org.oasis-open.opendocument.spreadsheet-template|org.oasis-open.opendocument,\
    public.composite-content,public.spreadsheet|\
    application/vnd.oasis.opendocument.spreadsheet-template|ots|Open Document spreadsheet template
    org.oasis-open.opendocument.chart|org.oasis-open.opendocument,public.composite-content|\
    application/vnd.oasis.opendocument.chart|odc|Open Document chart
    org.oasis-open.opendocument.chart-template|org.oasis-open.opendocument,\
    public.composite-content|application/vnd.oasis.opendocument.chart-template|otc|Open Document \
    chart template
    org.oasis-open.opendocument.image|org.oasis-open.opendocument,public.image|\
    application/vnd.oasis.opendocument.image|odi|Open Document image
    org.oasis-open.opendocument.image-template|org.oasis-open.opendocument,public.image|\
    application/vnd.oasis.opendocument.image-template|oti|Open Document image template
    org.openoffice.formula|public.data,public.content|application/vnd.sun.xml.math,\
    application/vnd.stardivision.math|sxm,smf|OpenOffice.org 1.0 Formula
    org.oasis-open.opendocument.formula|org.oasis-open.opendocument,public.content|\
    application/vnd.oasis.opendocument.formula|odf|Open Document formula
    org.oasis-open.opendocument.formula-template|org.oasis-open.opendocument,public.content|\
    application/vnd.oasis.opendocument.formula-template|otf|Open Document formula template
    org.openoffice.text-master|public.data,public.content|application/vnd.sun.xml.writer.global|\
    sxg|OpenOffice.org 1.0 Master
    org.oasis-open.opendocument.text-master|org.oasis-open.opendocument,public.composite-content|\
    application/vnd.oasis.opendocument.text-master|odm|Open Document text master
    org.oasis-open.opendocument.text-web|org.oasis-open.opendocument,public.composite-content|\
    application/vnd.oasis.opendocument.text-web|oth|Open Document HTML template
    org.oasis-open.opendocument.database|public.data,public.content,public.database|\
    application/vnd.oasis.opendocument.database|odb|Open Document database
    com.microsoft.word.wordml|public.xml,public.composite-content||xml|Microsoft Word 2003 XML \
    document
    org.openxmlformats.wordprocessingml.document|org.openxmlformats.openxml,\
    public.composite-content|\
    application/vnd.openxmlformats-officedocument.wordprocessingml.document|docx|Office Open XML \
    word processing document
    org.openxmlformats.wordprocessingml.document.macroenabled|org.openxmlformats.openxml,\
    public.composite-content,public.executable|application/vnd.ms-word.document.macroEnabled.12|\
    docm|Office Open XML word processing document (macros enabled)
    org.openxmlformats.wordprocessingml.template|org.openxmlformats.openxml,\
    public.composite-content|\
    application/vnd.openxmlformats-officedocument.wordprocessingml.template|dotx|Office Open XML \
    word processing template
    org.openxmlformats.wordprocessingml.template.macroenabled|org.openxmlformats.openxml,\
    public.composite-content,public.executable|application/vnd.ms-word.template.macroEnabled.12|\
    dotm|Office Open XML word processing template (macros enabled)
    org.openxmlformats.spreadsheetml.sheet|org.openxmlformats.openxml,public.composite-content,\
    public.spreadsheet|application/vnd.openxmlformats-officedocument.spreadsheetml.sheet|xlsx|\
    Office Open XML spreadsheet
    org.openxmlformats.spreadsheetml.sheet.macroenabled|org.openxmlformats.openxml,\
    public.composite-content,public.spreadsheet,public.executable|\
    application/vnd.ms-excel.sheet.macroEnabled.12|xlsm|Office Open XML spreadsheet (macros \
    enabled)
    com.microsoft.excel.sheet.binary.macroenabled|public.zip-archive,public.composite-content,\
    public.spreadsheet,public.executable|application/vnd.ms-excel.sheet.binary.macroEnabled.12|\
    xlsb|Microsoft Excel 2007 spreadsheet (macros enabled)
    org.openxmlformats.spreadsheetml.template|org.openxmlformats.openxml,public.composite-content,\
    public.spreadsheet|application/vnd.openxmlformats-officedocument.spreadsheetml.template|xltx|\
    Office Open XML spreadsheet template
    org.openxmlformats.spreadsheetml.template.macroenabled|org.openxmlformats.openxml,\
    public.composite-content,public.spreadsheet,public.executable|\
    application/vnd.ms-excel.template.macroEnabled.12|xltm|Office Open XML spreadsheet template \
    (macros enabled)
    org.openxmlformats.presentationml.presentation|org.openxmlformats.openxml,public.presentation|\
    application/vnd.openxmlformats-officedocument.presentationml.presentation|pptx|Office Open \
    XML presentation
    org.openxmlformats.presentationml.presentation.macroenabled|org.openxmlformats.openxml,\
    public.presentation,public.executable|\
    application/vnd.ms-powerpoint.presentation.macroEnabled.12|pptm|Office Open XML presentation \
    (macros enabled)
    org.openxmlformats.presentationml.slideshow|org.openxmlformats.openxml,public.presentation|\
    application/vnd.openxmlformats-officedocument.presentationml.slideshow|ppsx|Office Open XML \
    slide show
    org.openxmlformats.presentationml.slideshow.macroenabled|org.openxmlformats.openxml,\
    public.presentation,public.executable|application/vnd.ms-powerpoint.slideshow.macroEnabled.12|\
    ppsm|Office Open XML slide show (macros enabled)
    org.openxmlformats.presentationml.template|org.openxmlformats.openxml,public.presentation|\
    application/vnd.openxmlformats-officedocument.presentationml.template|potx|Office Open XML \
    presentation template
    org.openxmlformats.presentationml.template.macroenabled|org.openxmlformats.openxml,\
    public.presentation,public.executable|application/vnd.ms-powerpoint.template.macroEnabled.12|\
    potm|Office Open XML presentation template (macros enabled)
    com.microsoft.word.doc|public.data,public.composite-content|application/msword|doc|Microsoft \
    Word 97-2004 document
    com.microsoft.word.dot|public.data,public.composite-content|application/msword|dot|Microsoft \
    Word 97-2004 template
    com.microsoft.excel.xls|public.data,public.composite-content,public.spreadsheet|\
    application/vnd.ms-excel,application/msexcel|xls|Microsoft Excel 97-2004 worksheet
    com.microsoft.excel.xlt|public.data,public.spreadsheet|application/vnd.ms-excel,\
    application/msexcel|xlt|Microsoft Excel 97-2004 template
    com.microsoft.excel.xlw|public.data,public.spreadsheet|application/vnd.ms-excel,\
    application/msexcel|xlw|Microsoft Excel 97-2004 workspace
    com.microsoft.excel.xla|public.data||xla|Microsoft Excel add-in
    com.microsoft.powerpoint.ppt|public.data,public.presentation|application/vnd.ms-powerpoint,\
    application/mspowerpoint|ppt|Microsoft PowerPoint 97-2004 presentation
    com.microsoft.powerpoint.pot|public.data,public.presentation|application/vnd.ms-powerpoint,\
    application/mspowerpoint|pot|Microsoft PowerPoint 97-2004 template
    com.microsoft.powerpoint.pps|public.data,public.presentation|application/vnd.ms-powerpoint,\
    application/mspowerpoint|pps|Microsoft PowerPoint 97-2004 slide show
    com.apple.keynote.key|com.apple.package,public.presentation|||Keynote document
    com.apple.keynote.kth|com.apple.package,public.presentation|||Keynote theme
    com.apple.iWork.Keynote.key|com.apple.package,public.presentation,com.apple.keynote.key||key|\
    Keynote document
    com.apple.iWork.Keynote.key-tef|com.apple.package,public.presentation,com.apple.keynote.key||\
    key-tef|Keynote document
    com.apple.iWork.Keynote.sffkey|public.data,public.presentation|\
    application/x-iwork-keynote-sffkey|key|Keynote document
    com.apple.iWork.Keynote.kth|com.apple.package,public.presentation,com.apple.keynote.kth||kth|\
    Keynote theme
    com.apple.iWork.Keynote.sffkth|public.data,public.presentation|\
    application/x-iwork-keynote-sffkth|kth|Keynote theme
    com.apple.iWork.Pages.pages|com.apple.package,public.composite-content||pages|Pages document
    com.apple.iWork.Pages.pages-tef|com.apple.package,public.composite-content||pages-tef|Pages \
    document
    com.apple.iWork.Pages.sffpages|public.data,public.composite-content|\
    application/x-iwork-pages-sffpages|pages|Pages document
    com.apple.iWork.Pages.template|com.apple.package,public.composite-content||template|Pages \
    template
    com.apple.iWork.Pages.sfftemplate|public.data,public.composite-content|\
    application/x-iwork-pages-sfftemplate|template|Pages template
    com.apple.iWork.Numbers.numbers|com.apple.package,public.composite-content,public.spreadsheet|\
    |numbers|Numbers document
    com.apple.iWork.Numbers.numbers-tef|com.apple.package,public.composite-content,\
    public.spreadsheet||numbers-tef|Numbers document
    com.apple.iWork.Numbers.sffnumbers|public.data,public.composite-content,public.spreadsheet|\
    application/x-iwork-numbers-sffnumbers|numbers|Numbers document
    com.apple.iWork.Numbers.template|com.apple.package,public.composite-content,\
    public.spreadsheet||nmbtemplate|Numbers template
    com.apple.iWork.Numbers.sfftemplate|public.data,public.composite-content,public.spreadsheet|\
    application/x-iwork-numbers-sfftemplate|nmbtemplate|Numbers template
    com.apple.garageband.project|com.apple.package,public.audiovisual-content||band,gbProj|\
    GarageBand Project
    com.adobe.photoshop-image|public.image|image/vnd.adobe.photoshop,image/photoshop,\
    image/x-photoshop,image/psd,application/photoshop|psd|Adobe Photoshop document
    com.adobe.photoshop-large-image|public.image||psb|Adobe Photoshop large document
    com.adobe.illustrator.ai-image|public.image||ai|Adobe Illustrator document
    com.truevision.tga-image|public.image|image/targa,image/tga,application/tga|tga|TGA image
    com.sgi.sgi-image|public.image|image/sgi|sgi|Silicon Graphics image
    com.ilm.openexr-image|public.image||exr|OpenEXR image
    com.kodak.flashpix-image|public.image|image/fpx,application/vnd.fpx|fpx|FlashPix image
    public.heif-standard|public.image|||HEIF Image
    public.heif|public.heif-standard|image/heif|heif,hif|
    public.heic|public.heif-standard|image/heic|heic|
    public.avci|public.heif-standard|image/avci|avci|
    public.heifs|public.heif-standard|image/heif-sequence|heifs|HEIF Image Sequence
    public.heics|public.heif-standard|image/heic-sequence|heics|HEIF Image Sequence
    public.avcs|public.heif-standard|image/avcs|avcs|HEIF Image Sequence
    com.apple.drawing|public.image||drawing|Apple Drawing Format
    com.j2.jfx-fax|public.fax||jfx|J2 fax
    com.j2.efx-fax|public.fax|image/efax|efx|eFax fax
    com.digidesign.sd2-audio|public.audio||sd2|Sound Designer II audio
    com.microsoft.waveform-audio|public.audio|audio/vnd.wave,audio/wav,audio/wave,audio/x-wav|wav,\
    wave,bwf|Waveform audio
    com.microsoft.advanced-systems-format|public.audiovisual-content|video/x-ms-asf|asf|Microsoft \
    Advanced Systems Format
    com.microsoft.windows-media-wm|public.movie,com.microsoft.advanced-systems-format|\
    video/x-ms-wm|wm|Windows media
    com.microsoft.windows-media-wmv|public.movie,com.microsoft.advanced-systems-format|\
    video/x-ms-wmv|wmv|Windows media
    com.microsoft.windows-media-wmp|public.movie,com.microsoft.advanced-systems-format|\
    video/x-ms-wmp|wmp|Windows media
    com.microsoft.windows-media-wma|public.audio,com.microsoft.advanced-systems-format|\
    video/x-ms-wma|wma|Windows media audio
    com.microsoft.advanced-stream-redirector|public.audiovisual-content,public.xml|video/x-ms-asx|\
    asx|Advanced Stream Redirector
    com.microsoft.windows-media-wmx|public.movie,com.microsoft.advanced-stream-redirector|\
    video/x-ms-wmx|wmx|Windows media
    com.microsoft.windows-media-wvx|public.movie,com.microsoft.advanced-stream-redirector|\
    video/x-ms-wvx|wvx|Windows media
    com.microsoft.windows-media-wax|public.audio,com.microsoft.advanced-stream-redirector|\
    video/x-ms-wax|wax|Windows media audio
    com.real.realmedia|public.movie|application/vnd.rn-realmedia|rm|RealMedia
    com.real.realmedia-vbr|public.movie|application/vnd.rn-realmedia-vbr|rmvb|RealMedia Variable \
    Bitrate
    org.smpte.mxf|public.movie|application/mxf|mxf|Material eXchange Format
    com.real.realaudio|public.audio|audio/vnd.rn-realaudio,audio/x-pn-realaudio,audio/x-realaudio|\
    ram,ra|RealMedia Audio
    com.soundblaster.soundfont|public.audio||sf2|SoundFont audio
    org.xiph.flac|public.audio|audio/flac|flac|FLAC audio
    com.avid.open-media-framework|public.audiovisual-content||omf|Open Media Framework \
    interchange format
    public.mp4a-loas|public.audio||loas,latm|Low Overhead MPEG-4 Audio Stream
    public.mp4a-latm|public.audio|audio/mp4a-latm||Low-overhead MPEG-4 Audio Transport Multiplex
    com.allume.stuffit-archive|public.data,public.archive|||StuffIt archive family
    com.stuffit.archive.sitx|com.allume.stuffit-archive|application/x-stuffitx,application/x-sitx|\
    sitx|StuffIt X archive
    com.stuffit.archive.sidx|com.allume.stuffit-archive|application/x-stuffitx-index,\
    application/x-sitx-index|sidx|StuffIt X index
    com.stuffit.archive.sit|com.allume.stuffit-archive|application/x-stuffit,application/x-sit|\
    sit,sea|StuffIt archive
    com.adobe.flash.video|public.movie|video/x-flv|flv,f4v,f4p,f4a,f4b|Flash video
    org.khronos.collada.digital-asset-exchange|public.xml,public.audiovisual-content,\
    public.3d-content||dae|Digital Asset Exchange (DAE)
    com.apple.iMovieLibrary|com.apple.package||imovielibrary|iMovie Library
    com.apple.iMovieTheater|com.apple.package||theater|iMovie Theater
    org.7-zip.7-zip-archive|public.data,public.archive|application/x-7z-compressed|7z|7-Zip \
    archive
    org.tukaani.xz-archive|public.data,public.archive|application/x-xz|xz|xz compressed archive
    org.tukaani.tar-xz-archive|public.data,public.archive||txz|xz compressed tar archive
    com.microsoft.cab|public.data,public.archive||cab|Microsoft Cabinet archive
    public.haptics-content||||Haptics content
    com.apple.haptics.ahap|public.haptics-content,public.json||ahap|Apple Haptics Audio Pattern
    com.apple.coreml.model|public.data||mlmodel,mlkitmodel|Core ML Machine Learning Model
    com.apple.coreml.mlpackage|com.apple.package||mlpackage|Core ML Machine Learning Model Package
    com.apple.groupactivities.activity|public.data||groupactivity|Group Activity
    """
}

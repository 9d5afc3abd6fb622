// Made by Scripts/system-types; changes by hand belong into SystemTypes+Linux.swift.
extension SystemTypes {
  /// Images, audio, video, fonts and scripts.
  static let media: StaticString = """
    public.image|public.data,public.content|||image
    com.apple.live-photo||||Live Photo
    com.apple.private.live-photo-bundle|com.apple.live-photo,com.apple.bundle,com.apple.package||\
    pvt|
    public.fax|public.image,public.message|||fax
    public.camera-raw-image|public.image|||camera raw image
    public.jpeg|public.image|image/jpeg,image/jpg|jpeg,jpg,jpe|JPEG image
    public.jpeg-2000|public.image|image/jp2|jp2,jpf,jpx,j2k,j2c|JPEG 2000 image
    public.tiff|public.image|image/tiff|tiff,tif|TIFF image
    com.apple.pict|public.image|image/pict,image/x-pict,image/x-macpict|pict,pct,pic|QuickDraw \
    picture
    com.apple.macpaint-image|public.image||pntg|MacPaint image
    public.png|public.image|image/png|png|PNG image
    public.svg-image|public.image,public.xml|image/svg+xml|svg,svgz|SVG image
    com.apple.quicktime-image|public.image|image/x-quicktime|qtif,qti|QuickTime image
    com.apple.icns|public.image||icns|Apple icon image
    public.xbitmap-image|public.image|image/x-xbitmap|xbm|X bitmap image
    public.mpo-image|public.image||mpo|Multiple Picture Object image
    ca.mcgill.mni.bic.mnc|public.image||mnc,minc|MINC Image
    org.nema.dicom|public.data|application/dicom|dcm,dicom|DICOM
    gov.nih.nifti-1|public.data||nii|NIfTI-1
    public.audiovisual-content|public.data,public.content|||audiovisual content
    public.movie|public.audiovisual-content|||movie
    public.video|public.movie|||video
    public.audio|public.audiovisual-content|||audio
    com.apple.quicktime-movie|public.movie|video/quicktime|mov,qt|QuickTime movie
    public.mpeg|public.movie|video/mpeg,video/mpg,video/x-mpeg,video/x-mpg|mpg,mpeg,mpe,m75,m15|\
    MPEG movie
    public.mpeg-2-video|public.video|video/mpeg2,video/mpeg2-video|m2v|MPEG-2 video
    public.mpeg-4|public.movie|video/mp4,video/mp4v-es|mp4,mpg4|MPEG-4 movie
    com.apple.m4v-video|public.mpeg-4|video/x-m4v|m4v|Apple MPEG-4 movie
    com.apple.protected-mpeg-4-video|com.apple.m4v-video|||protected MPEG-4 movie
    public.dv-movie|public.movie|video/x-dv|dv,dif|DV movie
    public.avi|public.movie|video/avi,video/msvideo,video/x-msvideo|avi,vfw|AVI movie
    public.3gpp|public.movie|video/3gpp,audio/3gpp|3gp,3gpp,sdv|3GPP movie
    public.3gpp2|public.movie|video/3gpp2,audio/3gpp2|3g2,3gp2|3GPP2 movie
    public.flc-animation|public.movie|video/flc|flc,fli,cel|FLC animation
    public.mpeg-2-transport-stream|public.movie||ts|MPEG-2 Transport Stream
    public.audiovisual-content-collection||||Audiovisual Collection
    public.avchd-collection|com.apple.package,public.audiovisual-content-collection||avchd|AVCHD \
    Collection
    com.apple.audio-unit-preset|com.apple.xml-property-list||aupreset|audio unit preset
    public.mp2|public.audio||mp2|MP2 audio
    public.mp3|public.audio|audio/mpeg,audio/mpeg3,audio/mpg,audio/mp3,audio/x-mpeg,audio/x-mpeg3,\
    audio/x-mpg,audio/x-mp3|mp3,mpga|MP3 audio
    public.playlist||||playlist
    public.m3u-playlist|public.plain-text,public.playlist|audio/mpegurl,\
    application/vnd.apple.mpegurl,audio/x-mpegurl|m3u,m3u8|M3U Playlist
    public.pls-playlist|public.text,public.playlist|audio/x-scpls|pls|PLS Playlist
    public.mpeg-4-audio|public.audio|audio/mp4,audio/mp4a-latm|mp4,mpg4|MPEG-4 audio
    com.apple.m4a-audio|public.mpeg-4-audio|audio/x-m4a|m4a|Apple MPEG-4 audio
    com.apple.mpeg-4-ringtone|public.mpeg-4-audio|audio/x-m4r|m4r|Ringtone
    com.apple.protected-mpeg-4-audio|public.audio||m4p|protected MPEG-4 audio
    com.apple.protected-mpeg-4-audio-b|com.apple.protected-mpeg-4-audio||m4b|protected MPEG-4 \
    audio
    public.ulaw-audio|public.audio||ul,ulw,ulaw|uLaw audio
    public.au-audio|public.audio|audio/basic|au,snd|AU audio
    public.aifc-audio|public.audio||aifc|AIFF-C audio
    public.aiff-audio|public.aifc-audio|audio/aiff,audio/x-aiff|aiff,aif|AIFF audio
    public.cdda-audio|public.aifc-audio||cdda|CDDA audio
    public.midi-audio|public.audio|audio/midi,audio/x-midi|midi,mid,smf,kar|MIDI audio
    public.downloadable-sound|public.audio|audio/dls|dls|downloadable sound
    com.apple.coreaudio-format|public.audio||caf|Apple CoreAudio format
    public.ac3-audio|public.audio|audio/ac3|ac3|AC-3 audio
    public.enhanced-ac3-audio|public.audio|audio/eac3|eac3,ec3|Enhanced AC-3 audio
    org.3gpp.adaptive-multi-rate-audio|public.audio|audio/amr|amr|Adaptive Multi-rate audio
    public.aac-audio|public.audio|audio/aac,audio/x-aac|aac,adts|AAC audio
    com.audible.aa-audio|public.audio|||Audible.com Audio
    com.audible.aa-audiobook|com.audible.aa-audio|audio/audible,audio/x-pn-audibleaudio,\
    audio/x-audible|aa|Audible.com Audiobook
    com.audible.aax-audiobook|com.audible.aa-audio|audio/vnd.audible.aax|aax|Audible.com Audiobook
    com.sony.wave64|public.audio||w64|Wave64 Audio
    public.font|public.data|||font
    public.truetype-font|public.font|||TrueType font
    com.adobe.postscript-font|public.font|||PostScript font
    com.apple.truetype-datafork-suitcase-font|public.truetype-font||dfont|TrueType datafork font
    public.opentype-font|public.font|font/otf|otf|PostScript OpenType font
    public.opentype-collection-font|public.opentype-font||otc|PostScript OpenType collection font
    public.truetype-ttf-font|public.truetype-font|font/ttf|ttf|TrueType OpenType font
    public.truetype-collection-font|public.truetype-font||ttc|TrueType collection font
    com.apple.font-suitcase|public.font||suit|font suitcase
    com.adobe.postscript-lwfn-font|com.adobe.postscript-font|||PostScript Type 1 outline font
    com.adobe.postscript-pfb-font|com.adobe.postscript-font||pfb|PostScript Type 1 outline font
    com.adobe.postscript-pfa-font|com.adobe.postscript-font||pfa|PostScript Type 1 outline font
    com.apple.applescript.text|public.script||applescript|AppleScript text
    com.apple.applescript.script|public.data,public.script||scpt|AppleScript
    com.apple.applescript.script-bundle|com.apple.bundle,com.apple.package||scptd|Script bundle
    com.apple.scripting-definition|public.xml||sdef|Scripting Definition
    """
}

// The cases of public bug reports with even numbers, B02 to B92, those on names and the disk, B112 to
// B130, on types, B132 to B136, on secrets and history, B138 to B148, and on the daemon's life, B150 to
// B154, and the suites that try them. Suites that concern what other programs copy run both with that
// recorded and without: those with the trait `watchingOnAndOff`.
//
// | Case | Where |
// |---|---|
// | B02 stderr held open | StartingTests |
// | B04 empty and absent | ExactBytesTests; xsel with no input owns nothing, so that is "absent" |
// | B06 chatter on stderr | StartingTests |
// | B08 text that is something | RepresentationTests |
// | B10 MIME parameters | RepresentationTests |
// | B12 newlines | ExactBytesTests |
// | B14 secrets in argv | LifetimeTests; from history and by drag come with those issues |
// | B16 several representations | RepresentationTests |
// | B18 INCR boundary | LargeContentTests, BytesOutTests, BytesInTests, CapturedTransferTests |
// | B20 INCR header in history | CapturedTransferTests |
// | B22 reader leaves half-way | LargeContentTests, CapturedTransferTests |
// | B24 zero-length edges | IncomingTransferTests, CapturedTransferTests |
// | B26 X errors | LargeContentTests, IncomingTransferTests, CapturedTransferTests |
// | B28 quadratic copies | LargeContentTests |
// | B30 serve-count and INCR | LifetimeTests |
// | B32 slow is not silent | IncomingTransferTests, CaptureTroubleTests |
// | B34 silent owner | ExitStatusTests |
// | B36 no owner | PatienceTests |
// | B38 owner that asks itself | PatienceTests |
// | B40 mute X server | DisplayTroubleTests |
// | B42 SAVE_TARGETS | ClipboardManagerTests; PatienceTests without a manager |
// | B44 copy and exit in Tk | RescueTests |
// | B46 history outlives the owner | RescueTests |
// | B48 rich types after a take-over | RescueTests, CapturedFormatTests |
// | B50 PRIMARY beside CLIPBOARD | PatienceTests, RescueTests |
// | B52 ownership ping-pong | OwnershipTests, RescueTests, ClipboardManagerTests |
// | B54 real timestamps | OwnershipTests |
// | B56 bogus conversions | TargetTests |
// | B58 fields of the answer | TargetTests |
// | B60 own selection, stale requests | OwnershipTests, CaptureRateTests |
// | B62 order of puts | LifetimeTests, CaptureRateTests |
// | B64 20,000 owner changes | CaptureRateTests |
// | B66 refuse cleanly | PatienceTests |
// | B68 requestor vanishes | CaptureTroubleTests, OutgoingTransferTests |
// | B70 side effects | CaptureTroubleTests |
// | B72 STRING only | GarbageOwnerTests, CapturedTransferTests |
// | B74 aliases with charset | GarbageOwnerTests, TargetTests, CapturedTransferTests |
// | B76 NUL | ExactBytesTests, CapturedTransferTests |
// | B78 greedy conversion | CaptureTroubleTests |
// | B80, B86 file lists | FileListTests; CapturedFormatTests as they were copied |
// | B82, B84 companions and paths as text | FileListTests |
// | B88 cut | FileListTests, FileManagerTests; CapturedFormatTests: kept as it was |
// | B90 files behind payloads | HandedFileTests |
// | B92 a name that is lost | FileArrivalTests, HandedFileTests; drops come with dragging |
// | B112 normal forms | HistoryInputTests: boards, tags, titles, names, searches; FileArrivalTests |
// | B114 names are no paths | HistoryInputTests: kept as they are; FileArrivalTests: files of them |
// | B116 a second file of one name | FileArrivalTests |
// | B118 two of one name, unsafe replace | FileArrivalTests, FileTroubleTests, OutputFileTests |
// | B120 false success | FileTroubleTests, OutputFileTests, FullDiskTests; drops come with dragging |
// | B122 partial file left | FileTroubleTests, OutputFileTests; of the history KilledDaemonTests |
// | B124 growth | HistoryLimitGrowthTests, HandedFolderTests |
// | B126 taken paths | TakenPathTests; UserDirectories has unit tests |
// | B128 across file systems | FileArrivalTests; of folders with theirs |
// | B130 links stay | HistoryPrivacyTests |
// | B132 generic type, name lost | ItemProviderTests of CoreTransferable |
// | B134 no second choice | GarbageOwnerTests, TicketStoryChoiceTests, ItemProviderTests |
// | B136 temporary copies | TicketStoryFileTests, FileLifeTests of CoreTransferable |
// | B138 a clear is obeyed | RescueTests, ClearedCopyTests |
// | B140 expiry | LifetimeTests, SecretCaptureTests, ClockJumpTests |
// | B142 byte-exact history | HistoryRestartTests, CapturedFormatTests |
// | B144 one copy, one entry | HistoryRestartTests for puts, CaptureRateTests for copies |
// | B146 poisoned start | HistoryRestartTests; `doctor --store` clears with the daemon down |
// | B148 full disk | FullDiskTests, FullDiskCaptureTests, ClipboardManagerTests |
// | B150 stale sockets | StartingTests |
// | B152 the display comes late | RecordingLifeTests |
// | B154 the display goes | DisplayTroubleTests, RecordingLifeTests |
//
// Of the conformance catalogue (X11 selections): 1 to 8 OwnershipTests (9, the wrap of time, is a unit
// test of XCB), 2 and 3 with history CaptureRateTests, 10 to 20 TargetTests, 21 to 30
// OutgoingTransferTests, 31 to 39 IncomingTransferTests, and with history 30 to 34 and 40
// CapturedTransferTests, 35 to 38 CaptureTroubleTests, 41 CaptureRateTests, 42 RescueTests, 43 to 46
// ClipboardManagerTests, 47 SecretCaptureTests and SecretMemoryTests, 63 to 66 CapturedFormatTests, 63
// and 64 FileListTests as well, 67, 68 and 70 RecordingLifeTests, 68 EndingTests as well; 69 is measured by
// `make bench`.

// The cases of public bug reports with even numbers, B02 to B60, those on names and the disk, B112 to
// B130, on types, B132 to B136, and on history, B142 to B148, and the suites that try them.
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
// | B18 INCR boundary | LargeContentTests, BytesOutTests, BytesInTests |
// | B20 INCR header in history | not here: history; the read itself is in BytesInTests |
// | B22 reader leaves half-way | LargeContentTests; the history's part comes with it |
// | B24 zero-length edges | IncomingTransferTests |
// | B26 X errors | LargeContentTests, IncomingTransferTests |
// | B28 quadratic copies | LargeContentTests |
// | B30 serve-count and INCR | LifetimeTests |
// | B32 slow is not silent | IncomingTransferTests |
// | B34 silent owner | ExitStatusTests |
// | B36 no owner | PatienceTests |
// | B38 owner that asks itself | PatienceTests |
// | B40 mute X server | DisplayTroubleTests |
// | B42 SAVE_TARGETS | PatienceTests: the atom is not claimed; saving comes with the manager |
// | B44 copy and exit in Tk | not here: rescue needs history |
// | B46 history outlives the owner | not here: history |
// | B48 rich types after a take-over | not here: rescue needs history |
// | B50 PRIMARY beside CLIPBOARD | PatienceTests |
// | B52 ownership ping-pong | OwnershipTests: without the manager xferd never claims by itself |
// | B54 real timestamps | OwnershipTests |
// | B56 bogus conversions | TargetTests |
// | B58 fields of the answer | TargetTests |
// | B60 own selection, stale requests | OwnershipTests; the history's part comes with it |
// | B112 normal forms | HistoryInputTests: boards, tags, titles, names, searches; folders with theirs |
// | B114 names are no paths | HistoryInputTests: kept as they are; `get -o DIR` and folders make files of them |
// | B116 a second file of one name | not here: `get -o DIR` |
// | B118 two of one name, unsafe replace | OutputFileTests for one file; not here: `get -o DIR` |
// | B120 false success | OutputFileTests, FullDiskTests; drops come with dragging |
// | B122 partial file left | OutputFileTests; of the history KilledDaemonTests |
// | B124 growth | HistoryLimitGrowthTests |
// | B126 taken paths | TakenPathTests; UserDirectories has unit tests |
// | B128 across file systems | not here: `get -o DIR` and folders |
// | B130 links stay | HistoryPrivacyTests |
// | B132 generic type, name lost | ItemProviderTests of CoreTransferable |
// | B134 no second choice | GarbageOwnerTests, TicketStoryChoiceTests, ItemProviderTests |
// | B136 temporary copies | TicketStoryFileTests, FileLifeTests of CoreTransferable |
// | B142 byte-exact history | HistoryRestartTests |
// | B144 one copy, one entry | HistoryRestartTests for puts; what other programs copy comes with watching |
// | B146 poisoned start | HistoryRestartTests; `doctor --store` clears with the daemon down |
// | B148 full disk | FullDiskTests; what other programs copy comes with watching |
//
// Of the conformance catalogue (X11 selections): 1 to 8 OwnershipTests (9, the wrap of time, is a unit
// test of XCB), 10 to 20 TargetTests, 21 to 30 OutgoingTransferTests, 31 to 39 IncomingTransferTests,
// 68 EndingTests.

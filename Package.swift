// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target of this package is compiled with these.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// A module of one of the floors; the floor is the folder.
func module(
  _ name: String,
  on floor: String,
  uses dependencies: [Target.Dependency] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: "Sources/\(floor)/\(name)",
    resources: resources,
    swiftSettings: settings
  )
}

func program(
  _ name: String,
  uses dependencies: [Target.Dependency],
  path: String? = nil
) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies,
    path: path ?? "Sources/Programs/\(name)",
    swiftSettings: settings
  )
}

/// The tests of one module, in the folder of its floor.
func tests(_ name: String, on floor: String, uses dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.byName(name: name)] + dependencies,
    path: "Tests/\(floor)/\(name)Tests",
    swiftSettings: settings
  )
}

let package = Package(
  name: "xfer",
  products: [
    .executable(name: "xfer", targets: ["xfer"]),
    .executable(name: "xferd", targets: ["xferd"]),
    .executable(name: "xfer-image", targets: ["xfer-image"]),
    .executable(name: "ticket-board", targets: ["TicketBoard"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "CoreTransferable", targets: ["CoreTransferable"]),
    .library(name: "PasteboardClient", targets: ["PasteboardClient"]),
  ],
  targets: [
    // C: module maps and shims.
    .target(name: "CLinux", path: "Sources/C/CLinux"),
    .systemLibrary(
      name: "CXCB",
      path: "Sources/C/CXCB",
      pkgConfig: "xcb",
      providers: [.apt(["libxcb1-dev", "libxcb-xfixes0-dev", "libxcb-res0-dev", "libxau-dev"])]
    ),
    .target(name: "CToml", path: "Sources/C/CToml"),
    .systemLibrary(
      name: "CSQLite",
      path: "Sources/C/CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]
    ),
    .systemLibrary(
      name: "CPCRE2",
      path: "Sources/C/CPCRE2",
      pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"])]
    ),
    .systemLibrary(
      name: "CXXHash",
      path: "Sources/C/CXXHash",
      pkgConfig: "libxxhash",
      providers: [.apt(["libxxhash-dev"])]
    ),
    .systemLibrary(
      name: "CGdkPixbuf",
      path: "Sources/C/CGdkPixbuf",
      pkgConfig: "gdk-pixbuf-2.0",
      providers: [.apt(["libgdk-pixbuf-2.0-dev"])]
    ),
    .systemLibrary(
      name: "CDBus",
      path: "Sources/C/CDBus",
      pkgConfig: "dbus-1",
      providers: [.apt(["libdbus-1-dev"])]
    ),

    // Support: know the machine, nothing of transfers.
    module("LinuxIO", on: "Support", uses: ["CLinux"]),
    module("XCB", on: "Support", uses: ["CXCB"]),
    module("TOML", on: "Support", uses: ["CToml"]),
    module("Varlink", on: "Support", uses: ["LinuxIO"]),
    module("Arguments", on: "Support"),
    module("SQLite", on: "Support", uses: ["CSQLite"]),
    module("Patterns", on: "Support", uses: ["CPCRE2"]),
    module("Checksums", on: "Support", uses: ["CXXHash"]),
    module("DBus", on: "Support", uses: ["CDBus"]),
    module("Tar", on: "Support"),
    module("Images", on: "Support", uses: ["CGdkPixbuf"]),

    // Model: pure.
    module("UniformTypeIdentifiers", on: "Model"),
    module("CoreTransferable", on: "Model", uses: ["UniformTypeIdentifiers"]),
    module("Pasteboards", on: "Model", uses: ["UniformTypeIdentifiers"]),
    module("Selections", on: "Model", uses: ["Pasteboards", "UniformTypeIdentifiers"]),
    module(
      "Wire",
      on: "Model",
      uses: ["Pasteboards", "UniformTypeIdentifiers"],
      resources: [.embedInCode("org.xfer.Pasteboard.varlink")]
    ),

    // Adapters: join one piece of machine to the model.
    module("Declarations", on: "Adapters", uses: ["UniformTypeIdentifiers", "TOML", "LinuxIO"]),
    module("MIMEInfo", on: "Adapters", uses: ["UniformTypeIdentifiers", "LinuxIO"]),
    module(
      "Desktop",
      on: "Adapters",
      uses: ["Selections", "XCB", "LinuxIO", "Pasteboards", "UniformTypeIdentifiers"]
    ),
    module("DropFolders", on: "Adapters", uses: ["LinuxIO"]),
    module(
      "DaemonClient",
      on: "Adapters",
      uses: ["Wire", "Varlink", "LinuxIO", "UniformTypeIdentifiers"]
    ),
    module(
      "PasteboardClient",
      on: "Adapters",
      uses: ["CoreTransferable", "DaemonClient", "LinuxIO", "MIMEInfo", "Pasteboards", "Wire"]
    ),

    module(
      "Store",
      on: "Adapters",
      uses: [
        "Pasteboards", "UniformTypeIdentifiers", "SQLite", "Patterns", "Checksums", "LinuxIO",
      ]
    ),

    // Programs.
    module(
      "Daemon",
      on: "Programs",
      uses: [
        "Store", "Declarations", "Desktop", "MIMEInfo", "Varlink", "Wire", "LinuxIO", "TOML",
        "Tar", "Checksums", "Patterns", "DBus", "DropFolders", "Pasteboards", "Selections",
        "UniformTypeIdentifiers",
        "XCB",
      ],
      resources: [.embedInCode("config.toml")]
    ),
    module(
      "Commands",
      on: "Programs",
      uses: [
        "DaemonClient", "Wire", "Pasteboards", "UniformTypeIdentifiers", "LinuxIO", "Arguments",
        "Tar",
      ]
    ),
    program("xferd", uses: ["Daemon"]),
    program("xfer", uses: ["Commands"]),
    program("xfer-image", uses: ["Images", "LinuxIO"]),
    program("TicketBoard", uses: ["CoreTransferable", "LinuxIO", "PasteboardClient"]),

    // Benchmarks: `make bench` runs xfer-bench; nothing else uses these.
    .target(name: "CProcesses", path: "Sources/Programs/Benchmarks/CProcesses"),
    program(
      "xfer-bench",
      uses: [
        "CProcesses", "LinuxIO", "Pasteboards", "Store", "UniformTypeIdentifiers", "Varlink",
      ],
      path: "Sources/Programs/Benchmarks/xfer-bench"
    ),

    // Tests.
    .target(
      name: "TestSupport",
      dependencies: ["LinuxIO", "XCB"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    tests("LinuxIO", on: "Support", uses: ["TestSupport"]),
    tests("XCB", on: "Support", uses: ["LinuxIO", "TestSupport"]),
    tests("TOML", on: "Support", uses: []),
    tests("Varlink", on: "Support", uses: ["LinuxIO", "TestSupport"]),
    tests("Arguments", on: "Support", uses: []),
    tests("SQLite", on: "Support", uses: ["TestSupport"]),
    tests("Patterns", on: "Support", uses: []),
    tests("Checksums", on: "Support", uses: []),
    tests("DBus", on: "Support", uses: ["TestSupport"]),
    tests("Tar", on: "Support", uses: ["TestSupport"]),
    tests("Images", on: "Support", uses: ["TestSupport"]),
    tests("UniformTypeIdentifiers", on: "Model", uses: []),
    tests("CoreTransferable", on: "Model", uses: ["UniformTypeIdentifiers"]),
    tests("Pasteboards", on: "Model", uses: ["UniformTypeIdentifiers"]),
    tests("Selections", on: "Model", uses: ["Pasteboards", "UniformTypeIdentifiers"]),
    tests("Wire", on: "Model", uses: ["Varlink"]),
    tests(
      "Declarations",
      on: "Adapters",
      uses: ["UniformTypeIdentifiers", "LinuxIO", "TestSupport"]
    ),
    tests("MIMEInfo", on: "Adapters", uses: ["UniformTypeIdentifiers", "LinuxIO", "TestSupport"]),
    tests(
      "Desktop",
      on: "Adapters",
      uses: [
        "Selections", "Pasteboards", "UniformTypeIdentifiers", "XCB", "LinuxIO", "TestSupport",
      ]
    ),
    tests("DropFolders", on: "Adapters", uses: ["LinuxIO", "TestSupport"]),
    tests(
      "PasteboardClient",
      on: "Adapters",
      uses: ["CoreTransferable", "Wire", "LinuxIO", "TestSupport"]
    ),
    tests(
      "Store",
      on: "Adapters",
      uses: [
        "Pasteboards", "UniformTypeIdentifiers", "SQLite", "Checksums", "LinuxIO", "TestSupport",
      ]
    ),
    tests("DaemonClient", on: "Adapters", uses: ["Wire", "Varlink", "LinuxIO", "TestSupport"]),
    tests(
      "Daemon",
      on: "Programs",
      uses: [
        "Declarations", "Wire", "Varlink", "DBus", "LinuxIO", "Pasteboards",
        "UniformTypeIdentifiers", "TestSupport",
      ]
    ),
    tests("Commands", on: "Programs", uses: ["Arguments", "Wire", "LinuxIO", "TestSupport"]),
    .testTarget(
      name: "ArchitectureTests",
      dependencies: ["TestSupport", "TOML"],
      path: "Tests/ArchitectureTests",
      swiftSettings: settings
    ),
    program(
      "swift-peer",
      uses: ["CoreTransferable", "LinuxIO", "PasteboardClient"],
      path: "Tests/EndToEndTests/Peers/SwiftPeer"
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "TestSupport", "XCB", "LinuxIO", "Varlink", "Wire", "xfer", "xferd", "xfer-image",
        "TicketBoard", "swift-peer",
      ],
      path: "Tests/EndToEndTests",
      exclude: ["Peers"],
      swiftSettings: settings
    ),
  ],
  cxxLanguageStandard: .cxx17
)

import Testing

@Suite("Arrows between modules", .timeLimit(.minutes(4)))
struct ArrowTests {
  private let package: PackageDump
  private let table: ModuleTable

  init() throws {
    package = try PackageDump.current.get()
    table = try ModuleTable()
  }

  @Test func `every module has a row, and every row a module`() {
    #expect(Set(package.modules.map(\.name)) == Set(table.rows.map(\.name)))
  }

  @Test func `no arrow is outside the table`() {
    for module in package.modules {
      let allowed = table.allowed(module.name)
      for dependency in module.dependencies.map(\.name) {
        #expect(allowed.contains(dependency), "\(module.name) -> \(dependency)")
      }
    }
  }

  @Test func `a module lies on its floor`() {
    for module in package.modules {
      let floor = table.row(module.name)?.floor ?? "?"
      #expect(module.path?.hasPrefix("Sources/\(floor)/") == true, "\(module.name): \(floor)")
    }
  }

  @Test func `arrows go down or sideways, never up`() {
    let floors = ["C", "Support", "Model", "Adapters", "Programs"]
    for row in table.rows {
      for name in row.mayImport {
        let mine = floors.firstIndex(of: row.floor) ?? -1
        let its = table.row(name).flatMap { floors.firstIndex(of: $0.floor) } ?? floors.count
        #expect(its <= mine, "\(row.name) -> \(name)")
        #expect(!(row.floor == "Model" && its < mine), "\(row.name) -> \(name): a model is pure")
      }
    }
  }

  @Test func `no module is below itself`() {
    for row in table.rows {
      #expect(!table.allowed(row.name).contains(row.name), "\(row.name)")
    }
  }

  /// Fully static means: no C library but libc.
  @Test func `xfer stands on no C library`() {
    let below = package.closure(of: "xfer")
    let c = Set(table.rows.filter { $0.floor == "C" }.map(\.name))
    #expect(below.contains("Commands"))
    #expect(below.intersection(c).subtracting(["CLinux"]).isEmpty)
    #expect(below.isDisjoint(with: ["XCB", "TOML", "Desktop", "Daemon"]))
  }

  /// Readers of images have mistakes, and may end no process that has anything else to do.
  @Test func `xfer-image alone reads images`() {
    for program in package.modules.map(\.name) where program != "xfer-image" {
      let below = package.closure(of: program)
      #expect(program == "Images" || !below.contains("CGdkPixbuf"), "\(program)")
    }
    #expect(package.closure(of: "xfer-image").contains("CGdkPixbuf"))
  }

  /// `xfer` would start slower and both would be larger.
  @Test func `xfer and xferd do without Foundation`() {
    for program in ["xfer", "xferd"] {
      #expect(package.closure(of: program).isDisjoint(with: ["CoreTransferable"]), "\(program)")
    }
  }

  @Test func `every module but main programs has a test target`() {
    let tests = Set(package.targets.filter { $0.type == "test" }.map(\.name))
    let untested = table.rows.filter { row in
      ["Support", "Model", "Adapters"].contains(row.floor) && !tests.contains("\(row.name)Tests")
    }
    #expect(untested.isEmpty, "\(untested.map(\.name))")
    #expect(tests.isSuperset(of: ["DaemonTests", "CommandsTests", "EndToEndTests"]))
  }
}

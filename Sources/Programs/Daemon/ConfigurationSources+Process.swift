internal import LinuxIO

extension ConfigurationSources {
  /// What this process finds on its command line, in its environment and on its disk.
  static func process(_ settings: [String]) -> ConfigurationSources {
    ConfigurationSources(
      variable: { Environment.value($0) },
      read: { path in
        do throws(SystemError) {
          return .bytes(try FileSystem.read(path, limit: (1 << 20) + 1))
        } catch {
          return error.code == SystemError.notFound ? .absent : .failed(error.description)
        }
      },
      names: { (try? FileSystem.names(in: $0)) ?? [] },
      settings: settings
    )
  }
}

/// Which release of the programs this is.
public enum Release {
  /// As in `xfer --version` and the `version` of a status.
  public static let version = "0.1.0"
}

internal import Desktop

extension DesktopLimits {
  /// What the configuration says, so far as it concerns the display.
  init(_ configuration: Configuration) {
    self.init()
    nextPiece = configuration.timeouts.betweenPieces
    requestorIdle = configuration.timeouts.ownerIdle
    transfers = configuration.limits.transfers
  }
}

extension TollgateClient {
  /// Says that what a failed purchase had to say was read; the paywall sells again.
  public func problemClosed() {
    if case .failed = presentation?.stage { presentation?.stage = .offering }
  }
}

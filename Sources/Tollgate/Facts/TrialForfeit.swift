/// A record that a trial cannot start because the device already had it with another customer.
public struct TrialForfeit: Hashable, Sendable {
  public let trial: Trial.ID
  /// The device that already had it.
  public let device: Device.ID
  /// When this customer would have started it.
  public let at: Instant

  public init(trial: Trial.ID, device: Device.ID, at: Instant) {
    self.trial = trial
    self.device = device
    self.at = at
  }
}

extension TrialForfeit: FactValue {
  package static var traits: FactTraits { .removable }

  package var stamp: Instant? { at }
}

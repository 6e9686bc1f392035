/// A record of the variant of an experiment that a customer got, when it first mattered; the earliest one counts.
public struct VariantAssignment: Hashable, Sendable {
  public let experiment: Experiment.ID
  public let variant: Experiment.Variant.ID
  /// What made it matter.
  public let reason: Reason
  /// When it first mattered, by the server's clock.
  public let at: Instant

  /// What made a variant matter.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// A paywall was shown that the experiment changes.
    case paywall
    /// Signing up started a trial that the experiment changes.
    case trial
    /// A nudge was delivered whose text the experiment changes.
    case nudge
    /// The customer bought something before anything else made it matter.
    case purchase
  }

  public init(
    experiment: Experiment.ID, variant: Experiment.Variant.ID, reason: Reason, at: Instant
  ) {
    self.experiment = experiment
    self.variant = variant
    self.reason = reason
    self.at = at
  }

  /// Whether it wins over another record for the same experiment: the earlier one does.
  func outranks(_ other: VariantAssignment) -> Bool {
    (at, variant.rawValue, reason.rawValue)
      < (other.at, other.variant.rawValue, other.reason.rawValue)
  }
}

extension VariantAssignment: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly, .lifecycle] }

  package var stamp: Instant? { at }
}

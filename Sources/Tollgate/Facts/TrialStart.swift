/// The start of a trial, with terms that later blueprints do not change.
public struct TrialStart: Hashable, Sendable {
  public let trial: Trial.ID
  /// When the trial starts; the earliest start for each purchase counts.
  public let at: Instant
  /// The trial's terms: its length and what it gives.
  public let terms: Trial.Terms
  /// The purchase that started it; nil if none did.
  public let purchase: PurchaseID?
  /// Whether it is an ``AddOnTrial``, which changes no phase, whatever a later blueprint makes of its name.
  public let isAddOn: Bool

  public init(
    trial: Trial.ID, at: Instant, terms: Trial.Terms, purchase: PurchaseID? = nil,
    isAddOn: Bool = false
  ) {
    self.trial = trial
    self.at = at
    self.terms = terms
    self.purchase = purchase
    self.isAddOn = isAddOn
  }

  func outranks(_ other: TrialStart) -> Bool {
    if at != other.at { return at < other.at }
    return tieBreak.lexicographicallyPrecedes(other.tieBreak)
  }

  private var tieBreak: [String] {
    [
      purchase?.description ?? "", terms.lasts?.description ?? "", "\(terms.uses?.limit ?? 0)",
      terms.uses?.feature.rawValue ?? "", "\(terms.entitlements)",
      isAddOn ? "1" : "", terms.earned.isEmpty ? "" : "\(terms.earned)",
    ]
  }
}

extension TrialStart: FactValue {
  package static var traits: FactTraits { .lifecycle }

  package var stamp: Instant? { nil }
  package var relatedPurchase: PurchaseID? { purchase }
}

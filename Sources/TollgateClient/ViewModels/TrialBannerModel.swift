public import Observation
import Tollgate

/// The model of a trial's banner: how much is left, and the button to the plans.
@MainActor
@Observable
public final class TrialBannerModel {
  public struct Content: Hashable, Sendable {
    /// The icon's name, which is decorative.
    public let icon: String
    /// The text for how much is left, or for a trial that has ended.
    public let text: String
    /// The percentage left, 0 to 100, of the days or of the uses, for the one that is nearer to its end; nil if only
    /// days end the trial.
    public let percentLeft: Int?
    /// The title of the button that shows the plans; nil if there is nothing to buy.
    public let actionLabel: String?
    /// The banner as one sentence, for screen readers.
    public let accessibilityLabel: String
    /// The effect of pressing the button, for screen readers.
    public let accessibilityHint: String?
  }

  public let client: TollgateClient

  public init(_ client: TollgateClient) { self.client = client }

  /// The contents; nil if there is nothing to show.
  ///
  /// During a trial the text is the blueprint's `trial-banner` or `trial-status`, or else a standard line. If the
  /// blueprint has `trial-over`, that is shown after a trial that ran out of time; after any other, the banner says how
  /// it ended.
  public var content: Content? {
    guard let text else { return nil }
    let canBuy = client.paywallOnSale != nil
    return Content(
      icon: "sparkles", text: text, percentLeft: percentLeft,
      actionLabel: canBuy ? client.line(.seePlans) : nil, accessibilityLabel: text,
      accessibilityHint: canBuy ? client.line(.plansHint) : nil)
  }

  public func seePlans() async {
    if let paywall = client.paywallOnSale { await client.showPaywall(paywall) }
  }

  private var text: String? {
    guard let trial = client.membership?.trial else { return nil }
    switch client.phase {
    case .trial:
      if let own = client.text("trial-banner") ?? client.text("trial-status") { return own }
      // For customers who have already bought, the plan's line takes over; the blueprint decides how a paid trial is
      // described.
      guard client.membership?.subscription?.isActive != true else { return nil }
      if let left = trial.daysLeft { return client.line(.trialDaysLeft, count: left, [:]) }
      return trial.usesLeft.map { client.line(.trialUsesLeft, count: $0, [:]) }
    case .trialExpired:
      // A customer who never had the trial does not read that it is over.
      guard !client.isAwaitingPurchase, trial.activatedAt != nil else { return nil }
      let own = client.text("trial-over")
      return own == nil || trial.ending == .time ? own : client.trialOverLine
    case .unknown, .onboarding, .blocked, .subscribed, .lapsed, .free: return nil
    }
  }

  private var percentLeft: Int? {
    guard client.phase == .trial, let trial = client.membership?.trial, let limit = trial.limit
    else { return nil }
    let uses = trial.usesLeft.map { $0 * 100 / max(1, limit) }
    let days = trial.daysLeft.map { $0 * 100 / max(1, trial.days ?? 1) }
    return [uses, days].compactMap { $0 }.min()
  }
}

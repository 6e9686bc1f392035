public import Observation
import Tollgate

/// The banner of a trial: how much is left of it, and the way to the plans.
@MainActor
@Observable
public final class TrialBannerModel {
  /// What the banner says.
  public struct Content: Hashable, Sendable {
    /// The icon's name; it is decoration.
    public let icon: String
    /// How much is left, or what is said after the trial.
    public let text: String
    /// How many of a hundred uses are left, 0 to 100; nil where days alone end the trial.
    public let percentLeft: Int?
    /// The button that shows the plans; nil where there is nothing to buy.
    public let actionLabel: String?
    /// The banner as one sentence, for screen readers.
    public let accessibilityLabel: String
    /// What pressing the button does, for screen readers.
    public let accessibilityHint: String?
  }

  /// The client whose trial it is.
  public let client: TollgateClient

  /// Describes the banner of a client.
  public init(_ client: TollgateClient) { self.client = client }

  /// What it says; nil where there is nothing to say.
  ///
  /// In a trial that is the blueprint's `trial-banner` or `trial-status`, else a standard line. Where the blueprint has
  /// `trial-over`, that is said after a trial that its time ended, and after any other how it ended.
  public var content: Content? {
    guard let text else { return nil }
    let canBuy = client.paywallOnSale != nil
    return Content(
      icon: "sparkles", text: text, percentLeft: percentLeft,
      actionLabel: canBuy ? client.line(.seePlans) : nil, accessibilityLabel: text,
      accessibilityHint: canBuy ? client.line(.plansHint) : nil)
  }

  /// Shows the plans.
  public func seePlans() async {
    if let paywall = client.paywallOnSale { await client.showPaywall(paywall) }
  }

  private var text: String? {
    guard let trial = client.membership?.trial else { return nil }
    switch client.phase {
    case .trial:
      if let own = client.text("trial-banner") ?? client.text("trial-status") { return own }
      // Who has bought already is told by the plan; how a paid trial is told is the blueprint's.
      guard client.membership?.subscription?.isActive != true else { return nil }
      if let left = trial.daysLeft { return client.line(.trialDaysLeft, count: left, [:]) }
      return trial.usesLeft.map { client.line(.trialUsesLeft, count: $0, [:]) }
    case .trialExpired:
      let own = client.text("trial-over")
      return own == nil || client.trialEnding == .time ? own : client.trialOverLine
    case .unknown, .onboarding, .blocked, .subscribed, .lapsed, .free: return nil
    }
  }

  private var percentLeft: Int? {
    guard client.phase == .trial, let trial = client.membership?.trial, let limit = trial.limit
    else { return nil }
    return trial.usesLeft.map { $0 * 100 / max(1, limit) }
  }
}

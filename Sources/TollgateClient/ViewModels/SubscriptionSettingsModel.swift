public import Foundation
public import Observation
public import Tollgate

/// The model of the subscription section in an app's settings.
@MainActor
@Observable
public final class SubscriptionSettingsModel {
  /// A badge next to the plan.
  public struct Badge: Hashable, Sendable {
    /// The badge's text.
    public let label: String
    /// Whether it needs attention.
    public let isWarning: Bool
  }

  /// A row with an action.
  public struct Row: Hashable, Sendable, Identifiable {
    /// The actions of rows.
    public enum Action: String, Hashable, Sendable {
      /// Shows the plans.
      case upgrade
      /// Finds what the store account has bought.
      case restore
      /// Manages the subscription with the store.
      case manage
    }

    /// The row's action.
    public let id: Action
    /// The row's text.
    public let label: String
    /// The icon's name, which is decorative.
    public let icon: String
    /// Whether it can be pressed now.
    public let isEnabled: Bool
    /// The effect of pressing it, for screen readers; nil if the label says it.
    public let accessibilityHint: String?
  }

  /// The client.
  public let client: TollgateClient
  /// Whether a restore is in progress.
  public private(set) var isRestoring = false
  /// How the last restore ended; nil before the first.
  public private(set) var restoreOutcome: TollgateClient.RestoreOutcome?
  /// The page for managing subscriptions if the store has no sheet here; the app opens it.
  public var pageToOpen: URL?
  let paywall: Paywall.ID?

  /// Creates the model of the section.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - paywall: The paywall with the plans; nil means the first one that sells something.
  public init(_ client: TollgateClient, paywall: Paywall.ID? = nil) {
    self.client = client
    self.paywall = paywall
  }

  /// The section's title.
  public var title: String { client.line(.subscription) }

  /// The text for the current plan: the blueprint's `plan.` text for the phase, `plan.grace` while a payment is due, or
  /// `plan.ends` if it will not renew; otherwise a standard line.
  ///
  /// While a purchase waits for the server, it says so.
  public var planLine: String {
    if client.isAwaitingPurchase { return client.line(.notConfirmed) }
    if let subscription = plan {
      if subscription.condition == .grace { return line(.planGrace, subscription) }
      if !subscription.willRenew { return line(.planEnds, subscription) }
      // The renewal date has passed, and the next one is not known yet.
      if subscription.isRenewalLate { return client.line(.planIncluded) }
    }
    return phaseLine
  }

  /// The badge next to the plan, if something is paid for.
  public var badge: Badge? {
    guard let subscription = plan else { return nil }
    let isDue = subscription.condition == .grace
    return Badge(label: client.line(isDue ? .paymentDue : .active), isWarning: isDue)
  }

  /// The note about a failed payment of the customer's own.
  public var billingNote: String? {
    guard !client.isAwaitingPurchase, let subscription = client.membership?.subscription,
      !subscription.isFamilyShared
    else { return nil }
    return subscription.condition == .grace
      ? line(.graceNote, subscription) : client.failedPaymentLine
  }

  /// The plan as one sentence, for screen readers.
  public var accessibilityLabel: String {
    [planLine, badge?.label].compactMap { $0 }.joined(separator: client.phrasebook.language.comma)
  }

  /// The rows: the plans if there is something to buy, restore for everyone, manage for who pays for a subscription.
  public var rows: [Row] {
    let isFree = !isRestoring && !client.isPurchasing
    var rows: [Row] = []
    if onSale != nil {
      rows.append(
        Row(
          id: .upgrade, label: upgradeLabel, icon: "sparkles", isEnabled: !client.isPurchasing,
          accessibilityHint: client.line(.plansHint)))
    }
    rows.append(
      Row(
        id: .restore, label: client.line(.restore), icon: "refresh", isEnabled: isFree,
        accessibilityHint: nil))
    if canManage {
      rows.append(
        Row(
          id: .manage, label: client.line(.manage), icon: "gear", isEnabled: true,
          accessibilityHint: nil))
    }
    return rows
  }

  /// The text of a restore in progress or its result, or nil if there isn't one.
  public var restoreLine: String? {
    isRestoring ? client.line(.restoring) : restoreOutcome.flatMap { client.line(for: $0) }
  }

  /// Performs a row's action.
  public func perform(_ action: Row.Action) async {
    switch action {
    case .upgrade: await upgrade()
    case .restore: await restore()
    case .manage: await manage()
    }
  }

  /// Shows the plans.
  public func upgrade() async {
    if let onSale { await client.showPaywall(onSale) }
  }

  /// Finds what the store account has bought.
  public func restore() async {
    guard !isRestoring, !client.isPurchasing else { return }
    isRestoring = true
    restoreOutcome = await client.restorePurchases()
    isRestoring = false
  }

  /// Shows the store's sheet for managing subscriptions, or sets ``pageToOpen``.
  public func manage() async {
    switch await client.manageSubscriptions() {
    case .shown: pageToOpen = nil
    case .open(let page): pageToOpen = page
    }
  }
}

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
      /// Buys the cancelled subscription again, so that it renews.
      case resubscribe
      /// Requests a refund of what gives the plan.
      case requestRefund
    }

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

  public let client: TollgateClient
  public private(set) var isRestoring = false
  /// How the last restore ended; nil before the first.
  public private(set) var restoreOutcome: TollgateClient.RestoreOutcome?
  /// How the last attempt to resubscribe ended; nil before the first.
  public private(set) var resubscribeOutcome: TollgateClient.PurchaseOutcome?
  /// Whether the store's sheet for a refund request is shown.
  public private(set) var isRequestingRefund = false
  /// How the last refund request ended; nil before the first.
  public private(set) var refundOutcome: TollgateClient.RefundOutcome?
  /// The page for managing subscriptions or requesting a refund if the store has no sheet here; the app opens it.
  public var pageToOpen: URL?
  let paywall: Paywall.ID?
  private let offersRefunds: Bool

  /// Creates the model of the section.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - paywall: The paywall with the plans; nil means the first one that sells something.
  ///   - offersRefunds: Whether customers who pay for the plan themselves have a row to request a refund.
  public init(
    _ client: TollgateClient, paywall: Paywall.ID? = nil, offersRefunds: Bool = false
  ) {
    self.client = client
    self.paywall = paywall
    self.offersRefunds = offersRefunds
  }

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

  /// The note about a failed payment of the customer's own, or about what remains due of a commitment.
  public var billingNote: String? {
    guard !client.isAwaitingPurchase, let subscription = client.membership?.subscription,
      !subscription.isFamilyShared
    else { return nil }
    return subscription.condition == .grace
      ? line(.graceNote, subscription) : client.failedPaymentLine ?? commitmentLine
  }

  /// The plan as one sentence, for screen readers.
  public var accessibilityLabel: String {
    [planLine, badge?.label].compactMap { $0 }.joined(separator: client.phrasebook.language.comma)
  }

  /// The rows: the plans if there is something to buy, resubscribe for those who have cancelled, restore for everyone,
  /// manage for those who pay for a subscription, and a refund for those who have paid, if the app offers it.
  public var rows: [Row] {
    let isFree = !isBusy
    var rows: [Row] = []
    if onSale != nil {
      rows.append(
        Row(
          id: .upgrade, label: upgradeLabel, icon: "sparkles", isEnabled: !client.isPurchasing,
          accessibilityHint: client.line(.plansHint)))
    }
    if cancelledPlan != nil {
      rows.append(
        Row(
          id: .resubscribe, label: client.line(.resubscribe), icon: "heart", isEnabled: isFree,
          accessibilityHint: nil))
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
    if offersRefunds, client.refundablePurchase != nil {
      rows.append(
        Row(
          id: .requestRefund, label: client.line(.requestRefund), icon: "receipt",
          isEnabled: isFree, accessibilityHint: nil))
    }
    return rows
  }

  private var isBusy: Bool { isRestoring || isRequestingRefund || client.isPurchasing }

  /// The text of a restore in progress, of the result of a restore or a refund request, or of a resubscription that did
  /// not succeed; nil if there isn't one.
  public var restoreLine: String? {
    if isRestoring { return client.line(.restoring) }
    if let refundOutcome { return client.line(for: refundOutcome) }
    switch resubscribeOutcome {
    case .failed(let problem), .pending(let problem): return client.line(for: problem)
    case .purchased, .cancelled, nil: break
    }
    return restoreOutcome.flatMap { client.line(for: $0) }
  }

  public func perform(_ action: Row.Action) async {
    switch action {
    case .upgrade: await upgrade()
    case .restore: await restore()
    case .manage: await manage()
    case .resubscribe: await resubscribe()
    case .requestRefund: await requestRefund()
    }
  }

  /// Buys the customer's cancelled subscription again as it is billed, which turns its renewal on and charges nothing now.
  public func resubscribe() async {
    guard !isBusy, let subscription = cancelledPlan else { return }
    forgetOutcomes()
    resubscribeOutcome = await client.purchase(
      subscription.product, billing: subscription.commitment == nil ? .upFront : .monthly)
  }

  /// Shows the plans.
  public func upgrade() async {
    if let onSale { await client.showPaywall(onSale) }
  }

  /// Finds what the store account has bought.
  public func restore() async {
    guard !isBusy else { return }
    isRestoring = true
    resubscribeOutcome = nil
    refundOutcome = nil
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

  /// Shows the store's sheet for requesting a refund of ``TollgateClient/refundablePurchase``, or sets ``pageToOpen``.
  public func requestRefund() async {
    guard !isBusy, let purchase = client.refundablePurchase else { return }
    forgetOutcomes()
    isRequestingRefund = true
    let outcome = await client.requestRefund(of: purchase)
    isRequestingRefund = false
    refundOutcome = outcome
    if case .open(let page) = outcome { pageToOpen = page }
  }

  private func forgetOutcomes() {
    restoreOutcome = nil
    resubscribeOutcome = nil
    refundOutcome = nil
  }
}

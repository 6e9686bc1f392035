import AppStoreSimulator
package import TollgateAppStore

/// A row of the lifecycle table: from a state, an action leads to what the store then signs.
///
/// Written from <https://developer.apple.com/documentation/appstoreservernotifications/notificationtype>,
/// its subtypes, and the fields of transactions and renewal infos.
package struct LifecycleRow: CustomStringConvertible, Sendable {
  /// A subscription of `gold` with a month that began on day 0, in each of its conditions.
  package enum Origin: String, CaseIterable, Sendable {
    case nothing, active, renewalOff, downgrading, priceAsked, grace, retrying
    case expired, unpaid, refunded

    package var actions: [StoreStep] {
      switch self {
      case .nothing: []
      case .active: [.buy("gold"), .day(10)]
      case .renewalOff: [.buy("gold"), .day(10), .cancel]
      case .downgrading: [.buy("gold"), .day(10), .buy("bronze")]
      case .priceAsked: [.buy("gold"), .day(10), .price(35_000, needsConsent: true)]
      case .grace: [.buy("gold"), .billing(fails: true), .day(31)]
      case .retrying: [.buy("gold"), .billing(fails: true), .day(34)]
      case .expired: [.buy("gold"), .cancel, .day(31)]
      case .unpaid: [.buy("gold"), .billing(fails: true), .day(91), .billing(fails: false)]
      case .refunded: [.buy("gold"), .day(10), .refund]
      }
    }
  }

  package let from: Origin
  package let action: StoreStep
  package let heard: [String]
  package let status: SubscriptionStatus?

  /// The product of the last transaction, the one that would renew, and whether it will.
  package let product: String
  package let next: String
  package let renews: Bool
  package var intent: ExpirationIntent?

  package var description: String { "\(from.rawValue): \(action)" }

  private init(
    _ from: Origin, _ action: StoreStep, _ heard: [String], _ status: SubscriptionStatus?,
    _ product: String = "gold", next: String? = nil, renews: Bool = true,
    intent: ExpirationIntent? = nil
  ) {
    self.from = from
    self.action = action
    self.heard = heard
    self.status = status
    self.product = product
    self.next = next ?? product
    self.renews = renews
    self.intent = intent
  }

  private static let off = "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"
  private static let on = "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"

  package static let all: [LifecycleRow] = purchases + renewal + time + refunds + developer

  package static let purchases: [LifecycleRow] = [
    .init(.nothing, .buy("gold"), ["SUBSCRIBED/INITIAL_BUY"], .active),
    .init(
      .nothing, .buyWith("silver", .code("FREE3")), ["SUBSCRIBED/INITIAL_BUY"], .active, "silver"),
    .init(.active, .buy("gold"), [], .active),
    .init(.active, .buy("bronze"), ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE"], .active, next: "bronze"),
    .init(
      .active, .buyWith("bronze", .promotional("down")), ["OFFER_REDEEMED/DOWNGRADE"], .active,
      next: "bronze"),
    .init(
      .active, .buyWith("bronze", .code("CHEAP")), ["OFFER_REDEEMED/DOWNGRADE"], .active,
      next: "bronze"),
    .init(.active, .buyWith("silver", .winBack("again")), [], .active),
    .init(
      .renewalOff, .buy("bronze"), ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE"], .active, next: "bronze"),
    .init(.downgrading, .buy("gold"), ["DID_CHANGE_RENEWAL_PREF"], .active),
    .init(
      .downgrading, .buy("silver"), ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE"], .active, next: "silver"),
    .init(.grace, .buy("gold"), [], .gracePeriod, intent: .billingError),
    .init(.retrying, .buy("gold"), [], .billingRetry, intent: .billingError),
    .init(.expired, .buy("gold"), ["SUBSCRIBED/RESUBSCRIBE"], .active),
    .init(.expired, .buy("bronze"), ["SUBSCRIBED/RESUBSCRIBE"], .active, "bronze"),
    .init(
      .expired, .buyWith("silver", .winBack("again")), ["SUBSCRIBED/RESUBSCRIBE"], .active, "silver"
    ),
    .init(
      .expired, .buyWith("silver", .promotional("stay")), ["SUBSCRIBED/RESUBSCRIBE"], .active,
      "silver"),
    .init(.unpaid, .buy("gold"), ["SUBSCRIBED/RESUBSCRIBE"], .active),
    .init(.refunded, .buy("gold"), ["SUBSCRIBED/RESUBSCRIBE"], .active),
  ]

  package static let renewal: [LifecycleRow] = [
    .init(.active, .cancel, [off], .active, renews: false),
    .init(.renewalOff, .cancel, [], .active, renews: false),
    .init(.renewalOff, .resume, [on], .active),
    .init(.active, .resume, [], .active),
    .init(.downgrading, .cancel, [off], .active, next: "bronze", renews: false),
    .init(.grace, .cancel, [off], .gracePeriod, renews: false, intent: .billingError),
    .init(
      .retrying, .cancel, [off, "EXPIRED/VOLUNTARY"], .expired, renews: false, intent: .cancelled),
    .init(.expired, .cancel, [], .expired, renews: false, intent: .cancelled),
    .init(.expired, .resume, [], .expired, renews: false, intent: .cancelled),
    .init(.refunded, .resume, [], .revoked, renews: false),
  ]

  package static let time: [LifecycleRow] = [
    .init(.active, .day(31), ["DID_RENEW"], .active),
    .init(
      .renewalOff, .day(31), ["EXPIRED/VOLUNTARY"], .expired, renews: false, intent: .cancelled),
    .init(.downgrading, .day(31), ["DID_RENEW"], .active, "bronze"),
    .init(
      .priceAsked, .day(31), ["EXPIRED/PRICE_INCREASE"], .expired, renews: false,
      intent: .priceIncreaseDeclined),
    .init(.grace, .day(34), ["GRACE_PERIOD_EXPIRED"], .billingRetry, intent: .billingError),
    .init(.grace, .billing(fails: false), ["DID_RENEW/BILLING_RECOVERY"], .active),
    .init(.retrying, .billing(fails: false), ["DID_RENEW/BILLING_RECOVERY"], .active),
    .init(
      .retrying, .day(91), ["EXPIRED/BILLING_RETRY"], .expired, renews: false, intent: .billingError
    ),
    .init(.expired, .day(400), [], .expired, renews: false, intent: .cancelled),
    .init(.refunded, .day(400), [], .revoked, renews: false),
  ]

  package static let refunds: [LifecycleRow] = [
    .init(.active, .refund, ["REFUND"], .revoked, renews: false),
    .init(.active, .refundShare, ["REFUND"], .revoked, renews: false),
    .init(.renewalOff, .refund, ["REFUND"], .revoked, renews: false),
    .init(.expired, .refund, ["REFUND"], .expired, renews: false, intent: .cancelled),
    .init(.active, .askForRefund, [off, "CONSUMPTION_REQUEST"], .active, renews: false),
    .init(.renewalOff, .askForRefund, ["CONSUMPTION_REQUEST"], .active, renews: false),
    .init(.active, .declineRefund, [], .active),
    .init(.refunded, .reverseRefund, ["REFUND_REVERSED"], .active, renews: false),
    .init(.refunded, .refund, [], .revoked, renews: false),
    .init(.active, .reverseRefund, [], .active),
  ]

  package static let developer: [LifecycleRow] = [
    .init(.active, .price(35_000, needsConsent: true), ["PRICE_INCREASE/PENDING"], .active),
    .init(.active, .price(35_000, needsConsent: false), ["PRICE_INCREASE/ACCEPTED"], .active),
    .init(.active, .price(25_000, needsConsent: true), [], .active),
    .init(.priceAsked, .agree, ["PRICE_INCREASE/ACCEPTED"], .active),
    .init(.active, .agree, [], .active),
    .init(.active, .extend(7), ["RENEWAL_EXTENDED"], .active),
    .init(.grace, .extend(7), [], .gracePeriod, intent: .billingError),
    .init(.retrying, .extend(7), [], .billingRetry, intent: .billingError),
    .init(.expired, .extend(7), [], .expired, renews: false, intent: .cancelled),
    .init(.active, .notForSale, [], .active),
  ]
}

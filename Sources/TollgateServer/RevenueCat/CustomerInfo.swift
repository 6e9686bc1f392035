import Tollgate
import TollgateAppStore
import TollgateWire

/// A customer as RevenueCat's SDK reads them.
///
/// The SDK computes by itself which entitlements are active: those of a product that is listed, whose end is not before
/// the date of the request. So each end here is the one that the engine decides by, and whatever gives an entitlement
/// without a purchase is listed as a promotional product.
struct CustomerInfo: Sendable {
  private static let managementURL = "https://apps.apple.com/account/subscriptions"

  /// The name that was requested.
  let user: AppUserID
  let customer: Customer
  /// What holds at the instant of the request.
  let membership: Membership
  /// What was bought, and what each entitlement comes from.
  let overview: PurchaseOverview
  /// The transactions that this answers the post of, listed even if they are refunded: the SDK finishes a purchase that
  /// does not renew only if it is listed.
  var posted: Set<StoreTransaction.ID> = []

  init(user: AppUserID, customer: Customer, membership: Membership) {
    self.user = user
    self.customer = customer
    self.membership = membership
    overview = PurchaseOverview(
      of: customer, in: membership.blueprint, at: membership.instant)
  }

  private var now: Instant { membership.instant }

  /// The body of a response.
  var json: JSONValue {
    .object([
      "request_date": .date(now), "request_date_ms": .integer(now.milliseconds),
      "subscriber": .object(
        subscriber.merging([
          "first_seen": .date(overview.knownSince ?? now), "last_seen": .date(now),
        ]) { $1 }),
    ])
  }

  /// What a tag for caches stands for: the body without the time, and which entitlements are active.
  ///
  /// The SDK compares a cached body's dates with that body's own time, so another set of active entitlements needs
  /// another body.
  var tagged: JSONValue {
    .object([
      "active": .array(membership.entitlements.map { .string($0.rawValue) }),
      "subscriber": .object(subscriber),
    ])
  }

  /// The customer without the members that change with time alone.
  private var subscriber: [String: JSONValue] {
    let periods = overview.periods
    let grants = grantedEntitlements
    var subscriptions = subscriptions(in: periods)
    for (entitlement, source) in grants {
      subscriptions[Self.product(granting: entitlement)] = .grant(source)
    }
    let download = customer.appDownloads.first { $0.environment == .production }
    let isRenewing = periods.contains { $0.transaction.expiresAt != nil }
    return [
      "entitlements": .object(entitlements),
      "management_url": isRenewing ? .string(Self.managementURL) : .null,
      "non_subscriptions": .object(nonSubscriptions(in: periods)),
      "original_app_user_id": .string(AppUserID.name(of: customer.account) ?? user.text),
      "original_application_version": download?.version.map { JSONValue.string($0) } ?? .null,
      "original_purchase_date": .date(download?.at),
      "other_purchases": .object([:]),
      "subscriptions": .object(subscriptions),
    ]
  }
}

extension CustomerInfo {
  /// The product that stands for a grant or a trial: the SDK drops an entitlement without a product.
  private static func product(granting entitlement: Entitlement.ID) -> String {
    "tollgate_grant_\(entitlement)"
  }

  /// The active entitlements that no purchase gives, with what gives them.
  private var grantedEntitlements: [Entitlement.ID: EntitlementSource] {
    var granted: [Entitlement.ID: EntitlementSource] = [:]
    for entitlement in membership.entitlements {
      let source = overview.sources[entitlement].flatMap { $0.isRunning(at: now) ? $0 : nil }
      switch source?.origin {
      case .purchase: break
      case .grant, .trial: granted[entitlement] = source
      case nil:
        // The membership decides: what gives it is recorded with another customer.
        granted[entitlement] = EntitlementSource(
          origin: .grant, startedAt: now, endsAt: membership.nextChange)
      }
    }
    return granted
  }

  /// Every entitlement that the customer has, or had from a purchase, by name.
  private var entitlements: [String: JSONValue] {
    var entitlements: [String: JSONValue] = [:]
    let granted = grantedEntitlements
    let active = Set(membership.entitlements)
    for (entitlement, source) in overview.sources.merging(granted, uniquingKeysWith: { $1 }) {
      guard active.contains(entitlement) else {
        if case .purchase(_, let product) = source.origin {
          // Before the request's date, at which the SDK still counts it as active.
          let end = min(source.endsAt ?? now, now.adding(milliseconds: -1000))
          entitlements[entitlement.rawValue] = .entitlement(product.rawValue, source, end)
        }
        continue
      }
      let product: String =
        switch source.origin {
        case .purchase(_, let product): product.rawValue
        case .grant, .trial: Self.product(granting: entitlement)
        }
      entitlements[entitlement.rawValue] = .entitlement(
        product, source, source.endsAt?.roundedUp)
    }
    return entitlements
  }

  /// The latest period of each subscription, by product.
  private func subscriptions(in periods: [PurchasedPeriod]) -> [String: JSONValue] {
    var latest: [CatalogProduct.ID: PurchasedPeriod] = [:]
    for period in periods where period.transaction.expiresAt != nil {
      let known = latest[period.transaction.product]
      if known.map({ $0.transaction.purchasedAt <= period.transaction.purchasedAt }) ?? true {
        latest[period.transaction.product] = period
      }
    }
    return Dictionary(
      latest.map { product, period in
        let renewal = customer.renewal(of: period.transaction.purchase)
        return (product.rawValue, .subscription(period, renewal))
      }
    ) { first, _ in first }
  }

  /// The purchases that do not renew, by product, the latest last; what was refunded is left out, unless it was just
  /// posted.
  private func nonSubscriptions(in periods: [PurchasedPeriod]) -> [String: JSONValue] {
    let bought = periods.map(\.transaction)
      .filter { $0.expiresAt == nil && ($0.revokedAt == nil || posted.contains($0.id)) }
      .sorted { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
    return Dictionary(grouping: bought, by: \.product.rawValue)
      .mapValues { .array($0.map(JSONValue.purchase)) }
  }
}

extension EntitlementSource {
  fileprivate func isRunning(at now: Instant) -> Bool { endsAt.map { now < $0 } ?? true }
}

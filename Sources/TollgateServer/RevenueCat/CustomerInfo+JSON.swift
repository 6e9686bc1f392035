import Tollgate
import TollgateAppStore

/// The parts of a customer in the SDK's form.
///
/// A member without a value is `null`: an `expires_date` of `null` means that it never ends, so it is never left out.
extension JSONValue {
  /// A date in ISO 8601, in whole seconds, as RevenueCat writes it.
  static func date(_ instant: Instant?) -> JSONValue {
    guard let instant else { return .null }
    return .string("\(instant.roundedDown)")
  }

  /// An entitlement; it lasts forever without an end.
  static func entitlement(
    _ product: String, _ source: EntitlementSource, _ end: Instant?
  ) -> JSONValue {
    .object([
      "expires_date": .date(end), "grace_period_expires_date": .null,
      "product_identifier": .string(product), "purchase_date": .date(source.startedAt),
    ])
  }

  /// A subscription by its latest period, with what the store has signed about its renewal.
  static func subscription(_ period: PurchasedPeriod, _ renewal: StoreRenewal?) -> JSONValue {
    let transaction = period.transaction
    // What the store signed before the period describes an earlier one.
    let news = renewal.flatMap { $0.signedAt >= transaction.purchasedAt ? $0 : nil }
    let isFailing = news.map { $0.isInBillingRetry || $0.graceEndsAt != nil } ?? false
    return .object(
      transaction.common.merging([
        "auto_resume_date": .date(news?.resumesAt),
        "billing_issues_detected_at": .date(isFailing ? news?.signedAt : nil),
        "expires_date": .date(period.endsAt),
        "grace_period_expires_date": .date(news?.graceEndsAt),
        "original_purchase_date": .date(period.firstPurchasedAt),
        "ownership_type": .string(
          transaction.ownership == .familyShared ? "FAMILY_SHARED" : "PURCHASED"),
        "period_type": .string(transaction.periodType),
        "refunded_at": .date(transaction.revokedAt),
        "unsubscribe_detected_at": .date(news?.continues == false ? news?.signedAt : nil),
      ]) { _, new in new })
  }

  /// The subscription that stands for a grant or a trial.
  static func grant(_ source: EntitlementSource) -> JSONValue {
    .object([
      "auto_resume_date": .null, "billing_issues_detected_at": .null,
      "expires_date": .date(source.endsAt?.roundedUp), "grace_period_expires_date": .null,
      "is_sandbox": .bool(false), "original_purchase_date": .date(source.startedAt),
      "ownership_type": .string("PURCHASED"),
      "period_type": .string(source.origin == .trial ? "trial" : "normal"),
      "purchase_date": .date(source.startedAt), "refunded_at": .null,
      "store": .string("promotional"), "unsubscribe_detected_at": .null,
    ])
  }

  /// A purchase that does not renew; the SDK finishes the transaction whose id is listed.
  static func purchase(_ transaction: StoreTransaction) -> JSONValue {
    .object(
      transaction.common.merging([
        "id": .string(transaction.id.rawValue),
        "original_purchase_date": .date(transaction.purchasedAt),
      ]) { _, new in new })
  }
}

extension StoreTransaction {
  /// What subscriptions and other purchases have in common.
  fileprivate var common: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "is_sandbox": .bool(environment != .production), "purchase_date": .date(purchasedAt),
      "store": .string("app_store"), "store_transaction_id": .string(id.rawValue),
    ]
    if let price {
      members["price"] = .object([
        "amount": .number(Double(price.milliunits) / 1000), "currency": .string(price.currency),
      ])
    }
    return members
  }

  /// How the period was sold.
  fileprivate var periodType: String {
    switch (offer?.kind, offer?.payment) {
    case (nil, _): "normal"
    case (_, .freeTrial): "trial"
    default: "intro"
    }
  }
}

extension Instant {
  /// The last whole second, and this instant if it is one.
  var roundedDown: Instant {
    let rest = milliseconds % 1000
    return adding(milliseconds: rest < 0 ? -rest - 1000 : -rest)
  }

  /// The next whole second, and this instant if it is one.
  var roundedUp: Instant {
    let down = roundedDown
    return down == self ? self : down.adding(milliseconds: 1000)
  }
}

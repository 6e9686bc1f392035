import Foundation

/// What RevenueCat's SDK reads of a customer; every property that is not optional is required.
struct SDKCustomerInfo: Decodable {
  struct Subscriber: Decodable {
    let originalAppUserID: String
    let firstSeen: Date
    let managementURL: URL?
    let entitlements: [String: Entitlement]
    let subscriptions: [String: Subscription]
    let nonSubscriptions: [String: [Purchase]]

    private enum CodingKeys: String, CodingKey {
      case originalAppUserID = "original_app_user_id"
      case firstSeen = "first_seen"
      case managementURL = "management_url"
      case entitlements, subscriptions
      case nonSubscriptions = "non_subscriptions"
    }
  }

  struct Entitlement: Decodable {
    let product: String
    let expiresAt: Date?
    let purchasedAt: Date?

    private enum CodingKeys: String, CodingKey {
      case product = "product_identifier"
      case expiresAt = "expires_date"
      case purchasedAt = "purchase_date"
    }
  }

  struct Subscription: Decodable {
    let purchasedAt: Date
    let expiresAt: Date?
    let store: String
    let isSandbox: Bool
    let periodType: String
    let unsubscribedAt: Date?
    let failingSince: Date?
    let graceEndsAt: Date?
    let refundedAt: Date?

    private enum CodingKeys: String, CodingKey {
      case purchasedAt = "purchase_date"
      case expiresAt = "expires_date"
      case store
      case isSandbox = "is_sandbox"
      case periodType = "period_type"
      case unsubscribedAt = "unsubscribe_detected_at"
      case failingSince = "billing_issues_detected_at"
      case graceEndsAt = "grace_period_expires_date"
      case refundedAt = "refunded_at"
    }
  }

  struct Purchase: Decodable {
    let purchasedAt: Date
    let isSandbox: Bool
    let id: String
    let transaction: String

    private enum CodingKeys: String, CodingKey {
      case purchasedAt = "purchase_date"
      case isSandbox = "is_sandbox"
      case id
      case transaction = "store_transaction_id"
    }
  }

  let requestedAt: Date
  let subscriber: Subscriber

  private enum CodingKeys: String, CodingKey {
    case requestedAt = "request_date"
    case subscriber
  }

  /// The entitlements that the SDK calls active, sorted.
  var active: [String] {
    let products = Set(subscriber.subscriptions.keys).union(subscriber.nonSubscriptions.keys)
    return subscriber.entitlements.filter {
      products.contains($0.value.product)
        && ($0.value.expiresAt.map { requestedAt <= $0 } ?? true)
    }.keys.sorted()
  }
}

public import Foundation
public import OpenStoreKit

/// A snapshot of a purchase in a test session.
///
/// Follows <https://developer.apple.com/documentation/storekittest/sktesttransaction>.
public final class SKTestTransaction: Sendable {
  /// The transaction's identifier: that of StoreKit's `Transaction`, or a small number while it is pending.
  public let identifier: UInt

  /// The identifier of the original transaction of a subscription.
  public let originalTransactionIdentifier: UInt

  public let productIdentifier: String

  /// Bought, waiting for a parent (`deferred`), or interrupted or declined (`failed`).
  public let state: SKPaymentTransactionState

  /// When it was bought, or became pending.
  public let purchaseDate: Date

  /// When the period ends; nil unless it is a subscription that renews.
  public let expirationDate: Date?

  /// When it was refunded, revoked or replaced by an upgrade that its refund paid in part.
  public let cancelDate: Date?

  /// Whether the subscription renews at the end of its period.
  public let autoRenewingEnabled: Bool

  /// Whether the customer must resolve an issue: an interrupted purchase or an unpaid renewal.
  public let hasPurchaseIssue: Bool

  /// Whether the customer was asked to agree to a price increase and has not responded.
  public let isPendingPriceIncreaseConsent: Bool

  /// Whether it waits for a parent.
  public let pendingAskToBuyConfirmation: Bool

  init(
    identifier: UInt, originalTransactionIdentifier: UInt? = nil, productIdentifier: String,
    state: SKPaymentTransactionState, purchaseDate: Date, expirationDate: Date? = nil,
    cancelDate: Date? = nil, autoRenewingEnabled: Bool = false, hasPurchaseIssue: Bool = false,
    isPendingPriceIncreaseConsent: Bool = false, pendingAskToBuyConfirmation: Bool = false
  ) {
    self.identifier = identifier
    self.originalTransactionIdentifier = originalTransactionIdentifier ?? identifier
    self.productIdentifier = productIdentifier
    self.state = state
    self.purchaseDate = purchaseDate
    self.expirationDate = expirationDate
    self.cancelDate = cancelDate
    self.autoRenewingEnabled = autoRenewingEnabled
    self.hasPurchaseIssue = hasPurchaseIssue
    self.isPendingPriceIncreaseConsent = isPendingPriceIncreaseConsent
    self.pendingAskToBuyConfirmation = pendingAskToBuyConfirmation
  }
}

extension SKTestTransaction: Hashable, CustomStringConvertible {
  /// Whether both are the same object.
  public static func == (left: SKTestTransaction, right: SKTestTransaction) -> Bool {
    left === right
  }

  /// Feeds the object's identity to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }

  /// The identifier, the product and the state.
  public var description: String { "\(identifier) \(productIdentifier) \(state)" }
}

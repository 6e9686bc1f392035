import Foundation
import Tollgate
import TollgateWire

/// The payload of a transaction that the store signed and the device has verified.
///
/// ``PurchaseStore`` returns only transactions that the store verified on the device, so their payload can be read here
/// without the store's keys. It is used on this device alone: only the server turns it into facts.
struct SignedTransaction: Hashable, Sendable {
  let transaction: StoreTransaction
  /// The UUID that the app passed with the purchase.
  let appAccountToken: String?

  /// Parses the payload of a compact JSON Web Signature; nil if it is not a transaction's.
  init?(_ jws: String) {
    let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let data = Data(base64URL: parts[1]) else { return nil }
    let payload: Payload
    do { payload = try JSONDecoder().decode(Payload.self, from: data) } catch { return nil }
    transaction = StoreTransaction(payload)
    appAccountToken = payload.appAccountToken?.lowercased()
  }

  /// The members that decide access.
  ///
  /// Follows Apple's
  /// [JWSTransactionDecodedPayload](https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload).
  fileprivate struct Payload: Decodable {
    let transactionId: String
    let originalTransactionId: String
    let productId: String
    let subscriptionGroupIdentifier: String?
    let purchaseDate: Double
    let expiresDate: Double?
    let revocationDate: Double?
    let signedDate: Double
    let isUpgraded: Bool?
    let transactionReason: String?
    let offerType: Int?
    let offerDiscountType: String?
    let inAppOwnershipType: String?
    let quantity: Int?
    let environment: String?
    let appAccountToken: String?
    let multiSeatInfo: Seats?
    let commitmentInfo: Bill?

    struct Bill: Decodable {
      let billingPeriodNumber: Int?
      let totalBillingPeriods: Int?
      let commitmentExpiresDate: Double?
    }

    struct Seats: Decodable {
      let invitationManagement: String?
      let revokedSeatQuantity: Int?
    }

    /// Whether the customer bought it.
    var isPurchased: Bool { ["PURCHASED", nil].contains(inAppOwnershipType) }

    /// How many of the seats were refunded; a member's transaction repeats what the purchaser has.
    var revokedSeats: Int {
      let revoked = isPurchased ? multiSeatInfo?.revokedSeatQuantity : nil
      return min(max(0, revoked ?? 0), quantity ?? 1)
    }

    /// Whether the app hosts the invitations to its seats.
    var appHostsInvitations: Bool {
      isPurchased && multiSeatInfo?.invitationManagement == "DEVELOPER"
    }

    /// Whether some of several seats were refunded, but not all: those that are left are paid.
    var hasSeatsLeft: Bool {
      isPurchased && multiSeatInfo?.revokedSeatQuantity != nil && revokedSeats < quantity ?? 1
    }
  }
}

extension StoreTransaction {
  fileprivate init(_ payload: SignedTransaction.Payload) {
    self.init(
      id: ID(payload.transactionId), originalID: OriginalID(payload.originalTransactionId),
      product: CatalogProduct.ID(payload.productId),
      group: payload.subscriptionGroupIdentifier.map { SubscriptionGroup.ID($0) },
      purchasedAt: Instant(payload.purchaseDate), expiresAt: payload.expiresDate.map(Instant.init),
      revokedAt: payload.hasSeatsLeft ? nil : payload.revocationDate.map(Instant.init),
      isUpgraded: payload.isUpgraded ?? false,
      isRenewal: payload.transactionReason.map { $0 == "RENEWAL" },
      offer: payload.offerType.map {
        StoreOffer(kind: .init($0), payment: payload.offerDiscountType.flatMap { .init($0) })
      },
      ownership: payload.isPurchased ? .purchased : .familyShared,
      quantity: payload.quantity ?? 1, revokedSeats: payload.revokedSeats,
      appHostsInvitations: payload.appHostsInvitations,
      commitment: payload.commitmentInfo.flatMap(Commitment.init),
      environment: StoreEnvironment(payload.environment),
      signedFor: payload.appAccountToken.flatMap { Customer.ID(appAccountToken: $0) },
      signedAt: Instant(payload.signedDate))
  }

  /// The transaction as already started, for a device whose clock may be behind the store's.
  func startingBy(_ now: Instant) -> StoreTransaction {
    var started = self
    started.purchasedAt = min(purchasedAt, now)
    return started
  }
}

extension Commitment {
  fileprivate init?(_ info: SignedTransaction.Payload.Bill) {
    guard let bill = info.billingPeriodNumber, let bills = info.totalBillingPeriods,
      let end = info.commitmentExpiresDate
    else { return nil }
    self.init(bill: bill, bills: bills, endsAt: Instant(end))
  }
}

extension AppDownload {
  /// Reads the payload of an app transaction that the store signed and the device has verified; nil if it is not one.
  ///
  /// Follows Apple's
  /// [JWSAppTransactionDecodedPayload](https://developer.apple.com/documentation/appstoreserverapi/jwsapptransactiondecodedpayload).
  init?(signed jws: String) {
    struct Payload: Decodable {
      let receiptType: String
      let originalPurchaseDate: Double
      let originalApplicationVersion: String?
      let originalPlatform: String?
    }
    let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let data = Data(base64URL: parts[1]) else { return nil }
    let payload: Payload
    do { payload = try JSONDecoder().decode(Payload.self, from: data) } catch { return nil }
    self.init(
      environment: StoreEnvironment(payload.receiptType),
      platform: payload.originalPlatform.flatMap { Platform(rawValue: $0) },
      version: payload.originalApplicationVersion.flatMap { $0.isEmpty ? nil : $0 },
      at: Instant(payload.originalPurchaseDate))
  }
}

extension StoreOffer.Kind {
  fileprivate init(_ type: Int) {
    switch type {
    case 1: self = .introductory
    case 2: self = .promotional
    case 3: self = .code
    case 4: self = .winBack
    default: self = .other
    }
  }
}

extension StoreOffer.Payment {
  fileprivate init?(_ type: String) {
    switch type {
    case "FREE_TRIAL": self = .freeTrial
    case "PAY_AS_YOU_GO": self = .payAsYouGo
    case "PAY_UP_FRONT": self = .payUpFront
    case "ONE_TIME": self = .oneTime
    default: return nil
    }
  }
}

extension StoreEnvironment {
  fileprivate init(_ name: String?) {
    switch name {
    case "Production", nil: self = .production
    case "Sandbox": self = .sandbox
    default: self = .xcode
    }
  }
}

extension Instant {
  /// Creates an instant from milliseconds, which Xcode's local testing writes with fractions.
  fileprivate init(_ milliseconds: Double) {
    self.init(milliseconds: Int64(exactly: milliseconds.rounded(.down)) ?? 0)
  }
}

extension Data {
  /// Decodes base64url without padding (RFC 4648 §5).
  init?(base64URL text: Substring) {
    var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    self.init(base64Encoded: String(base64))
  }
}

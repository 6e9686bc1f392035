import Tollgate
import TollgateAppStore
import TollgateWire

extension StoreTransaction {
  /// Creates a transaction from one that the App Store signed; an environment the engine does not know is rejected.
  init(_ verified: Verified<TransactionPayload>) throws(Problem) {
    let payload = verified.payload
    self.init(
      id: ID(payload.transactionId), originalID: OriginalID(payload.originalTransactionId),
      product: CatalogProduct.ID(payload.productId),
      group: payload.subscriptionGroupIdentifier.map { SubscriptionGroup.ID($0) },
      purchasedAt: payload.purchaseDate, expiresAt: payload.expiresDate,
      revokedAt: payload.hasSeatsLeft ? nil : payload.revocationDate,
      refund: payload.refund,
      isUpgraded: payload.isUpgraded ?? false,
      isRenewal: payload.transactionReason.map { $0 == .renewal },
      offer: payload.offerType.map {
        StoreOffer(kind: .init($0), payment: payload.offerDiscountType.flatMap { .init($0) })
      },
      ownership: payload.inAppOwnershipType == .purchased ? .purchased : .familyShared,
      quantity: payload.quantity,
      revokedSeats: min(max(0, payload.seats?.revokedSeatQuantity ?? 0), payload.quantity),
      appHostsInvitations: payload.seats?.invitationManagement == .developer,
      price: payload.paid,
      commitment: payload.commitment,
      environment: try StoreEnvironment(payload.environment),
      signedFor: payload.appAccountToken.flatMap { Customer.ID(appAccountToken: $0) },
      signedAt: payload.signedDate)
  }
}

extension TransactionPayload {
  /// The seats that were bought; nil for a member, whose transactions repeat what the purchaser has.
  fileprivate var seats: TransactionMultiSeatInfo? {
    inAppOwnershipType == .purchased ? multiSeatInfo : nil
  }

  /// Whether some of several seats were refunded, but not all: those that are left are paid.
  fileprivate var hasSeatsLeft: Bool {
    guard let revoked = seats?.revokedSeatQuantity else { return false }
    return revoked < quantity
  }

  /// What was paid for all seats; nil if the store states no price.
  fileprivate var paid: Money? {
    guard let total, let currency else { return nil }
    return Money(milliunits: total, currency: currency)
  }

  /// The commitment that it is a bill of; nil without one.
  fileprivate var commitment: Commitment? {
    guard let info = commitmentInfo, let bill = info.billingPeriodNumber,
      let bills = info.totalBillingPeriods, let endsAt = info.commitmentExpiresDate
    else { return nil }
    return Commitment(bill: bill, bills: bills, endsAt: endsAt)
  }

  /// What the store returned; nil if it says nothing about it, as for a purchase that somebody else paid for.
  fileprivate var refund: StoreTransaction.Refund? {
    guard let revocationDate, let paid, inAppOwnershipType == .purchased else { return nil }
    let amount: Money
    if hasSeatsLeft, let seats = seats?.revokedSeatQuantity {
      amount = paid.share(Int64(max(0, seats)), of: Int64(quantity))
    } else if revocationType == .refundFull {
      amount = paid
    } else if let percentage = revocationPercentage {
      amount = paid.share(Int64(min(max(0, percentage), 100_000)), of: 100_000)
    } else {
      return nil
    }
    return StoreTransaction.Refund(at: revocationDate, amount: amount)
  }

  /// The price of all seats together (`price` is the average); nil if the store states none.
  fileprivate var total: Int64? {
    guard let tiers = seats?.priceTiers else { return price?.rawValue }
    return tiers.reduce(0) { sum, tier in
      let (product, isTooLarge) = tier.price.rawValue
        .multipliedReportingOverflow(by: Int64(tier.quantity))
      let (total, overflows) = sum.addingReportingOverflow(product)
      return isTooLarge || overflows ? sum : total
    }
  }
}

extension StoreRenewal {
  /// Creates renewal info from one that the App Store signed; an environment the engine does not know is rejected.
  init(_ verified: Verified<RenewalInfoPayload>) throws(Problem) {
    let payload = verified.payload
    self.init(
      originalID: StoreTransaction.OriginalID(payload.originalTransactionId),
      renewsTo: CatalogProduct.ID(payload.autoRenewProductId),
      willRenew: payload.autoRenewStatus != .off,
      renewsAt: payload.renewalDate,
      graceEndsAt: payload.gracePeriodExpiresDate,
      isInBillingRetry: payload.isInBillingRetryPeriod ?? false,
      commitment: payload.commitmentInfo.flatMap { info in
        info.commitmentRenewalDate.map {
          Commitment(willRenew: info.commitmentAutoRenewStatus != .off, endsAt: $0)
        }
      },
      environment: try StoreEnvironment(payload.environment),
      signedAt: payload.signedDate)
  }
}

extension Problem {
  /// Maps the reason that signed data was rejected to a problem.
  init(_ error: VerificationError) {
    let code: ProblemCode =
      switch error.reason {
      case .tooLarge: .signedDataTooLarge
      case .malformed: .signedDataMalformed
      case .unsupportedAlgorithm: .signedDataUnsupportedAlgorithm
      case .wrongChainLength: .signedDataWrongChainLength
      case .invalidCertificate: .signedDataInvalidCertificate
      case .untrustedRoot: .signedDataUntrusted
      case .missingAppleExtension: .signedDataMissingMark
      case .chainInvalid: .signedDataInvalidChain
      case .certificateExpired: .signedDataExpiredChain
      case .invalidSignature: .signedDataInvalidSignature
      case .payloadUnreadable: .signedDataUnreadable
      case .wrongBundle, .wrongApp: .signedDataWrongApp
      case .wrongEnvironment: .signedDataWrongEnvironment
      }
    self.init(code, error.message)
  }
}

extension StoreEnvironment {
  /// Creates an environment from the App Store's name; one that the engine does not know is rejected.
  init(_ environment: Environment) throws(Problem) {
    switch environment {
    case .production: self = .production
    case .sandbox: self = .sandbox
    case .xcode, .localTesting: self = .xcode
    default:
      throw Problem(
        .signedDataWrongEnvironment, "The data is from an environment not known here.")
    }
  }
}

extension StoreOffer.Kind {
  fileprivate init(_ type: OfferType) {
    switch type {
    case .introductory: self = .introductory
    case .promotional: self = .promotional
    case .offerCode: self = .code
    case .winBack: self = .winBack
    default: self = .other
    }
  }
}

extension StoreOffer.Payment {
  fileprivate init?(_ type: OfferDiscountType) {
    switch type {
    case .freeTrial: self = .freeTrial
    case .payAsYouGo: self = .payAsYouGo
    case .payUpFront: self = .payUpFront
    case .oneTime: self = .oneTime
    default: return nil
    }
  }
}

import Foundation
import OpenStoreKit

/// A failure of the public interface, and the error that StoreKit throws for it.
protocol SimulatedFailure {
  /// Creates the failure for an error; nil if this part of the interface has no such failure.
  init?(_ error: any Error)

  /// The error that StoreKit throws.
  var error: any Error { get }
}

/// A failure that is just an error common to every part.
protocol GenericFailure: SimulatedFailure {
  static func generic(_ error: StoreKitError) -> Self

  var generic: StoreKitError { get }
}

extension GenericFailure {
  init?(_ error: any Error) {
    guard let error = error as? StoreKitError else { return nil }
    self = .generic(error)
  }

  var error: any Error { generic }
}

extension SKTestFailures.LoadProducts: GenericFailure {
  var generic: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.AppStoreSync: GenericFailure {
  var generic: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.SubscriptionStatus: GenericFailure {
  var generic: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.AppTransaction: GenericFailure {
  var generic: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.ManageSubscriptions: GenericFailure {
  var generic: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.OfferCodeRedeem: GenericFailure {
  var generic: StoreKitError {
    switch self {
    case .generic(let error): error
    }
  }
}

extension SKTestFailures.Purchase: SimulatedFailure {
  init?(_ error: any Error) {
    switch error {
    case let error as StoreKitError: self = .generic(error)
    case let error as Product.PurchaseError: self = .purchase(error)
    default: return nil
    }
  }

  var error: any Error {
    switch self {
    case .generic(let error): error
    case .purchase(let error): error
    }
  }
}

extension SKTestFailures.RefundRequest: SimulatedFailure {
  init?(_ error: any Error) {
    switch error {
    case let error as StoreKitError: self = .generic(error)
    case let error as Transaction.RefundRequestError: self = .refundRequest(error)
    default: return nil
    }
  }

  var error: any Error {
    switch self {
    case .generic(let error): error
    case .refundRequest(let error): error
    }
  }
}

extension SKTestFailures.Verification {
  init(_ failure: StoreSession.VerificationFailure) {
    switch failure {
    case .revokedCertificate: self = .verification(.revokedCertificate)
    case .invalidCertificateChain: self = .verification(.invalidCertificateChain)
    case .invalidDeviceVerification: self = .verification(.invalidDeviceVerification)
    case .invalidEncoding: self = .verification(.invalidEncoding)
    case .invalidSignature: self = .verification(.invalidSignature)
    case .missingRequiredProperties: self = .verification(.missingRequiredProperties)
    }
  }

  var failure: StoreSession.VerificationFailure {
    switch self {
    case .verification(.revokedCertificate): .revokedCertificate
    case .verification(.invalidCertificateChain): .invalidCertificateChain
    case .verification(.invalidDeviceVerification): .invalidDeviceVerification
    case .verification(.invalidEncoding): .invalidEncoding
    case .verification(.invalidSignature): .invalidSignature
    case .verification(.missingRequiredProperties): .missingRequiredProperties
    }
  }
}

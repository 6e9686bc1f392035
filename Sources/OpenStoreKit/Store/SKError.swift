public import Foundation

/// An error of the original StoreKit interface, which failed payments have and test sessions use.
///
/// Follows <https://developer.apple.com/documentation/storekit/skerror>.
public struct SKError: Error, Hashable, Sendable {
  /// The kind of error, with Apple's number.
  public enum Code: Int, Hashable, Sendable, CaseIterable {
    /// An unknown error.
    case unknown = 0

    /// The app is not permitted to do this.
    case clientInvalid = 1

    /// The customer cancelled.
    case paymentCancelled = 2

    /// A parameter of the purchase was invalid.
    case paymentInvalid = 3

    /// The customer may not buy.
    case paymentNotAllowed = 4

    /// The product is not sold in this country.
    case storeProductNotAvailable = 5

    /// The customer does not allow access to the cloud.
    case cloudServicePermissionDenied = 6

    /// The cloud could not be reached.
    case cloudServiceNetworkConnectionFailed = 7

    /// The customer revoked access to the cloud.
    case cloudServiceRevoked = 8

    /// The customer has not accepted Apple's privacy policy.
    case privacyAcknowledgementRequired = 9

    /// The app lacks an entitlement for the data.
    case unauthorizedRequestData = 10

    /// The product has no such offer.
    case invalidOfferIdentifier = 11

    /// The signature is not valid for the offer.
    case invalidSignature = 12

    /// A parameter that the offer requires is missing.
    case missingOfferParams = 13

    /// The offer's price is not valid.
    case invalidOfferPrice = 14

    /// The overlay was cancelled.
    case overlayCancelled = 15

    /// The overlay's configuration is not valid.
    case overlayInvalidConfiguration = 16

    /// The overlay took too long.
    case overlayTimeout = 17

    /// The customer is not eligible for the offer.
    case ineligibleForOffer = 18

    /// The platform does not support it.
    case unsupportedPlatform = 19

    /// The overlay was shown in the background.
    case overlayPresentedInBackgroundScene = 20

    /// The customer has no payment method; Apple does not document the number.
    case paymentMethodBindingConfigurationRequired = 21
  }

  /// The kind of error.
  public let code: Code

  public init(_ code: Code) { self.code = code }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the original interface's errors.
public let SKErrorDomain = "SKErrorDomain"

extension SKError: CustomNSError {
  /// The domain of the original interface's errors.
  public static var errorDomain: String { SKErrorDomain }

  /// Apple's number for the kind of error.
  public var errorCode: Int { code.rawValue }
}

extension SKError {
  /// The error of a payment for what `Product.purchase(options:)` throws.
  init(payment error: any Error) {
    switch error {
    case let error as SKError: self = error
    case let error as Product.PurchaseError: self.init(Code(error))
    case StoreKitError.userCancelled: self.init(.paymentCancelled)
    case StoreKitError.notAvailableInStorefront: self.init(.storeProductNotAvailable)
    case StoreKitError.notEntitled: self.init(.clientInvalid)
    default: self.init(.unknown)
    }
  }

  /// What `Product.purchase(options:)` throws in place of an error: StoreKit 2 has its own for offers.
  static func purchaseError(_ error: any Error) -> any Error {
    guard let error = error as? SKError else { return error }
    return switch error.code {
    case .invalidOfferIdentifier: Product.PurchaseError.invalidOfferIdentifier
    case .invalidSignature: Product.PurchaseError.invalidOfferSignature
    case .missingOfferParams: Product.PurchaseError.missingOfferParameters
    case .invalidOfferPrice: Product.PurchaseError.invalidOfferPrice
    default: StoreKitError.unknown
    }
  }
}

extension SKError.Code {
  /// The code of a payment for what StoreKit 2 refuses.
  fileprivate init(_ error: Product.PurchaseError) {
    switch error {
    case .invalidQuantity, .multiSeatPurchaseDisabled: self = .paymentInvalid
    case .productUnavailable: self = .storeProductNotAvailable
    case .purchaseNotAllowed: self = .paymentNotAllowed
    case .ineligibleForOffer: self = .ineligibleForOffer
    case .invalidOfferIdentifier: self = .invalidOfferIdentifier
    case .invalidOfferPrice: self = .invalidOfferPrice
    case .invalidOfferSignature: self = .invalidSignature
    case .missingOfferParameters: self = .missingOfferParams
    case .paymentMethodBindingConfigurationRequired:
      self = .paymentMethodBindingConfigurationRequired
    }
  }
}

extension SKError {
  public static var unknown: Code { .unknown }

  /// The app is not permitted to do this.
  public static var clientInvalid: Code { .clientInvalid }

  /// The customer cancelled.
  public static var paymentCancelled: Code { .paymentCancelled }

  /// A parameter of the purchase was invalid.
  public static var paymentInvalid: Code { .paymentInvalid }

  /// The customer may not buy.
  public static var paymentNotAllowed: Code { .paymentNotAllowed }

  /// The product is not sold in this country.
  public static var storeProductNotAvailable: Code { .storeProductNotAvailable }

  /// The customer does not allow access to the cloud.
  public static var cloudServicePermissionDenied: Code { .cloudServicePermissionDenied }

  /// The cloud could not be reached.
  public static var cloudServiceNetworkConnectionFailed: Code {
    .cloudServiceNetworkConnectionFailed
  }

  /// The customer revoked access to the cloud.
  public static var cloudServiceRevoked: Code { .cloudServiceRevoked }

  /// The customer has not accepted Apple's privacy policy.
  public static var privacyAcknowledgementRequired: Code { .privacyAcknowledgementRequired }

  /// The app lacks an entitlement for the data.
  public static var unauthorizedRequestData: Code { .unauthorizedRequestData }

  /// The product has no such offer.
  public static var invalidOfferIdentifier: Code { .invalidOfferIdentifier }

  /// The signature is not valid for the offer.
  public static var invalidSignature: Code { .invalidSignature }

  /// A parameter that the offer requires is missing.
  public static var missingOfferParams: Code { .missingOfferParams }

  /// The offer's price is not valid.
  public static var invalidOfferPrice: Code { .invalidOfferPrice }

  /// The overlay was cancelled.
  public static var overlayCancelled: Code { .overlayCancelled }

  /// The overlay's configuration is not valid.
  public static var overlayInvalidConfiguration: Code { .overlayInvalidConfiguration }

  /// The overlay took too long.
  public static var overlayTimeout: Code { .overlayTimeout }

  /// The customer is not eligible for the offer.
  public static var ineligibleForOffer: Code { .ineligibleForOffer }

  /// The platform does not support it.
  public static var unsupportedPlatform: Code { .unsupportedPlatform }

  /// The overlay was shown in the background.
  public static var overlayPresentedInBackgroundScene: Code { .overlayPresentedInBackgroundScene }

  /// The customer has no payment method.
  public static var paymentMethodBindingConfigurationRequired: Code {
    .paymentMethodBindingConfigurationRequired
  }
}

extension SKError.Code {
  /// Whether an error is of that kind, so that `catch SKError.paymentCancelled` works.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? SKError)?.code == code
  }
}

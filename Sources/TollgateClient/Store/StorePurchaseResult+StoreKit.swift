import Foundation

#if canImport(StoreKit)
  import StoreKit
#elseif Server
  import OpenStoreKit
#endif

#if canImport(StoreKit) || Server
  extension StorePurchaseResult {
    /// How many nested errors are examined.
    private static let depth = 4

    /// Maps a StoreKit error to what the customer can do about it.
    init(_ error: any Error) { self.init(error, Self.depth) }

    private init(_ error: any Error, _ depth: Int) {
      switch error {
      case StoreKitError.systemError(let inner) where depth > 0: self.init(inner, depth - 1)
      case let error as StoreKitError: self.init(error)
      case let error as StoreKit.Product.PurchaseError: self = .failed(PurchaseProblem(error))
      case let error as SKError: self.init(error.code)
      case let error as URLError:
        self = error.code == .userCancelledAuthentication ? .cancelled : .failed(.network)
      default:
        let inner = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        guard let inner, depth > 0 else {
          self = .failed(.unknown)
          return
        }
        self.init(inner, depth - 1)
      }
    }

    private init(_ error: StoreKitError) {
      if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *),
        case .unsupported = error
      {
        self = .failed(.productUnavailable)
        return
      }
      switch error {
      case .userCancelled: self = .cancelled
      case .networkError: self = .failed(.network)
      case .notAvailableInStorefront: self = .failed(.productUnavailable)
      case .notEntitled: self = .failed(.paymentNotAllowed)
      case .unknown, .systemError: self = .failed(.unknown)
      default: self = .failed(.unknown)
      }
    }

    /// Maps an error of the original StoreKit interface, which StoreKit 2 passes through occasionally.
    private init(_ code: SKError.Code) {
      switch code {
      case .paymentCancelled, .overlayCancelled: self = .cancelled
      case .paymentInvalid: self = .failed(.paymentInvalid)
      case .paymentNotAllowed, .clientInvalid: self = .failed(.paymentNotAllowed)
      case .storeProductNotAvailable: self = .failed(.productUnavailable)
      case .cloudServiceNetworkConnectionFailed: self = .failed(.network)
      case .privacyAcknowledgementRequired: self = .failed(.interrupted)
      default: self = .failed(.unknown)
      }
    }
  }

  extension PurchaseProblem {
    fileprivate init(_ error: StoreKit.Product.PurchaseError) {
      switch error {
      case .purchaseNotAllowed: self = .paymentNotAllowed
      case .productUnavailable, .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice,
        .invalidOfferSignature, .missingOfferParameters:
        self = .productUnavailable
      // The numbers of items and seats, which the client does not get wrong, and what Apple adds later.
      default: self = .unknown
      }
    }
  }
#endif

public import Foundation

/// An error of StoreKit.
///
/// Follows <https://developer.apple.com/documentation/storekit/storekiterror>.
public enum StoreKitError: Error, Sendable {
  /// An unknown error; a retry later may help.
  case unknown

  /// The customer cancelled.
  case userCancelled

  /// The store could not be reached.
  case networkError(URLError)

  /// The system failed.
  case systemError(any Error)

  /// The product is not sold in this country.
  case notAvailableInStorefront

  /// The app is not entitled to do this.
  case notEntitled

  /// The product does not support it.
  case unsupported

  /// A sheet has no scene to appear in; nothing here throws it.
  case invalidPresentationContext
}

extension StoreKitError: LocalizedError {
  /// What went wrong, in English.
  public var errorDescription: String? {
    switch self {
    case .unknown: "Unable to Complete Request"
    case .userCancelled: "Request Canceled"
    case .networkError: "Unable to Connect to the App Store"
    case .systemError: "Unable to Complete Request"
    case .notAvailableInStorefront: "Not Available in Your Country or Region"
    case .notEntitled: "Not Entitled"
    case .unsupported: "Not Supported"
    case .invalidPresentationContext: "Unable to Present"
    }
  }

  /// Why it went wrong, in English.
  public var failureReason: String? {
    switch self {
    case .unknown: "An unknown error occurred."
    case .userCancelled: "The request was canceled."
    case .networkError(let error): error.localizedDescription
    case .systemError(let error): error.localizedDescription
    case .notAvailableInStorefront: "The item is not sold in this country or region."
    case .notEntitled: "The app lacks an entitlement that the request needs."
    case .unsupported: "The item does not support the request."
    case .invalidPresentationContext: "There is no scene for the sheet."
    }
  }

  /// A suggestion for recovery, in English.
  public var recoverySuggestion: String? {
    switch self {
    case .unknown, .networkError, .systemError: "Try again later."
    case .userCancelled, .notAvailableInStorefront, .notEntitled, .unsupported,
      .invalidPresentationContext:
      nil
    }
  }
}

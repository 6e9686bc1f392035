public import Foundation

extension Product {
  public enum PurchaseResult: Sendable {
    /// Bought, or already owned.
    case success(VerificationResult<Transaction>)

    /// The customer closed the sheet.
    case userCancelled

    /// Another person has to act first; the transaction arrives through `Transaction.updates`.
    case pending
  }

  /// The error of a refused purchase.
  public enum PurchaseError: Error, Hashable, Sendable {
    /// The quantity is out of range, or the product can only be bought one at a time.
    case invalidQuantity

    /// The product is not sold.
    case productUnavailable

    /// The customer may not buy.
    case purchaseNotAllowed

    /// The customer is not eligible for the offer.
    case ineligibleForOffer

    /// The product has no such offer.
    case invalidOfferIdentifier

    /// The offer's price is not valid.
    case invalidOfferPrice

    /// The signature is not valid for that offer.
    case invalidOfferSignature

    /// A parameter that the offer requires is missing.
    case missingOfferParameters

    /// Seats of the product are not sold.
    case multiSeatPurchaseDisabled

    /// The customer has no payment method; nothing here throws it.
    case paymentMethodBindingConfigurationRequired
  }
}

extension Product.PurchaseError: LocalizedError {
  /// What went wrong, in English.
  public var errorDescription: String? {
    switch self {
    case .invalidQuantity: "Invalid Quantity"
    case .productUnavailable: "Item Unavailable"
    case .purchaseNotAllowed: "Purchase Not Allowed"
    case .ineligibleForOffer: "Ineligible for Offer"
    case .invalidOfferIdentifier: "Invalid Offer Identifier"
    case .invalidOfferPrice: "Invalid Offer Price"
    case .invalidOfferSignature: "Invalid Offer Signature"
    case .missingOfferParameters: "Missing Offer Parameters"
    case .multiSeatPurchaseDisabled: "Seats Unavailable"
    case .paymentMethodBindingConfigurationRequired: "Payment Method Required"
    }
  }

  /// Why it went wrong, in English.
  public var failureReason: String? {
    switch self {
    case .invalidQuantity: "The item cannot be bought in this quantity."
    case .productUnavailable: "The item is not for sale."
    case .purchaseNotAllowed: "Purchases are not allowed on this device."
    case .ineligibleForOffer: "The offer is not for this customer."
    case .invalidOfferIdentifier: "The item has no such offer."
    case .invalidOfferPrice: "The price of the offer is not valid."
    case .invalidOfferSignature: "The signature does not belong to the offer."
    case .missingOfferParameters: "The offer lacks a part of its signature."
    case .multiSeatPurchaseDisabled: "The item is not sold for several people."
    case .paymentMethodBindingConfigurationRequired: "The account has no payment method."
    }
  }

  /// A suggestion for recovery, in English.
  public var recoverySuggestion: String? {
    switch self {
    case .purchaseNotAllowed: "Allow in-app purchases in Settings."
    case .ineligibleForOffer: "Buy at the regular price."
    case .paymentMethodBindingConfigurationRequired: "Add a payment method."
    case .invalidQuantity, .productUnavailable, .invalidOfferIdentifier, .invalidOfferPrice,
      .invalidOfferSignature, .missingOfferParameters, .multiSeatPurchaseDisabled:
      nil
    }
  }
}

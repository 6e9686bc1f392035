/// Why a purchase failed.
public enum PurchaseFailure: String, Error, Hashable, Sendable, CaseIterable, Codable {
  /// The device or account is not permitted to buy.
  case paymentNotAllowed

  /// The payment was declined.
  case paymentInvalid

  /// The store could not be reached.
  case network

  /// The store does not sell the product.
  case productUnavailable

  /// The customer must do something outside the app first; the purchase may still succeed later.
  case interrupted

  /// Any other reason.
  case unknown
}

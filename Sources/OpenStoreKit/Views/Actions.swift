// The actions that views read from SwiftUI's environment. A view model that takes one gets it from a test here.

/// Buys a product.
///
/// Follows <https://developer.apple.com/documentation/storekit/purchaseaction>.
@MainActor
public struct PurchaseAction {
  public nonisolated init() {}

  /// Buys a product in the session that it came from.
  ///
  /// - Throws: ``Product/PurchaseError`` or ``StoreKitError``
  public func callAsFunction(
    _ product: Product, options: Set<Product.PurchaseOption> = []
  ) async throws -> Product.PurchaseResult {
    try await product.purchase(options: options)
  }

  /// Sends the app's request to the Advanced Commerce API.
  ///
  /// - Throws: ``StoreKitError``
  public func callAsFunction(
    _ advancedCommerceProduct: AdvancedCommerceProduct, compactJWS: String,
    options: Set<AdvancedCommerceProduct.PurchaseOption> = []
  ) async throws -> AdvancedCommerceProduct.PurchaseResult {
    try await advancedCommerceProduct.purchase(compactJWS: compactJWS, options: options)
  }
}

/// Asks the customer for a rating or a review.
///
/// Follows <https://developer.apple.com/documentation/storekit/requestreviewaction>.
@MainActor
public struct RequestReviewAction {
  public nonisolated init() {}

  /// Asks the customer; here every request is counted.
  public func callAsFunction() {
    StoreSession.current?.present(.review)
  }
}

/// Shows a message of the App Store.
///
/// Follows <https://developer.apple.com/documentation/storekit/displaymessageaction>.
@MainActor
public struct DisplayMessageAction {
  public nonisolated init() {}

  /// Shows the message.
  public func callAsFunction(_ message: Message) throws {
    message.show()
  }
}

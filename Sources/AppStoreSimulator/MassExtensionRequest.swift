/// A request to extend the renewal dates of a product's active subscriptions, identified by its sender.
///
/// The same request twice extends nothing the second time. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/extend-subscription-renewal-dates-for-all-active-subscribers>.
struct MassExtensionRequest: Hashable, Sendable {
  var productID: String

  /// The sender's identifier, unique for the product.
  var requestID: String
}

/// A plan that will start without further action, or once the customer acts in the store's settings.
struct PendingPlan: Hashable, Sendable {
  /// The entitlements that it gives.
  let entitled: UInt64
  /// Its product, as a bit of ``BlueprintIndex/products``.
  let product: UInt64
  /// The wallets that it fills, as bits.
  let fills: UInt64
  /// When it starts without further action; nil if the customer has to act in the store's settings.
  let startsAt: Instant?
  /// The uses that ended the trial before it; nil if a payment is due instead.
  let spent: Limit?
}

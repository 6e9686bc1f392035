/// What paywalls can sell a customer to some effect, as bits of ``Catalog/sales``.
struct ProductOffers: Hashable, Sendable {
  /// What would take effect now and give something that the customer has neither paid for nor been granted.
  var selling: UInt64 = 0
  /// What would give nothing new now: it is for this customer in particular and changes what they have, or a grant gives
  /// it for a time.
  var changing: UInt64 = 0
  /// The products that would be sold with their introductory offer, as far as the facts show.
  var introductory: UInt64 = 0

  /// Everything that a paywall shows.
  var shown: UInt64 { selling | changing }
}

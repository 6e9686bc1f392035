/// What paywalls can sell a customer to some effect, as bits of ``Catalog/sales``.
struct ProductOffers: Hashable, Sendable {
  /// What would take effect now and give something not already paid for.
  var selling: UInt64 = 0
  /// What is for this customer in particular, and would change what they have without giving anything new.
  var changing: UInt64 = 0
  /// The products that would be sold with their introductory offer, as far as the facts show.
  var introductory: UInt64 = 0

  /// Everything that a paywall shows.
  var shown: UInt64 { selling | changing }
}

/// Which products a customer can buy to some effect, as bits of ``Catalog/offered``.
struct ProductOffers: Hashable, Sendable {
  /// The products that would take effect now and give something not already paid for.
  var selling: UInt64 = 0
  /// The products that would be sold with their introductory offer, as far as the facts show.
  var introductory: UInt64 = 0
}

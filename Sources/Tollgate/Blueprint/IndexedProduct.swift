/// A product, with its role in the plan and the trial; an object, so that looking one up copies a reference.
final class IndexedProduct: Sendable {
  let product: CatalogProduct
  /// The entitlements that it gives while it lasts, as bits; 0 for a product that gives credits alone.
  let entitled: UInt64
  /// Whether it gives the plan rather than an add-on.
  let isPlan: Bool
  /// Whether its introductory offer is the trial.
  let startsTrial: Bool
  /// Whether a paywall sells it with a number of seats.
  let hasSeats: Bool
  /// The first of the products whose time adds up with its own: those that give the same; nil if its time does not.
  let addsUpAs: CatalogProduct.ID?
  /// The wallets that it fills.
  let sources: [IndexedSource]

  init(
    _ product: CatalogProduct, entitled: UInt64, isPlan: Bool, startsTrial: Bool,
    hasSeats: Bool, addsUpAs: CatalogProduct.ID?, sources: [IndexedSource]
  ) {
    self.product = product
    self.entitled = entitled
    self.isPlan = isPlan
    self.startsTrial = startsTrial
    self.hasSeats = hasSeats
    self.addsUpAs = addsUpAs
    self.sources = sources
  }

  /// Whether the time of its purchases adds up.
  var addsUp: Bool { addsUpAs != nil }

  /// The wallets that each of its billing periods fills, as bits.
  var fills: UInt64 {
    sources.reduce(0) { $1.source.lifetime == .unlimited ? $0 : $0 | 1 << UInt64($1.wallet) }
  }
}

/// A source of a wallet, and the wallet's position in the blueprint.
struct IndexedSource: Sendable {
  let wallet: Int
  let source: Wallet.Source
}

import Tollgate

/// A code that the customer may redeem on the store's own page, which the playground stands in for.
struct Redemption: Hashable, Sendable {
  /// The plan that the code is for.
  var product: CatalogProduct.ID
  var name: String
  var code: String
  /// Whether the price after its offer is billed monthly with a commitment.
  var isBilledMonthly = false

  /// The store's page.
  var sheet: AlertSheet {
    AlertSheet(
      title: "App Store", text: "Redeem the code \(code) for \(name)?",
      tryAgain: PageButton(label: "Redeem", action: PageAction("redeem"), style: .tinted),
      cancel: PageButton(label: "Not now", action: .closeSheet), language: "en")
  }
}

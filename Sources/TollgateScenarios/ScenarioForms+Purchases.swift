import Tollgate
import TollgateBlueprints

/// Purchases and refunds.
extension ScenarioForms {
  /// How many seats a subscription can be bought with.
  private static let seats = 1...1000

  var buy: Form<Action> {
    .either(
      "the name of a product, or a map",
      scalar: product.map { .buy($0, .buy, seats: 1, isPosted: true, offer: nil) },
      map: Form<Action>.object(
        "`buy`", .required("product", product), .optional("offer", offer),
        .defaulted("outcome", Form<BuyOutcome>.choice(), to: .buy),
        .defaulted("seats", .whole(Self.seats), to: 1),
        .defaulted("posted", .flag, to: true)
      ) { [definition] product, offer, outcome, seats, isPosted in
        let offers = definition.products.first { $0.id == product }?.offers ?? []
        return .buy(
          product, outcome, seats: seats, isPosted: isPosted,
          offer: offers.first { $0.id == offer })
      }.map(havingOffer).map(havingSeats))
  }

  var refund: Form<Action> {
    .either(
      "the name of a product, or a map",
      scalar: product.map { .atStore(.refund($0, isFirst: false, seats: nil)) },
      map: Form<Action>.object(
        "`refund`", .required("product", product),
        .defaulted("period", .known("period", in: ["first", "latest"]), to: "latest"),
        .optional("seats", .whole(Self.seats))
      ) { product, period, seats in
        .atStore(.refund(product, isFirst: period == "first", seats: seats))
      }.map(havingSeats))
  }

  /// Returns a purchase whose offer, if it names one, is the product's.
  @Sendable
  private func havingOffer(_ action: Action, _ node: YAMLNode, _ reader: Reader) -> Action? {
    guard case .buy(let product, _, _, _, nil) = action, let offer = node["offer"],
      case .scalar(let name, _) = offer.content,
      definition.products.contains(where: { $0.offers.contains { $0.id.rawValue == name } })
    else { return action }
    reader.error(at: offer, "`\(product)` has no such offer")
    return nil
  }

  /// Returns a purchase or a refund whose product, if it names seats, is a subscription.
  @Sendable
  private func havingSeats(_ action: Action, _ node: YAMLNode, _ reader: Reader) -> Action? {
    guard let seats = node["seats"],
      let product = definition.products.first(where: { $0.id == action.product }),
      product.kind != .autoRenewable
    else { return action }
    reader.error(
      at: seats, "`\(product.id)` has no seats", expected: "the name of a subscription")
    return nil
  }
}

extension Action {
  /// The product that is bought or refunded.
  fileprivate var product: CatalogProduct.ID? {
    if case .buy(let product, _, _, _, _) = self { return product }
    if case .atStore(.refund(let product, _, _)) = self { return product }
    return nil
  }
}

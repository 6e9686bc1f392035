import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateBlueprints

/// Purchases and other actions at the store.
extension ScenarioForms {
  /// How many seats a subscription can be bought with.
  private static let seats = 1...1000

  /// The outcomes of a purchase; a failure has a reason.
  private static let outcomes = PurchaseOutcome.allCases.filter { $0 != .fail(.unknown) }

  var buy: Form<Action> {
    .either(
      "the name of a product, or a map",
      scalar: product.map { .buy(PurchaseAction(product: $0)) },
      map: Form<PurchaseAction>.object(
        "`buy`", .required("product", product), .optional("offer", offer),
        .defaulted("outcome", .choice(Self.outcomes), to: .buy),
        .defaulted("seats", .whole(Self.seats), to: 1),
        .defaulted("posted", .flag, to: true), .optional("billing", Form.word("monthly")),
        .optional("introductoryOffer", .flag), .defaulted("quantity", .whole(1...10), to: 1)
      ) {
        [definition] product, offer, outcome, seats, isPosted, billing, introductoryOffer, quantity
        in
        let offers = definition.products.first { $0.id == product }?.offers ?? []
        return PurchaseAction(
          product: product, outcome: outcome, seats: seats, quantity: quantity, isPosted: isPosted,
          offer: offers.first { $0.id == offer }, isBilledMonthly: billing != nil,
          hasIntroductoryOffer: introductoryOffer)
      }.map(havingOffer).map(havingSeats).map(havingQuantity).map { Action.buy($0) })
  }

  /// Returns a purchase whose offer, if it names one, is the product's.
  @Sendable
  private func havingOffer(
    _ purchase: PurchaseAction, _ node: YAMLNode, _ reader: Reader
  ) -> PurchaseAction? {
    guard purchase.offer == nil, let offer = node["offer"],
      case .scalar(let name, _) = offer.content,
      definition.products.contains(where: { $0.offers.contains { $0.id.rawValue == name } })
    else { return purchase }
    reader.error(at: offer, "`\(purchase.product)` has no such offer")
    return nil
  }

  /// Returns a purchase whose product, if it names seats, is a subscription.
  @Sendable
  private func havingSeats(
    _ purchase: PurchaseAction, _ node: YAMLNode, _ reader: Reader
  ) -> PurchaseAction? {
    sells(purchase.product, seats: node, reader) ? purchase : nil
  }

  /// Returns a purchase whose product, if it is bought in a quantity, is a consumable or does not renew.
  @Sendable
  private func havingQuantity(
    _ purchase: PurchaseAction, _ node: YAMLNode, _ reader: Reader
  ) -> PurchaseAction? {
    guard let quantity = node["quantity"],
      let product = definition.products.first(where: { $0.id == purchase.product })
    else { return purchase }
    switch product.kind {
    case .consumable, .nonRenewing: return purchase
    case .autoRenewable, .nonConsumable:
      reader.error(
        at: quantity, "`\(product.id)` is bought one at a time",
        expected: "the name of a consumable or of a non-renewing product")
      return nil
    }
  }

  /// Whether a product that is named with seats is a subscription.
  private func sells(_ id: CatalogProduct.ID, seats node: YAMLNode, _ reader: Reader) -> Bool {
    guard let seats = node["seats"],
      let product = definition.products.first(where: { $0.id == id }),
      product.kind != .autoRenewable
    else { return true }
    reader.error(
      at: seats, "`\(product.id)` has no seats", expected: "the name of a subscription")
    return false
  }
}

extension ScenarioForms {
  /// The form of an action at the store; nil for a purchase, which the device reports.
  func form(of name: StoreAction.Name) -> Form<StoreAction>? {
    switch name {
    case .buy: nil
    case .approve: Form.onlyTrue.map { _ in .approve() }
    case .decline: Form.onlyTrue.map { _ in .decline() }
    case .cancel: subscriptions.map { .cancel($0) }
    case .resume: subscriptions.map { .resume($0) }
    case .acceptPrice: subscriptions.map { .acceptPrice($0) }
    case .requestPriceConsent: subscriptions.map { .requestPriceConsent($0) }
    case .renew: subscriptions.map { .renew($0) }
    case .expire: subscriptions.map { .expire($0) }
    case .settle: subscriptions.map { .settle($0) }
    case .share: storeAccount.map { .share(with: AccountID(rawValue: $0)) }
    case .stopSharing: storeAccount.map { .stopSharing(with: AccountID(rawValue: $0)) }
    case .assignSeat: storeAccount.map { .assignSeat(to: AccountID(rawValue: $0)) }
    case .revokeSeat: storeAccount.map { .revokeSeat(from: AccountID(rawValue: $0)) }
    case .failBilling: Form.onlyTrue.map { _ in .failBilling }
    case .fixBilling: Form.onlyTrue.map { _ in .fixBilling }
    case .askToBuy: Form.flag.map { .askToBuy($0) }
    case .storefront: storefront
    case .boughtApp: boughtApp
    case .rescindConsent: Form.onlyTrue.map { _ in .rescindConsent }
    case .refund: refund
    case .refundRequest: purchase("`refundRequest`") { .refundRequest($0) }
    case .refundDecline: purchase("`refundDecline`") { .refundDecline($0) }
    case .refundReverse: purchase("`refundReverse`") { .refundReverse($0) }
    case .finish: purchase("`finish`") { .finish($0) }
    case .price: price
    case .onSale:
      .object("`onSale`", .required("product", product), .required("isOnSale", .flag)) {
        .onSale($1, $0.rawValue)
      }
    case .extend:
      .object("`extend`", .required("product", product), .required("days", .whole(1...90))) {
        .extend(.latest(of: $0.rawValue), days: $1)
      }
    case .testNotification: Form.onlyTrue.map { _ in .testNotification }
    }
  }

  /// `true` for the only subscription that runs, or the name of one.
  private var subscriptions: Form<StoreAction.Subscriptions> {
    let names = definition.products.filter { $0.kind == .autoRenewable }.map(\.id.rawValue)
    return Form<String>.known("subscription", in: ["true"] + names).map {
      $0 == "true" ? .running : .product($0)
    }
  }

  private var period: Form<String> { .known("period", in: ["first", "latest"]) }

  private static func purchase(
    _ period: String, of product: CatalogProduct.ID
  ) -> StoreAction.Purchase {
    period == "first" ? .first(of: product.rawValue) : .latest(of: product.rawValue)
  }

  /// The latest purchase of a product, or the first.
  private func purchase(
    _ what: String, _ make: @escaping @Sendable (StoreAction.Purchase) -> StoreAction
  ) -> Form<StoreAction> {
    .either(
      "the name of a product, or a map",
      scalar: product.map { make(Self.purchase("latest", of: $0)) },
      map: .object(
        what, .required("product", product), .defaulted("period", period, to: "latest")
      ) { make(Self.purchase($1, of: $0)) })
  }

  private var refund: Form<StoreAction> {
    .either(
      "the name of a product, or a map",
      scalar: product.map { .refund(.latest(of: $0.rawValue)) },
      map: Form<(CatalogProduct.ID, StoreAction)>.object(
        "`refund`", .required("product", product), .defaulted("period", period, to: "latest"),
        .optional("seats", .whole(Self.seats)), .optional("percent", .whole(1...100)),
        .optional("unused", Form<Bool>.onlyTrue)
      ) { product, period, seats, percent, unused in
        let parts: [StoreAction.Refund?] = [
          seats.map { .seats($0) }, percent.map { .share($0 * 1000) }, unused.map { _ in .unused },
        ]
        let part = parts.compactMap(\.self).first ?? .all
        return (product, .refund(Self.purchase(period, of: product), part))
      }.map { refund, node, reader -> StoreAction? in
        let parts = ["seats", "percent", "unused"]
        guard parts.count(where: { node[$0] != nil }) < 2 else {
          reader.error(at: node, "a refund has one of `seats`, `percent` and `unused`")
          return nil
        }
        return sells(refund.0, seats: node, reader) ? refund.1 : nil
      })
  }

  private var storefront: Form<StoreAction> {
    .object(
      "`storefront`", .required("country", .scalar()), .required("id", .scalar()),
      .required("currency", .scalar())
    ) { .storefront(Storefront(country: $0, id: $1, currency: $2)) }
  }

  private var boughtApp: Form<StoreAction> {
    .object(
      "`boughtApp`", .required("version", .scalar("a version or build number")),
      .required("date", Form<Instant>.instant),
      .defaulted("platform", Form<AppDownload.Platform>.choice(), to: .iOS),
      .optional("environment", Form<StoreEnvironment>.choice())
    ) { version, date, platform, environment in
      .boughtApp(
        AppPurchase(
          version: version, platform: PurchasePlatform(rawValue: platform.rawValue), date: date,
          environment: environment.map { Environment($0) }))
    }
  }

  private var price: Form<StoreAction> {
    let amount = Form.scalar("an amount such as `9.99`").map { text, node, reader in
      let amount = Milliunits(decimal: text)
      if amount == nil { reader.unexpected(node, expected: "an amount such as `9.99`") }
      return amount
    }
    return .object(
      "`price`", .required("product", product), .required("price", amount),
      .defaulted("needsConsent", .flag, to: true)
    ) { .price($1, of: $0.rawValue, needsConsent: $2) }
  }
}

extension Environment {
  /// Apple's name of an environment.
  init(_ environment: StoreEnvironment) {
    self =
      switch environment {
      case .production: .production
      case .sandbox: .sandbox
      case .xcode: .xcode
      }
  }
}

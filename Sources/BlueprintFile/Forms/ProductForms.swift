import Tollgate

/// Where a blueprint's products come from.
enum ProductSource: Sendable {
  /// They are written in the blueprint.
  case written([Product])
  /// They stand in a `.storekit` file beside it, which gives everything but the entitlements.
  case file(name: String, currency: String?, entitlements: [EntitlementList])

  /// What one product gives.
  struct EntitlementList: Sendable {
    let product: Product.ID
    let entitlements: [Entitlement.ID]
  }
}

/// How products are written.
enum ProductForms {
  static let products = Form<ProductSource>.with(
    key: "from", file,
    else: Form<[Product]>.entries("a product", of: product).map { .written($0) },
    "a map from product identifiers to products, or `from` with the name of a `.storekit` file")

  private static let file = Form<ProductSource>.object(
    "the products of a file",
    .required("from", fileName, "The `.storekit` file beside the blueprint."),
    .optional(
      "currency", currency,
      "The currency of the file's prices, where its storefront does not say it."),
    .required(
      "entitlements", .entries("a product", of: given), "What each product gives while it lasts.")
  ) { .file(name: $0, currency: $1, entitlements: $2) }

  private static let fileName = Form<String>.pattern(
    "the name of a `.storekit` file beside the blueprint", "^[^/\\\\]+\\.storekit$"
  ) { $0.hasSuffix(".storekit") && $0.utf8.count > 9 && !$0.contains("/") && !$0.contains("\\") }

  private static let currency = Form<String>.pattern("a currency such as `USD`", "^[A-Z]{3}$") {
    Money.isCurrency($0)
  }

  private static let given = Names.entitlements
    .map { names -> @Sendable (Product.ID) -> ProductSource.EntitlementList in
      { ProductSource.EntitlementList(product: $0, entitlements: names) }
    }

  private static let product = Form<@Sendable (Product.ID) -> Product>.object(
    "a product",
    .defaulted("kind", Form<Product.Kind>.choice(), to: .autoRenewable, "How it is sold."),
    .required("name", .line(), "The name people see."),
    .defaulted(
      "entitlements", Names.entitlements, to: [],
      "What it gives while it lasts; needed unless it fills a wallet of credits."),
    .optional("price", .money, "The price of one billing period, or of the product."),
    .optional("period", .period, "The billing period of a subscription."),
    .optional("group", Names.group, "The subscription group."),
    .optional("introductoryOffer", offer, "The offer for those new to the group.")
  ) { kind, name, entitlements, price, period, group, offer in
    { id in
      Product(
        id: id, kind: kind, name: name, entitlements: entitlements, price: price, period: period,
        group: group, introductoryOffer: offer)
    }
  }

  private enum Payment: String, CaseIterable {
    case freeTrial
    case payAsYouGo
    case payUpFront
  }

  private static let offer = Form<Product.IntroductoryOffer>.object(
    "an introductory offer",
    .required("payment", Form<Payment>.choice(), "How it is paid."),
    .required("period", .period, "The length of one of its periods."),
    .defaulted("periods", .whole(1...999), to: 1, "How many periods it lasts."),
    .optional("price", .money, "The price of one of its periods; none where it is free.")
  ) { payment, period, periods, price in
    Product.IntroductoryOffer(
      payment: StoreOffer.Payment(rawValue: payment.rawValue) ?? .freeTrial, period: period,
      periods: periods, price: price)
  }
}

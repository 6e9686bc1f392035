import Tollgate

/// The format of a product's offers except the introductory one.
///
/// ```yaml
/// offers:
///   come-back: { kind: winBack, payment: payUpFront, period: P1Y, price: 19.99 USD }
/// ```
enum OfferForms {
  /// The ways to pay for an offer in App Store Connect.
  enum Payment: String, CaseIterable {
    case freeTrial
    /// Each period is paid when it begins.
    case payAsYouGo
    /// All periods are paid up front.
    case payUpFront
  }

  /// An offer without its identifier, which is its key.
  typealias Make = @Sendable (CatalogProduct.Offer.ID) -> CatalogProduct.Offer

  /// An offer of a product; the package that sells it says who it is for.
  static let offer = withoutCondition(
    priced.answering("an offer", hints), sold: "a package with `when` and `offer`")

  /// What to write in place of a part of the price.
  static let hints: [String: String] = {
    let price = "`price`, as in `price: 4.99 USD`, which is what the customer pays for a period"
    return ["discount": price, "percent": price, "percentOff": price, "off": price]
  }()

  /// Returns the form of offers, which rejects a condition and says where it belongs.
  static func withoutCondition<Offer>(_ form: Form<Offer>, sold: String) -> Form<Offer> {
    Form(form.expected, form.schema) { node, reader in
      guard let when = node.entries?.first(where: { $0.key == "when" }) else {
        return form.read(node, reader)
      }
      reader.report(
        .error, at: when.position, when.value.path, "an offer cannot have a condition",
        expected: sold)
      return nil
    }
  }

  /// An offer that costs something, or one that is free and has no price.
  private static let priced = Form<Make>.with(
    key: "price",
    .object(
      "an offer", kind,
      .required("payment", paid, "How it is paid."), period, periods,
      .required("price", .money, "The price of one of its periods."), billing
    ) { make($0, $1, $2, $3, $4, $5) },
    else: .object(
      "an offer without a price", kind,
      .required("payment", free, "How it is paid."), period, periods, billing
    ) { make($0, $1, $2, $3, nil, $4) },
    "an offer with `kind`, `payment` and `period`")

  private static let kind = Key<CatalogProduct.Offer.Kind>.required(
    "kind", Form<CatalogProduct.Offer.Kind>.choice(), "Who gets it.")
  private static let period = Key<Period>.required(
    "period", .period, "The length of one of its periods.")
  private static let periods = Key<Int>.defaulted(
    "periods", .whole(1...999), to: 1, "How many periods it lasts.")
  /// The billing plan of an offer: `monthly` is for those who commit to a year.
  static let billing = Key<BillingPlan>.defaulted(
    "billing", .choice(), to: .upFront,
    "The billing plan that it is an offer of: `monthly` is for those who commit to a year.")
  /// The payment modes of an offer with a price.
  private static let paid = Form<Payment>.choice([.payAsYouGo, .payUpFront])
  /// The payment mode of a free offer.
  private static let free = Form<String>.word(
    Payment.freeTrial.rawValue, expected: "`freeTrial`, or a `price`"
  ).map { _ in Payment.freeTrial }

  /// Returns a function that makes an offer from its identifier.
  private static func make(
    _ kind: CatalogProduct.Offer.Kind, _ payment: Payment, _ period: Period, _ periods: Int,
    _ price: Money?, _ billing: BillingPlan
  ) -> Make {
    { id in
      CatalogProduct.Offer(
        id: id, kind: kind, payment: payment.payment, period: period, periods: periods,
        price: price, billing: billing)
    }
  }
}

extension OfferForms.Payment {
  /// The same in the engine.
  var payment: StoreOffer.Payment {
    switch self {
    case .freeTrial: .freeTrial
    case .payAsYouGo: .payAsYouGo
    case .payUpFront: .payUpFront
    }
  }
}

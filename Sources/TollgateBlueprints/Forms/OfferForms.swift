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
    /// A free trial.
    case freeTrial
    /// Each period is paid when it begins.
    case payAsYouGo
    /// All periods are paid up front.
    case payUpFront
  }

  /// An offer without its identifier, which is its key.
  typealias Make = @Sendable (CatalogProduct.Offer.ID) -> CatalogProduct.Offer

  /// An offer that costs something, or one that is free and has no price.
  static let offer = Form<Make>.with(
    key: "price",
    .object(
      "an offer", kind,
      .required("payment", paid, "How it is paid."), period, periods,
      .required("price", .money, "The price of one of its periods.")
    ) { make($0, $1, $2, $3, $4) },
    else: .object(
      "an offer without a price", kind,
      .required("payment", free, "How it is paid."), period, periods
    ) { make($0, $1, $2, $3, nil) },
    "an offer with `kind`, `payment` and `period`")

  /// Who gets the offer.
  private static let kind = Key<CatalogProduct.Offer.Kind>.required(
    "kind", Form<CatalogProduct.Offer.Kind>.choice(), "Who gets it.")
  /// The length of one of its periods.
  private static let period = Key<Period>.required(
    "period", .period, "The length of one of its periods.")
  /// How many periods it lasts.
  private static let periods = Key<Int>.defaulted(
    "periods", .whole(1...999), to: 1, "How many periods it lasts.")
  /// The payment modes of an offer with a price.
  private static let paid = Form<Payment>.choice([.payAsYouGo, .payUpFront])
  /// The payment mode of a free offer.
  private static let free = Form<String>.word(
    Payment.freeTrial.rawValue, expected: "`freeTrial`, or a `price`"
  ).map { _ in Payment.freeTrial }

  /// Returns a function that makes an offer from its identifier.
  private static func make(
    _ kind: CatalogProduct.Offer.Kind, _ payment: Payment, _ period: Period, _ periods: Int,
    _ price: Money?
  ) -> Make {
    { id in
      CatalogProduct.Offer(
        id: id, kind: kind, payment: payment.payment, period: period, periods: periods,
        price: price)
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

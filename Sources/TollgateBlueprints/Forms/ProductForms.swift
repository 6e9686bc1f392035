import Tollgate

/// The source of a blueprint's products.
enum ProductSource: Sendable {
  /// They are written in the blueprint.
  case written([WrittenProduct])
  /// They come from a `.storekit` file next to it, which defines everything but the entitlements and how long a
  /// non-renewing product lasts.
  case file(
    name: String, currency: String?, entitlements: [EntitlementList], lengths: [Length],
    needs: [EntitlementList])

  /// The entitlements that one product of a file gives or needs.
  struct EntitlementList: Sendable {
    let product: CatalogProduct.ID
    let entitlements: [Entitlement.ID]
  }

  /// How long one non-renewing product of a file lasts, which the store does not say.
  struct Length: Sendable {
    let product: CatalogProduct.ID
    /// The time from its purchase.
    let period: Period
    /// Whether the time of several purchases adds up.
    var addsUp = true
  }
}

/// The format of products.
enum ProductForms {
  /// The section `products`, in one of two forms.
  ///
  /// ```yaml
  /// products:
  ///   from: coach.storekit
  ///   entitlements:
  ///     coach.monthly: premium
  /// ```
  static let products = Form<ProductSource>.with(
    key: "from", file,
    else: Form<[WrittenProduct]>.entries("a product", of: product).map { .written($0) },
    "a map from product identifiers to products, or `from` with the name of a `.storekit` file")

  private static let file = Form<ProductSource>.object(
    "the products of a file",
    .required("from", fileName, "The `.storekit` file in the blueprint's folder."),
    .optional(
      "currency", currency,
      "The currency of the file's prices, where its storefront does not say it."),
    .required(
      "entitlements", .entries("a product", of: given), "What each product gives while it lasts."),
    .defaulted(
      "lasts", .entries("a product", of: length), to: [],
      "How long each non-renewing product lasts, which the file does not say."),
    .defaulted(
      "needs", .entries("a product", of: given), to: [],
      "The entitlements of which a customer needs one before each product is sold.")
  ) { .file(name: $0, currency: $1, entitlements: $2, lengths: $3, needs: $4) }

  /// The file's name without a folder, so that a blueprint reads nothing outside of its own.
  private static let fileName = Form<String>.pattern(
    "the name of a `.storekit` file in the blueprint's folder", "^[^/\\\\]+\\.storekit$"
  ) { $0.hasSuffix(".storekit") && $0.utf8.count > 9 && !$0.contains("/") && !$0.contains("\\") }

  /// An ISO 4217 code.
  private static let currency = Form<String>.pattern("a currency such as `USD`", "^[A-Z]{3}$") {
    Money.isCurrency($0)
  }

  /// The entitlements of one product of a file.
  private static let given = Names.entitlements
    .map { names -> @Sendable (CatalogProduct.ID) -> ProductSource.EntitlementList in
      { ProductSource.EntitlementList(product: $0, entitlements: names) }
    }

  /// A length without the product, which is its key.
  private typealias MakeLength = @Sendable (CatalogProduct.ID) -> ProductSource.Length

  /// The length of one product of a file: a period, or `{ period: P90D, addsUp: false }`.
  private static let length = Form<MakeLength>.either(
    "a period such as `P90D`, or `{ period: P90D, addsUp: false }`",
    scalar: Form<Period>.period.map { period -> MakeLength in
      { ProductSource.Length(product: $0, period: period) }
    }, map: fixedLength)

  private static let fixedLength = Form<MakeLength>.object(
    "a length",
    .required("period", .period, "How long the product lasts."), addsUp
  ) { period, addsUp in
    { ProductSource.Length(product: $0, period: period, addsUp: addsUp) }
  }

  /// A product without its identifier, which is its key.
  private typealias MakeProduct = @Sendable (Identifier<WrittenProduct>) -> WrittenProduct

  /// A product written in the blueprint; `kind: consumable` has other keys than the rest.
  ///
  /// ```yaml
  /// coach.monthly:
  ///   name: Coach Premium
  ///   entitlements: premium
  ///   price: 9.99 USD
  ///   period: P1M
  ///   group: coach
  ///   introductoryOffer: { payment: freeTrial, period: P1W }
  /// ```
  private static let product = Form<MakeProduct>(
    lasting.expected, Schema(anyOf: [lasting.schema, consumable.schema])
  ) { node, reader in
    guard case .scalar("consumable", .text)? = node["kind"]?.content else {
      return lasting.read(node, reader)
    }
    return consumable.read(node, reader)
  }

  private static let addsUp = Key<Bool>.defaulted(
    "addsUp", .flag, to: true,
    "Whether the time of a non-renewing product that is bought while it runs, or while one runs that gives the same, begins when the running one ends; `false` for a season with fixed dates."
  )

  private static let needs = Key<[Entitlement.ID]>.defaulted(
    "needs", Names.entitlements, to: [],
    "The entitlements of which a customer needs one before it is sold, as an add-on needs its base."
  )

  /// A product that gives something while it lasts; a level makes sense in a group only.
  private static let lasting = Form<MakeProduct>.object(
    "a product", needs: ["level": ["group"], "offers": ["group"]],
    synonyms: [
      "trial": "introductoryOffer", "freeTrial": "introductoryOffer",
      "introOffer": "introductoryOffer", "introductory": "introductoryOffer",
      "gives": "entitlements", "unlocks": "entitlements", "grants": "entitlements",
      "entitles": "entitlements", "type": "kind", "title": "name", "displayName": "name",
      "interval": "period", "billingPeriod": "period", "every": "period",
      "subscriptionGroup": "group", "groupLevel": "level", "rank": "level",
      "familySharing": "familyShareable",
    ],
    hints: [
      "seats": "`seats` in a package, or `teams` for members with accounts of their own",
      "credits": "`filledBy` in the wallet, under `credits`",
      "gracePeriod": "the grace period set in App Store Connect, which the store signs",
      "lasts": "`period`", "duration": "`period`",
      "discount": ProductForms.lowerPrice, "sale": ProductForms.lowerPrice,
      "salePrice": ProductForms.lowerPrice, "when": ProductForms.condition,
      "until": ProductForms.condition, "from": ProductForms.condition,
      "country": ProductForms.sold, "countries": ProductForms.sold,
      "availableIn": ProductForms.sold, "storefronts": ProductForms.sold,
      "territories": ProductForms.sold, "regions": ProductForms.sold,
      "trialDays": ProductForms.week, "trial_days": ProductForms.week,
      "freeTrialDays": ProductForms.week, "trialPeriod": ProductForms.week,
      "lifetime": "`kind: nonConsumable` and no `period`, for what is bought once and kept",
      "consumable": "`kind: consumable`",
      "promotionalOffer": ProductForms.further, "winBack": ProductForms.further,
      "winBackOffer": ProductForms.further, "offerCode": ProductForms.further,
      "coupon": ProductForms.further, "promoCode": ProductForms.further,
      "currency": "the currency in `price`, as in `price: 9.99 USD`",
      "id": ProductForms.identifier, "productID": ProductForms.identifier,
      "product_id": ProductForms.identifier, "identifier": ProductForms.identifier,
    ],
    .defaulted("kind", lastingKind, to: .autoRenewable, "How it is sold."),
    .required("name", .line(), "The name people see."),
    .defaulted(
      "entitlements", Names.entitlements, to: [],
      "What it gives while it lasts; needed unless it fills a wallet of credits."),
    needs,
    .optional("price", price, "The price of one billing period, or of the product."),
    .optional(
      "monthlyPrice", .money,
      "The price of each of twelve monthly bills, for those who commit to a year; needs `period: P1Y`."
    ),
    .defaulted(
      "seatPrices", .list(of: seatPrice), to: [],
      "What further seats cost, if the App Store has price tiers; without it, each seat costs `price`."
    ),
    .optional(
      "period", billingPeriod,
      "The billing period of a subscription, or how long a non-renewing product lasts."),
    addsUp,
    .optional("group", Names.group, "The subscription group."),
    .optional("level", .whole(1...9999), "The level in the subscription group; 1 is the highest."),
    .optional("introductoryOffer", offer, "The offer for those new to the group."),
    .defaulted(
      "offers", .entries("an offer", of: OfferForms.offer), to: [],
      "Its other offers by their identifiers, for packages and a simulated store."),
    .defaulted(
      "familyShareable", .flag, to: false, "Whether a simulated store shares it with a family.")
  ) {
    kind, name, entitlements, needs, price, monthlyPrice, seatPrices, period, addsUp, group, level,
    offer, offers, isFamilyShareable in
    { id in
      WrittenProduct(
        product: CatalogProduct(
          id: CatalogProduct.ID(id.rawValue), kind: kind, name: name, entitlements: entitlements,
          needs: needs, price: price, monthlyPrice: monthlyPrice, seatPrices: seatPrices,
          period: period, addsUp: addsUp, group: group, level: level, introductoryOffer: offer,
          offers: offers),
        isFamilyShareable: isFamilyShareable)
    }
  }

  /// The price of a product in one currency, in place of which authors may write one for each country.
  private static let price = Form<Money>(Form<Money>.money.expected, Form<Money>.money.schema) {
    node, reader in
    guard case .map = node.content else { return Form<Money>.money.read(node, reader) }
    reader.unexpected(
      node,
      expected:
        "one price, as in `9.99 USD`: those of each country are set in App Store Connect, and customers see theirs"
    )
    return nil
  }

  private static let lowerPrice =
    "one of its `offers`, or a product of its own at the lower price, which a package sells"
  private static let endless =
    "`kind: nonRenewing` for what lasts for a time; credits that were bought never expire"
  private static let condition = "`when` in the package that sells it"
  private static let sold =
    "`when: { country: US }` in a package, for where the app offers it; App Store Connect decides where the store sells it"
  private static let week = "`introductoryOffer: { payment: freeTrial, period: P1W }`"
  private static let further =
    "`offers`, as in `offers: { come-back: { kind: winBack, payment: freeTrial, period: P1M } }`; their kinds are `promotional`, `winBack` and `code`"
  private static let identifier =
    "nothing: its key is the product's identifier in App Store Connect"

  /// The price of the seats from a number on.
  private static let seatPrice = Form<CatalogProduct.SeatPrice>.object(
    "a price of seats",
    .required("from", .whole(2...1_000), "The first seat at the price."),
    .required("price", .money, "The price of each seat from there on.")
  ) { CatalogProduct.SeatPrice(from: $0, price: $1) }

  /// The period of a product; one that is bought once and kept has none.
  private static let billingPeriod: Form<Period> = {
    let kept = "`kind: nonConsumable` and no `period`, for what is bought once and kept"
    return .period.answering(
      words: ["lifetime": kept, "forever": kept, "never": kept, "once": kept, "none": kept])
  }()

  /// The kinds but the consumable, which has a form of its own; the message for a misspelled kind lists all of them.
  private static let lastingKind = Form<CatalogProduct.Kind>(
    Form<CatalogProduct.Kind>.choice().expected,
    Form<CatalogProduct.Kind>.choice([.autoRenewable, .nonRenewing, .nonConsumable]).schema,
    Form<CatalogProduct.Kind>.choice(
      CatalogProduct.Kind.allCases,
      synonyms: [
        "subscription": .autoRenewable, "recurring": .autoRenewable, "lifetime": .nonConsumable,
        "oneTime": .nonConsumable, "pass": .nonRenewing,
      ]
    ).read)

  /// A consumable, which is used up and needs no entitlements; one that has some is a mistake that the engine explains.
  private static let consumable = Form<MakeProduct>.object(
    "a consumable",
    hints: [
      "lasts": ProductForms.endless, "expires": ProductForms.endless,
      "period": ProductForms.endless,
      "credits": "`filledBy` in the wallet, under `credits`",
    ],
    .required("kind", Form<String>.word("consumable"), "How it is sold."),
    .required("name", .line(), "The name people see."),
    .defaulted("entitlements", Names.entitlements, to: [], "Nothing: a consumable is used up."),
    needs,
    .optional("price", price, "The price of the product.")
  ) { _, name, entitlements, needs, price in
    { id in
      WrittenProduct(
        product: CatalogProduct(
          id: CatalogProduct.ID(id.rawValue), kind: .consumable, name: name,
          entitlements: entitlements, needs: needs, price: price))
    }
  }

  /// An introductory offer, which the store gives everybody who is new to the group.
  private static let offer = OfferForms.withoutCondition(
    everyones, sold: "a product of its own with this offer, in a package with `when`"
  ).answering(words: [
    "none": "nothing: a product without `introductoryOffer` has none",
    "false": "nothing: a product without `introductoryOffer` has none",
  ])

  /// `periods` is for pay as you go, where the price is paid for each period.
  private static let everyones = Form<CatalogProduct.IntroductoryOffer>.object(
    "an introductory offer", example: "`{ payment: freeTrial, period: P1W }`",
    synonyms: ["type": "payment", "mode": "payment", "duration": "period", "lasts": "period"],
    hints: OfferForms.hints,
    .required(
      "payment",
      Form<OfferForms.Payment>.choice(
        OfferForms.Payment.allCases, synonyms: ["free": .freeTrial, "trial": .freeTrial]),
      "How it is paid."),
    .required("period", .period, "The length of one of its periods."),
    .defaulted("periods", .whole(1...999), to: 1, "How many periods it lasts."),
    .optional("price", .money, "The price of one of its periods; none where it is free."),
    OfferForms.billing
  ) { payment, period, periods, price, billing in
    CatalogProduct.IntroductoryOffer(
      payment: payment.payment, period: period, periods: periods, price: price, billing: billing)
  }
}

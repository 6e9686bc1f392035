import Tollgate

/// A product of the store; `group` and `level` belong to subscriptions, `period` to non-renewing products as well.
///
/// A product without `offers` has none but the introductory one; `addsUp` is left out unless it is false.
extension CatalogProduct: WireForm {
  enum WireKey: String {
    case id, kind, name, entitlements, price, period, addsUp, group, level, introductoryOffer
    case offers
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(CatalogProduct.ID.self, forKey: .id),
      kind: try wire.decode(CatalogProduct.Kind.self, forKey: .kind),
      name: try wire.decode(String.self, forKey: .name),
      entitlements: try wire.decode([Entitlement.ID].self, forKey: .entitlements),
      price: try wire.decodeIfPresent(Money.self, forKey: .price),
      period: try wire.decodeIfPresent(Period.self, forKey: .period),
      addsUp: try wire.decodeIfPresent(Bool.self, forKey: .addsUp) ?? true,
      group: try wire.decodeIfPresent(SubscriptionGroup.ID.self, forKey: .group),
      level: try wire.decodeIfPresent(Int.self, forKey: .level),
      introductoryOffer: try wire.decodeIfPresent(
        CatalogProduct.IntroductoryOffer.self, forKey: .introductoryOffer),
      offers: try wire.decodeIfPresent([CatalogProduct.Offer].self, forKey: .offers) ?? [])
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(kind, forKey: .kind)
    try wire.encode(name, forKey: .name)
    try wire.encode(entitlements, forKey: .entitlements)
    try wire.encodeIfPresent(price, forKey: .price)
    try wire.encodeIfPresent(period, forKey: .period)
    if !addsUp { try wire.encode(addsUp, forKey: .addsUp) }
    try wire.encodeIfPresent(group, forKey: .group)
    try wire.encodeIfPresent(level, forKey: .level)
    try wire.encodeIfPresent(introductoryOffer, forKey: .introductoryOffer)
    if !offers.isEmpty { try wire.encode(offers, forKey: .offers) }
  }
}

/// An offer with an identifier: `{"id":"stay","kind":"promotional","payment":"payAsYouGo","period":"P1M",…}`.
///
/// `price` is that of one of its `periods`, and is left out if the offer is free.
extension CatalogProduct.Offer: WireForm {
  enum WireKey: String {
    case id, kind, payment, period, periods, price
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(CatalogProduct.Offer.ID.self, forKey: .id),
      kind: try wire.decode(CatalogProduct.Offer.Kind.self, forKey: .kind),
      payment: try wire.decode(StoreOffer.Payment.self, forKey: .payment),
      period: try wire.decode(Period.self, forKey: .period),
      periods: try wire.decode(Int.self, forKey: .periods),
      price: try wire.decodeIfPresent(Money.self, forKey: .price))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(kind, forKey: .kind)
    try wire.encode(payment, forKey: .payment)
    try wire.encode(period, forKey: .period)
    try wire.encode(periods, forKey: .periods)
    try wire.encodeIfPresent(price, forKey: .price)
  }
}

/// An offer for new subscribers: `{"payment":"payAsYouGo","period":"P1W","periods":2,"price":{…}}`.
///
/// `price` is that of one of its periods, and is left out if the offer is free.
extension CatalogProduct.IntroductoryOffer: WireForm {
  enum WireKey: String {
    case payment, period, periods, price
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      payment: try wire.decode(StoreOffer.Payment.self, forKey: .payment),
      period: try wire.decode(Period.self, forKey: .period),
      periods: try wire.decode(Int.self, forKey: .periods),
      price: try wire.decodeIfPresent(Money.self, forKey: .price))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(payment, forKey: .payment)
    try wire.encode(period, forKey: .period)
    try wire.encode(periods, forKey: .periods)
    try wire.encodeIfPresent(price, forKey: .price)
  }
}

/// An amount: `{"currency":"EUR","milliunits":9990}` is 9.99 euros.
extension Money: WireObject {
  enum WireKey: String {
    case milliunits, currency
  }

  init(_ wire: WireMembers<WireKey>, _ value: Money?) throws {
    try self.init(
      milliunits: wire.required(.milliunits, value?.milliunits),
      currency: wire.required(.currency, value?.currency))
  }
}

/// The offer of a transaction: `{"kind":"introductory","payment":"freeTrial"}`.
extension StoreOffer: WireObject {
  enum WireKey: String {
    case kind, payment
  }

  init(_ wire: WireMembers<WireKey>, _ value: StoreOffer?) throws {
    try self.init(
      kind: wire.required(.kind, value?.kind),
      payment: wire.optional(.payment, value?.payment))
  }
}

/// A wallet with the products that fill it: `{"id":"coins","sources":[…]}`.
extension Wallet: WireForm {
  enum WireKey: String {
    case id, sources
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(Wallet.ID.self, forKey: .id),
      sources: try wire.decode([Wallet.Source].self, forKey: .sources))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(sources, forKey: .sources)
  }
}

/// What a product puts into a wallet for each purchase or period; `inTrial` is what a period of a trial gives instead.
///
/// ```json
/// { "amount": 60, "inTrial": 0, "lifetime": { "kind": "rollsOver", "upTo": 120 }, "product": "yearly" }
/// ```
extension Wallet.Source: WireForm {
  enum WireKey: String {
    case product, amount, lifetime, inTrial
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      product: try wire.decode(CatalogProduct.ID.self, forKey: .product),
      amount: try wire.decode(Int.self, forKey: .amount),
      lifetime: try wire.decode(Wallet.Lifetime.self, forKey: .lifetime),
      inTrial: try wire.decode(Int.self, forKey: .inTrial))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(product, forKey: .product)
    try wire.encode(amount, forKey: .amount)
    try wire.encode(lifetime, forKey: .lifetime)
    try wire.encode(inTrial, forKey: .inTrial)
  }
}

/// Credits that a transfer leaves behind: `{"amount":4,"transaction":"1001","wallet":"coins"}`.
extension SpentCredit: WireObject {
  enum WireKey: String {
    case wallet, transaction, amount
  }

  init(_ wire: WireMembers<WireKey>, _ value: SpentCredit?) throws {
    try self.init(
      wallet: wire.required(.wallet, value?.wallet),
      transaction: wire.required(.transaction, value?.transaction),
      amount: wire.required(.amount, value?.amount))
  }
}

import Tollgate

/// A product of the store; `group` and `level` belong to subscriptions, `period` to non-renewing products as well.
///
/// A product without `offers` has none but the introductory one, and one without `needs` is sold to everybody; `addsUp` is
/// left out unless it is false. `monthlyPrice` is that of each monthly bill of a commitment to a year, and `seatPrices` are
/// those of further seats.
extension CatalogProduct: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: CatalogProduct?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      kind: wire.required("kind", value?.kind),
      name: wire.required("name", value?.name),
      entitlements: wire.required("entitlements", value?.entitlements),
      needs: wire.list("needs", value?.needs),
      price: wire.optional("price", value?.price),
      monthlyPrice: wire.optional("monthlyPrice", value?.monthlyPrice),
      seatPrices: wire.list("seatPrices", value?.seatPrices),
      period: wire.optional("period", value?.period),
      addsUp: wire.flag("addsUp", value?.addsUp, usually: true),
      group: wire.optional("group", value?.group),
      level: wire.optional("level", value?.level),
      introductoryOffer: wire.optional("introductoryOffer", value?.introductoryOffer),
      offers: wire.list("offers", value?.offers))
  }
}

/// The price of the seats from a number on: `{"from":6,"price":{…}}`.
extension CatalogProduct.SeatPrice: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: CatalogProduct.SeatPrice?) throws {
    try self.init(
      from: wire.required("from", value?.from),
      price: wire.required("price", value?.price))
  }
}

/// An offer with an identifier: `{"id":"stay","kind":"promotional","payment":"payAsYouGo","period":"P1M",…}`.
///
/// `price` is that of one of its `periods`, and is left out if the offer is free. `billing` is left out unless it is for
/// monthly bills.
extension CatalogProduct.Offer: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: CatalogProduct.Offer?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      kind: wire.required("kind", value?.kind),
      payment: wire.required("payment", value?.payment),
      period: wire.required("period", value?.period),
      periods: wire.required("periods", value?.periods),
      price: wire.optional("price", value?.price),
      billing: wire.defaulted("billing", value?.billing, to: .upFront))
  }
}

/// An offer for new subscribers: `{"payment":"payAsYouGo","period":"P1W","periods":2,"price":{…}}`.
///
/// `price` is that of one of its periods, and is left out if the offer is free. `billing` is left out unless it is for
/// monthly bills.
extension CatalogProduct.IntroductoryOffer: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: CatalogProduct.IntroductoryOffer?) throws {
    try self.init(
      payment: wire.required("payment", value?.payment),
      period: wire.required("period", value?.period),
      periods: wire.required("periods", value?.periods),
      price: wire.optional("price", value?.price),
      billing: wire.defaulted("billing", value?.billing, to: .upFront))
  }
}

/// An amount: `{"currency":"EUR","milliunits":9990}` is 9.99 euros.
extension Money: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Money?) throws {
    try self.init(
      milliunits: wire.required("milliunits", value?.milliunits),
      currency: wire.required("currency", value?.currency))
  }
}

/// The offer of a transaction: `{"kind":"introductory","payment":"freeTrial"}`.
extension StoreOffer: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: StoreOffer?) throws {
    try self.init(
      kind: wire.required("kind", value?.kind),
      payment: wire.optional("payment", value?.payment))
  }
}

/// A wallet with what fills it: `{"given":[…],"id":"coins","sources":[…],"spending":{…}}`.
///
/// `spendsGivenFirst` is left out unless it is false, and `mayOverdraw` if it is 0.
extension Wallet: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Wallet?) throws {
    try self.init(
      id: wire.required("id", value?.id),
      sources: wire.required("sources", value?.sources),
      given: wire.list("given", value?.given),
      spendsGivenFirst: wire.flag("spendsGivenFirst", value?.spendsGivenFirst, usually: true),
      spending: wire.optional("spending", value?.spending),
      mayOverdraw: wire.optional(
        "mayOverdraw", value.flatMap { $0.mayOverdraw == 0 ? nil : $0.mayOverdraw })
        ?? 0)
  }
}

/// Credits that nobody buys: `{"amount":5,"rhythm":{"kind":"each","upTo":20,"window":"day"}}`, with `when` for some customers
/// only, and `whileSubscribed` if they expire with the plan and the trial.
extension Wallet.Gift: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Wallet.Gift?) throws {
    try self.init(
      amount: wire.required("amount", value?.amount),
      wire.required("rhythm", value?.rhythm),
      when: wire.defaulted("when", value?.when, to: .always),
      whileSubscribed: wire.flag("whileSubscribed", value?.whileSubscribed))
  }
}

/// When credits come, with the members of its kind.
///
/// ```json
/// { "kind": "each", "upTo": 20, "window": "day" }
/// { "event": "milestone", "kind": "on", "lasts": "P30D", "name": "tutorial" }
/// ```
///
/// Without `upTo` there are never more than come in a window, and without `lasts` they never expire.
extension Wallet.Gift.Rhythm: WireObject {
  private enum Kind: String, Codable, CaseIterable { case each, on }

  private struct Parts {
    let kind: Kind
    var event: CustomerEvent?
    var lasts: Period?
    var window: Feature.Window?
    var limit: Int?
  }

  private var parts: Parts {
    switch self {
    case .each(let window, let limit): Parts(kind: .each, window: window, limit: limit)
    case .on(let event, let lasts): Parts(kind: .on, event: event, lasts: lasts)
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: Wallet.Gift.Rhythm?) throws {
    let parts = value?.parts
    switch try wire.choice("kind", parts?.kind) {
    case .each:
      self = .each(
        try wire.required("window", parts?.window), upTo: try wire.optional("upTo", parts?.limit))
    case .on:
      self = .on(
        try CustomerEvent(
          wire.required("event", parts?.event?.kind), of: wire.optional("name", parts?.event?.name)),
        lasts: try wire.optional("lasts", parts?.lasts))
    }
  }
}

/// How many credits can be spent in a window: `{"limit":100,"window":"day"}`.
extension Wallet.SpendingLimit: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Wallet.SpendingLimit?) throws {
    try self.init(
      limit: wire.required("limit", value?.limit),
      window: wire.required("window", value?.window))
  }
}

/// What a product puts into a wallet for each purchase or period; `inTrial` is what a period of a trial gives instead, and
/// `onUpgrade`, left out unless it is not `share`, what happens to it when another plan replaces the period.
///
/// ```json
/// { "amount": 60, "inTrial": 0, "lifetime": { "kind": "rollsOver", "upTo": 120 }, "product": "yearly" }
/// ```
extension Wallet.Source: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: Wallet.Source?) throws {
    try self.init(
      product: wire.required("product", value?.product),
      amount: wire.required("amount", value?.amount),
      lifetime: wire.required("lifetime", value?.lifetime),
      inTrial: wire.required("inTrial", value?.inTrial),
      onUpgrade: wire.defaulted("onUpgrade", value?.onUpgrade, to: .share))
  }
}

/// How long credits last: `{"kind":"unlimited"}`, `{"kind":"period"}`, `{"kind":"planMonth"}` or
/// `{"isMonthly":true,"kind":"rollsOver","lasts":"P3M","upTo":120,"whileSubscribed":true}`.
///
/// Without `upTo` any number rolls over, and without `lasts` until it is spent; the flags are left out if they are false.
extension Wallet.Lifetime: WireObject {
  private enum Kind: String, Codable, CaseIterable { case rollsOver, period, planMonth, unlimited }

  private var kind: Kind {
    switch self {
    case .rollsOver: .rollsOver
    case .period: .period
    case .planMonth: .planMonth
    case .unlimited: .unlimited
    }
  }

  init(_ wire: WireMembers<WireName>, _ value: Wallet.Lifetime?) throws {
    switch try wire.choice("kind", value?.kind) {
    case .rollsOver:
      let rollover = value?.rollover
      self = .rollsOver(
        Wallet.Rollover(
          monthly: try wire.flag("isMonthly", rollover?.isMonthly),
          upTo: try wire.optional("upTo", rollover?.limit),
          lasts: try wire.optional("lasts", rollover?.lasts),
          whileSubscribed: try wire.flag("whileSubscribed", rollover?.whileSubscribed)))
    case .period: self = .period
    case .planMonth: self = .planMonth
    case .unlimited: self = .unlimited
    }
  }
}

/// Credits that a transfer leaves behind: `{"amount":4,"transaction":"1001","wallet":"coins"}`.
extension SpentCredit: WireObject {
  init(_ wire: WireMembers<WireName>, _ value: SpentCredit?) throws {
    try self.init(
      wallet: wire.required("wallet", value?.wallet),
      transaction: wire.required("transaction", value?.transaction),
      amount: wire.required("amount", value?.amount))
  }
}

package import AppStoreSimulator
package import TollgateAppStore

/// A store with every kind of product and offer, and instants of its calendar.
package enum Market {
  package static let group = "plans"

  /// 2026-01-01T00:00:00Z.
  package static let start = Instant(milliseconds: 1_767_225_600_000)
  package static let day: Int64 = 86_400_000

  package static func days(_ count: Int) -> Instant {
    start.adding(milliseconds: Int64(count) * day)
  }

  private static func plan(
    _ id: String, level: Int, _ period: Period, _ price: Int64, shared: Bool = false,
    introductory: StoreKitConfiguration.Offer? = nil,
    promotional: [StoreKitConfiguration.Offer] = [], codes: [StoreKitConfiguration.Offer] = [],
    winBack: [StoreKitConfiguration.Offer] = []
  ) -> StoreKitConfiguration.Subscription {
    .init(
      productID: id, groupID: group, level: level, period: period, price: Milliunits(price),
      isFamilyShareable: shared, introductoryOffer: introductory, promotionalOffers: promotional,
      codeOffers: codes, winBackOffers: winBack)
  }

  private static func offer(
    _ id: String, _ mode: StoreKitConfiguration.PaymentMode, _ period: Period,
    _ count: Int = 1, _ price: Int64 = 0
  ) -> StoreKitConfiguration.Offer {
    .init(
      id: id, paymentMode: mode, period: period, numberOfPeriods: count, price: Milliunits(price))
  }

  package static let configuration = StoreKitConfiguration(
    products: [
      .init(productID: "coins", type: .consumable, price: Milliunits(1_000)),
      .init(
        productID: "lifetime", type: .nonConsumable, price: Milliunits(100_000),
        isFamilyShareable: true),
    ],
    nonRenewingSubscriptions: [
      .init(productID: "season", type: .nonRenewing, price: Milliunits(20_000))
    ],
    subscriptionGroups: [
      .init(
        id: group,
        subscriptions: [
          plan("gold", level: 1, Period(1, .month), 30_000, shared: true),
          plan(
            "silver", level: 2, Period(1, .month), 20_000,
            introductory: .init(paymentMode: .free, period: Period(1, .week)),
            promotional: [
              offer("stay", .payAsYouGo, Period(1, .month), 2, 5_000),
              offer("half", .payUpFront, Period(6, .month), 1, 50_000),
            ], codes: [offer("FREE3", .free, Period(3, .month))],
            winBack: [
              offer("return", .payAsYouGo, Period(1, .month), 3, 1_000),
              offer("again", .free, Period(1, .month)),
            ]),
          plan("silver.other", level: 2, Period(1, .month), 21_000),
          plan("silver.week", level: 2, Period(1, .week), 6_000),
          plan(
            "bronze", level: 3, Period(1, .month), 10_000,
            promotional: [offer("down", .free, Period(1, .month))],
            codes: [offer("CHEAP", .payAsYouGo, Period(1, .month), 1, 100)]),
        ])
    ])

  package static func store(
    seed: UInt64 = 1, environment: Environment = .sandbox, appAppleID: Int64? = nil,
    chain: SigningChain? = nil, rate: RenewalRate = .realTime, grace: GracePeriod = .off,
    historyLimit: Int = AppStoreSimulator.defaultHistoryLimit
  ) throws -> AppStoreSimulator {
    AppStoreSimulator(
      configuration: configuration, bundleID: "com.example.market", appAppleID: appAppleID,
      environment: environment, chain: try chain ?? SigningChain(), seed: seed, now: start,
      renewalRate: rate, gracePeriod: grace, historyLimit: historyLimit)
  }
}

extension AppStoreSimulator {
  /// What a server hears after the notification with this place: the day, the type and the subtype.
  package func heard(after sequence: Int = 0) -> [String] {
    notifications(after: sequence).map { notification in
      let day = (notification.at.milliseconds - Market.start.milliseconds) / Market.day
      let subtype = notification.payload.subtype.map { "/\($0.rawValue)" } ?? ""
      return "\(day) \(notification.payload.notificationType.rawValue)\(subtype)"
    }
  }

  /// The one condition of an account, by its payloads.
  package func condition(of account: AccountID) -> (
    status: SubscriptionStatus, transaction: TransactionPayload, renewal: RenewalInfoPayload
  )? {
    conditions(of: account).first.map {
      ($0.status, $0.transaction.payload, $0.renewalInfo.payload)
    }
  }
}

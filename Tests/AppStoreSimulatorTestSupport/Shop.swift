package import AppStoreSimulator
package import TollgateAppStore

/// The small store that the tests buy from, and instants of its calendar.
package enum Shop {
  package static let bundleID = "com.example.shop"
  package static let group = "pro"

  /// 2026-01-31T12:00:00Z, a day that many months lack.
  package static let start = Instant(milliseconds: 1_769_860_800_000)
  package static let day: Int64 = 86_400_000

  package static func days(_ count: Int) -> Instant {
    start.adding(milliseconds: Int64(count) * day)
  }

  package static let configuration = StoreKitConfiguration(
    products: [
      .init(productID: "coins", type: .consumable, price: Milliunits(1_490)),
      .init(productID: "lifetime", type: .nonConsumable, price: Milliunits(199_990)),
    ],
    nonRenewingSubscriptions: [
      .init(productID: "season", type: .nonRenewing, price: Milliunits(19_990))
    ],
    subscriptionGroups: [
      .init(
        id: group,
        subscriptions: [
          .init(
            productID: "yearly", groupID: group, level: 1, period: Period(1, .year),
            price: Milliunits(99_990)),
          .init(
            productID: "monthly", groupID: group, level: 2, period: Period(1, .month),
            price: Milliunits(9_990),
            introductoryOffer: .init(paymentMode: .free, period: Period(1, .week))),
          .init(
            productID: "weekly", groupID: group, level: 2, period: Period(1, .week),
            price: Milliunits(2_990)),
          .init(
            productID: "basic", groupID: group, level: 3, period: Period(1, .month),
            price: Milliunits(4_990),
            introductoryOffer: .init(
              paymentMode: .payAsYouGo, period: Period(1, .month), numberOfPeriods: 2,
              price: Milliunits(990))),
        ]),
      .init(
        id: "coach",
        subscriptions: [
          .init(
            productID: "coach.monthly", groupID: "coach", period: Period(1, .month),
            price: Milliunits(19_990),
            introductoryOffer: .init(
              paymentMode: .payUpFront, period: Period(3, .day), price: Milliunits(2_990)))
        ]),
    ])

  package static func simulator(
    configuration: StoreKitConfiguration = configuration, seed: UInt64 = 1,
    environment: Environment = .sandbox, appAppleID: Int64? = nil,
    chain: SigningChain? = nil, rate: RenewalRate = .realTime, grace: GracePeriod = .off
  ) throws -> AppStoreSimulator {
    AppStoreSimulator(
      configuration: configuration, bundleID: bundleID, appAppleID: appAppleID,
      environment: environment, chain: try chain ?? SigningChain(), seed: seed, now: start,
      renewalRate: rate, gracePeriod: grace)
  }

  package static func transaction(
    bundle: String = bundleID, environment: Environment = .sandbox,
    signed: Instant = start
  ) -> TransactionPayload {
    TransactionPayload(
      transactionId: "2000000000000001", originalTransactionId: "2000000000000001",
      bundleId: bundle, productId: "coins", type: .consumable, purchaseDate: start,
      originalPurchaseDate: start, signedDate: signed, environment: environment, quantity: 1,
      inAppOwnershipType: .purchased)
  }
}

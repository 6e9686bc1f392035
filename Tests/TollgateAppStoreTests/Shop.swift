import AppStoreSimulator
import TollgateAppStore

/// The small store that the tests buy from, and instants of its calendar.
enum Shop {
  static let bundleID = "com.example.shop"
  static let group = "pro"

  /// 2026-01-31T12:00:00Z, a day that many months lack.
  static let start = Instant(milliseconds: 1_769_860_800_000)
  static let day: Int64 = 86_400_000

  static func days(_ count: Int) -> Instant { start.adding(milliseconds: Int64(count) * day) }

  static let configuration = StoreKitConfiguration(
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

  static func simulator(
    configuration: StoreKitConfiguration = configuration, seed: UInt64 = 1,
    environment: Environment = .sandbox, appAppleID: Int64? = nil,
    chain: SigningChain? = nil, rate: RenewalRate = .realTime, grace: GracePeriod = .off
  ) throws -> AppStoreSimulator {
    AppStoreSimulator(
      configuration: configuration, bundleID: bundleID, appAppleID: appAppleID,
      environment: environment, chain: try chain ?? SigningChain(), seed: seed, now: start,
      renewalRate: rate, gracePeriod: grace)
  }

  static func transaction(
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

/// SplitMix64, so that a sample is the same on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

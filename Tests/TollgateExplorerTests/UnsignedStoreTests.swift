import AppStoreSimulator
import TestSupport
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints

@testable import TollgateExplorer

@Suite("The unsigned store of a search")
struct UnsignedStoreTests {
  @Test(
    "EX-5 the unsigned store of a search says what the simulated App Store signs",
    arguments: 1...20)
  func same(seed: UInt64) throws {
    var generator = Seeded(state: seed)
    let grace: GracePeriod = seed % 2 == 0 ? .off : .sixteenDays
    let simulated = AppStoreSimulator(
      configuration: StoreKitConfiguration(
        Self.products.map { WrittenProduct(product: $0) }, language: "en"),
      bundleID: "com.example.app", chain: try SigningChain(), now: Explorer.start,
      gracePeriod: grace)
    var unsigned = UnsignedStore(account: .first, products: ProductsOnSale(Self.products))
    var now = Explorer.start
    for _ in 0..<60 {
      let step = Step.allCases.randomElement(using: &generator) ?? .pass
      let product = Self.products.randomElement(using: &generator) ?? Self.products[0]
      let days = Int.random(in: 1...40, using: &generator)
      let isFirst = Bool.random(using: &generator)
      now = step == .pass ? now.adding(Period(days, .day)) : now.adding(milliseconds: 1000)
      while let due = unsigned.due, due <= now { _ = unsigned.pass(to: due) }
      simulated.advance(to: now)
      switch step {
      case .pass: break
      case .buy:
        _ = unsigned.buy(product, at: now)
        simulated.perform(.buy(product.id.rawValue), for: Self.account)
      case .buyWithoutOffer:
        _ = unsigned.buy(product, leavingOutOffer: true, at: now)
        simulated.perform(
          .buy(product.id.rawValue, PurchaseOptions(introductoryOffer: false)), for: Self.account)
      case .cancel:
        _ = unsigned.setRenewal(false, at: now)
        simulated.perform(.cancel(), for: Self.account)
      case .resume:
        _ = unsigned.setRenewal(true, at: now)
        simulated.perform(.resume(), for: Self.account)
      case .failBilling:
        unsigned.failCard(with: grace)
        simulated.perform(.failBilling, for: Self.account)
      case .fixBilling:
        _ = unsigned.fixCard(at: now)
        simulated.perform(.fixBilling, for: Self.account)
      case .refund:
        _ = unsigned.refund(product.id, isFirst: isFirst, at: now)
        let id = product.id.rawValue
        simulated.perform(
          .refund(isFirst ? .first(of: id) : .latest(of: id)), for: Self.account)
      }
      #expect(
        unsigned.plainTransactions == simulated.plainTransactions, "\(step) \(product.id) at \(now)"
      )
      #expect(unsigned.plainRenewals == simulated.plainRenewals, "\(step) \(product.id) at \(now)")
    }
    for product in Self.products {
      #expect(
        unsigned.isEligible(for: product)
          == simulated.givesIntroductoryOffer(product.id.rawValue, to: Self.account))
    }
  }

  @Test(
    "EX-5 the unsigned store refunds in full what an upgrade refunded in part, as the App Store does"
  )
  func refundAfterUpgrade() throws {
    let simulated = AppStoreSimulator(
      configuration: StoreKitConfiguration(
        Self.products.map { WrittenProduct(product: $0) }, language: "en"),
      bundleID: "com.example.app", chain: try SigningChain(), now: Explorer.start)
    var unsigned = UnsignedStore(account: .first, products: ProductsOnSale(Self.products))
    for (day, id) in [(1, "half"), (2, "year")] {
      let now = Explorer.start.adding(Period(day, .day))
      let product = try #require(Self.products.first(where: { $0.id.rawValue == id }))
      simulated.advance(to: now)
      simulated.perform(.buy(id), for: Self.account)
      _ = unsigned.buy(product, at: now)
    }
    let now = Explorer.start.adding(Period(3, .day))
    simulated.advance(to: now)
    simulated.perform(.refund(.latest(of: "half")), for: Self.account)
    let isRefunded = unsigned.refund("half", isFirst: false, at: now) != nil
    #expect(isRefunded)
    #expect(unsigned.plainTransactions == simulated.plainTransactions)
    #expect(unsigned.subscriptions.map(\.isRunning) == [true])
    let isRefundedAgain = unsigned.refund("half", isFirst: false, at: now) != nil
    #expect(!isRefundedAgain)
  }

  private enum Step: CaseIterable {
    case pass, buy, buyWithoutOffer, cancel, resume, failBilling, fixBilling, refund
  }

  fileprivate static let account: AccountID = "anna"

  private static let products = [
    subscription(
      "month", 2, Period(1, .month), 9_990,
      CatalogProduct.IntroductoryOffer(payment: .freeTrial, period: Period(1, .week))),
    subscription(
      "year", 1, Period(1, .year), 59_990,
      CatalogProduct.IntroductoryOffer(
        payment: .payUpFront, period: Period(1, .month), periods: 2, price: price(1_990))),
    subscription(
      "week", 2, Period(1, .week), 2_990,
      CatalogProduct.IntroductoryOffer(
        payment: .payAsYouGo, period: Period(1, .week), periods: 3, price: price(990))),
    subscription("half", 3, Period(6, .month), 19_990, nil),
    subscription("other", 3, Period(6, .month), 18_990, nil),
    CatalogProduct(
      id: "extra", kind: .autoRenewable, name: "extra", entitlements: ["extra"],
      price: price(4_990), period: Period(1, .month)),
    CatalogProduct(
      id: "forever", kind: .nonConsumable, name: "forever", entitlements: ["pro"],
      price: price(99_990)),
    CatalogProduct(
      id: "season", kind: .nonRenewing, name: "season", entitlements: ["pro"],
      price: price(5_990), period: Period(1, .month)),
  ]

  private static func price(_ milliunits: Int64) -> Money {
    Money(milliunits: milliunits, currency: "USD")
  }

  private static func subscription(
    _ name: String, _ level: Int, _ period: Period, _ milliunits: Int64,
    _ offer: CatalogProduct.IntroductoryOffer?
  ) -> CatalogProduct {
    CatalogProduct(
      id: CatalogProduct.ID(name), kind: .autoRenewable, name: name, entitlements: ["pro"],
      price: price(milliunits), period: period, group: "pro", level: level,
      introductoryOffer: offer)
  }
}

/// A transaction without its identifier and signature.
private struct PlainTransaction: Hashable {
  let product: String
  let from: Instant
  let to: Instant?
  let revokedAt: Instant?
  let isUpgraded: Bool
  let isIntroductory: Bool
  let price: Int64?
}

/// A renewal info without its signature.
private struct PlainRenewal: Hashable {
  let renewsTo: String
  let willRenew: Bool
  let graceEndsAt: Instant?
  let isInBillingRetry: Bool
}

extension UnsignedStore {
  fileprivate var plainTransactions: [PlainTransaction: Int] {
    let signed = subscriptions.flatMap(\.periods).map(\.signed) + purchases.map(\.signed)
    return signed.map { transaction in
      PlainTransaction(
        product: transaction.product.rawValue, from: transaction.purchasedAt,
        to: transaction.expiresAt, revokedAt: transaction.revokedAt,
        isUpgraded: transaction.isUpgraded,
        isIntroductory: transaction.offer?.kind == .introductory,
        price: transaction.price?.milliunits)
    }.counted
  }

  fileprivate var plainRenewals: [PlainRenewal: Int] {
    subscriptions.map(\.renewal).map { renewal in
      PlainRenewal(
        renewsTo: renewal.renewsTo.rawValue, willRenew: renewal.willRenew,
        graceEndsAt: renewal.graceEndsAt, isInBillingRetry: renewal.isInBillingRetry)
    }.counted
  }
}

extension AppStoreSimulator {
  fileprivate var plainTransactions: [PlainTransaction: Int] {
    transactions(of: UnsignedStoreTests.account).map(\.payload).map { payload in
      PlainTransaction(
        product: payload.productId, from: payload.purchaseDate,
        to: payload.type == .autoRenewable ? payload.expiresDate : nil,
        revokedAt: payload.revocationDate, isUpgraded: payload.isUpgraded == true,
        isIntroductory: payload.offerType == .introductory, price: payload.price?.rawValue)
    }.counted
  }

  fileprivate var plainRenewals: [PlainRenewal: Int] {
    conditions(of: UnsignedStoreTests.account).map(\.renewalInfo.payload).map { payload in
      PlainRenewal(
        renewsTo: payload.autoRenewProductId, willRenew: payload.autoRenewStatus == .on,
        graceEndsAt: payload.gracePeriodExpiresDate,
        isInBillingRetry: payload.isInBillingRetryPeriod == true)
    }.counted
  }
}

extension Sequence where Element: Hashable {
  /// How often each element is there.
  fileprivate var counted: [Element: Int] {
    reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

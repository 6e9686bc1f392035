import AppStoreSimulator
import Foundation
import OpenStoreKit
import TollgateAppStore

/// A shop with every kind of product, and devices that buy from it.
enum Shop {
  /// 31 January 2026, 10:00 UTC.
  static let opening = Instant(milliseconds: 1_769_853_600_000)

  static let group = "21000001"
  static let month = Duration.seconds(31 * 86_400)

  private static let chain = Result { try SigningChain() }

  static let configuration = StoreKitConfiguration(
    products: [
      .init(
        productID: "coins", type: .consumable, price: Milliunits(990),
        localizations: [
          .init(locale: "en_US", displayName: "Coins", description: "A hundred coins"),
          .init(locale: "de", displayName: "Münzen", description: "Hundert Münzen"),
        ]),
      .init(
        productID: "lifetime", type: .nonConsumable, referenceName: "Lifetime",
        price: Milliunits(99_990), isFamilyShareable: true),
    ],
    nonRenewingSubscriptions: [
      .init(productID: "season", type: .nonRenewing, price: Milliunits(4990))
    ],
    subscriptionGroups: [
      .init(
        id: group, name: "Plans",
        subscriptions: [
          .init(
            productID: "max", groupID: group, level: 1, period: Period(1, .month),
            price: Milliunits(12_990)),
          .init(
            productID: "pro", groupID: group, level: 2, period: Period(1, .month),
            price: Milliunits(6990), isFamilyShareable: true,
            introductoryOffer: .init(paymentMode: .free, period: Period(1, .week)),
            promotionalOffers: [
              .init(
                id: "spring", paymentMode: .payAsYouGo, period: Period(1, .month),
                numberOfPeriods: 3, price: Milliunits(3990))
            ],
            winBackOffers: [
              .init(
                id: "return", paymentMode: .payUpFront, period: Period(3, .month),
                price: Milliunits(9990))
            ],
            localizations: [.init(locale: "en_US", displayName: "Pro", description: "All of it")]),
        ],
        localizations: [.init(locale: "en_US", displayName: "Our plans")])
    ])

  /// A device whose account has bought nothing.
  static func device(
    _ settings: StoreKitConfiguration.Settings = .init(), seed: UInt64 = 1
  ) throws -> StoreSession {
    var configuration = configuration
    configuration.settings = settings
    return try StoreSession(
      configuration: configuration, chain: chain.get(), seed: seed, now: opening)
  }
}

/// What an app's listener has received, in order.
actor Heard<Element: Sendable> {
  private(set) var all: [Element] = []

  func note(_ element: Element) { all.append(element) }
}

extension Heard where Element == VerificationResult<Transaction> {
  /// The products of the transactions.
  var products: [String] { all.map(\.unsafePayloadValue.productID) }

  /// Whether each is a purchase, a renewal or a revocation.
  var kinds: [String] {
    all.map {
      let transaction = $0.unsafePayloadValue
      let kind = transaction.reason == .renewal ? "renewal" : "purchase"
      return transaction.revocationDate == nil ? kind : "revoked \(kind)"
    }
  }
}

/// Starts listening to updates as apps do, and waits until it listens.
func listen(in session: StoreSession) async -> Heard<VerificationResult<Transaction>> {
  let heard = Heard<VerificationResult<Transaction>>()
  let already = session.waitingListeners
  Task {
    for await update in Transaction.updates { await heard.note(update) }
  }
  await session.settled(listeners: already + 1)
  return heard
}

extension Product {
  /// The product of the current session with this identifier.
  static func one(_ id: String) async throws -> Product {
    guard let product = try await Product.products(for: [id]).first else {
      throw StoreKitError.notAvailableInStorefront
    }
    return product
  }

  /// Buys, and returns the transaction.
  @MainActor
  func buy(_ options: Set<PurchaseOption> = []) async throws -> Transaction {
    guard case .success(let result) = try await purchase(options: options) else {
      throw StoreKitError.userCancelled
    }
    return try result.payloadValue
  }
}

extension AsyncSequence where Element: Sendable {
  /// All elements until the end.
  func collected() async rethrows -> [Element] {
    try await reduce(into: []) { $0.append($1) }
  }
}

extension AsyncSequence where Element == VerificationResult<Transaction> {
  /// The products of the transactions, in order.
  func products() async rethrows -> [String] {
    try await reduce(into: []) { $0.append($1.unsafePayloadValue.productID) }
  }
}

import Foundation
import Testing
import Tollgate
import TollgateLedger

@testable import TollgateAppStore
@testable import TollgateServer

@Suite("Refunds of a part")
struct PartialRefundTests {
  private static func instant(_ day: Int) -> Instant {
    Instant(milliseconds: 1_767_225_600_000 + Int64(day) * 86_400_000)
  }

  /// A yearly subscription as the store signed it on a day.
  private static func payload(
    signedOn day: Int, _ change: (inout TransactionPayload) -> Void = { _ in }
  ) -> TransactionPayload {
    var payload = TransactionPayload(
      transactionId: "1", originalTransactionId: "1", bundleId: "com.example.app",
      productId: "pro.yearly", type: .autoRenewable, purchaseDate: instant(0),
      originalPurchaseDate: instant(0), signedDate: instant(day), environment: .production,
      quantity: 1, inAppOwnershipType: .purchased)
    payload.price = Milliunits(59_990)
    payload.currency = "USD"
    payload.subscriptionGroupIdentifier = "plans"
    payload.expiresDate = instant(365)
    change(&payload)
    return payload
  }

  private static func transaction(_ payload: TransactionPayload) throws -> StoreTransaction {
    try StoreTransaction(
      Verified(payload: payload, jws: "", signedDate: payload.signedDate))
  }

  private static func refunded(
    on day: Int = 10, _ change: @escaping (inout TransactionPayload) -> Void = { _ in }
  ) -> TransactionPayload {
    payload(signedOn: day) {
      $0.revocationDate = instant(day)
      change(&$0)
    }
  }

  /// Ten seats at 5.99 USD; some were refunded.
  private static func team(refunded seats: Int?, on day: Int) -> TransactionPayload {
    payload(signedOn: day) {
      $0.quantity = 10
      $0.price = Milliunits(5_990)
      $0.multiSeatInfo = TransactionMultiSeatInfo(
        priceTiers: [SeatPriceTier(price: Milliunits(5_990), quantity: 10)],
        revokedSeatQuantity: seats)
      guard let seats else { return }
      $0.revocationDate = instant(day)
      $0.revocationType = .refundProrated
      $0.revocationPercentage = seats * 10_000
    }
  }

  @Test("EX-15 30 % of 59.99 is 18.00, and a refund without a stated share is all of it")
  func share() throws {
    func returned(_ payload: TransactionPayload) throws -> Int64? {
      try Self.transaction(payload).returned?.milliunits
    }
    #expect(try returned(Self.payload(signedOn: 0)) == 0)
    #expect(try returned(Self.refunded()) == 59_990)
    let whole = Self.refunded { $0.revocationType = .refundFull }
    #expect(try returned(whole) == 59_990)
    for (percentage, amount) in [
      (30_000, 18_000), (33_333, 20_000), (100_000, 59_990), (0, 0), (-5, 0), (.max, 59_990),
    ] as [(Int, Int64)] {
      let payload = Self.refunded {
        $0.revocationType = .refundProrated
        $0.revocationPercentage = percentage
      }
      #expect(try returned(payload) == amount, "\(percentage)")
    }
    // Yen have no decimals.
    let yen = Self.refunded {
      $0.price = Milliunits(1_000_000)
      $0.currency = "JPY"
      $0.revocationPercentage = 33_333
    }
    #expect(try returned(yen) == 333_000)
    // What an upgrade returns of the lower level counts if the store says how much; it is not a refund.
    for (percentage, amount) in [(nil, 0), (50_000, 30_000)] as [(Int?, Int64)] {
      let upgraded = try Self.transaction(
        Self.refunded {
          $0.isUpgraded = true
          $0.revocationPercentage = percentage
        })
      #expect(upgraded.returned?.milliunits == amount)
      #expect(!upgraded.isRefunded)
    }
  }

  @Test("EX-15 a refund of 4 of 10 seats returns their share, and ends nothing")
  func seats() throws {
    let some = try Self.transaction(Self.team(refunded: 4, on: 10))
    #expect(some.revokedAt == nil)
    #expect(some.refund?.at == Self.instant(10))
    #expect(some.returned?.milliunits == 23_960)
    let all = try Self.transaction(Self.team(refunded: 10, on: 10))
    #expect(all.revokedAt == Self.instant(10))
    #expect(all.returned?.milliunits == 59_900)
  }

  @Test(
    "EX-20 what a member's seat says of the purchaser's seats changes neither its end nor its price"
  )
  func member() throws {
    func seat(takenBackOn day: Int?) -> TransactionPayload {
      Self.payload(signedOn: day ?? 0) {
        $0.inAppOwnershipType = .assigned
        $0.multiSeatInfo = TransactionMultiSeatInfo(
          priceTiers: [SeatPriceTier(price: Milliunits(59_990), quantity: 10)],
          revokedSeatQuantity: 0)
        guard let day else { return }
        $0.revocationDate = Self.instant(day)
        $0.revocationType = .assignmentRevoke
      }
    }
    let held = try Self.transaction(seat(takenBackOn: nil))
    #expect(held.price?.milliunits == 59_990)
    #expect(held.quantity == 1)
    #expect(held.revokedAt == nil)
    let lost = try Self.transaction(seat(takenBackOn: 10))
    #expect(lost.revokedAt == Self.instant(10))
    #expect(lost.refund == nil)
  }

  @Test("EX-15 a refund of some seats is recorded, though access does not change")
  func recorded() throws {
    let bought = try Self.transaction(Self.team(refunded: nil, on: 0))
    let some = try Self.transaction(Self.team(refunded: 4, on: 10))
    let update = StoreUpdate(purchase: some.purchase, transactions: [some])
    let customer = Customer([.transaction(bought)])
    #expect(update.unknown(to: customer).transactions == [some])
    var known = customer
    let isNew = known.join(.transaction(some))
    #expect(isNew)
    #expect(known.storeTransactions == [some])
  }

  @Test(
    "EX-15 the proceeds of webhooks add up to what was kept, however a purchase is refunded",
    arguments: [
      [refunded { $0.revocationPercentage = 30_000 }],
      [refunded()],
      [
        refunded { $0.revocationPercentage = 30_000 }, payload(signedOn: 20),
        refunded(on: 30) { $0.revocationType = .refundFull },
      ],
      [team(refunded: 4, on: 10)], [team(refunded: 4, on: 10), team(refunded: 6, on: 20)],
      [team(refunded: 4, on: 10), team(refunded: nil, on: 20)],
      [team(refunded: 4, on: 10), team(refunded: 10, on: 20)],
      [
        refunded {
          $0.isUpgraded = true
          $0.revocationPercentage = 50_000
        }
      ],
      [refunded { $0.isUpgraded = true }],
    ])
  func proceeds(versions: [TransactionPayload]) throws {
    let isTeam = versions[0].quantity > 1
    let first = isTeam ? Self.team(refunded: nil, on: 0) : Self.payload(signedOn: 0)
    let transactions = try ([first] + versions).map(Self.transaction)
    for start in 0..<transactions.count {
      // The server may have missed the first versions.
      var customer = Customer()
      var proceeds: Int64 = 0
      for (number, transaction) in transactions[start...].enumerated() {
        let entry = LedgerEntry(
          sequence: number + 1, customer: "ann", at: transaction.signedAt,
          fact: .transaction(transaction))
        let events = WebhookEvent.events(of: entry, after: customer, in: "coach")
        proceeds += events.compactMap { $0.data.proceeds?.milliunits }.reduce(0, +)
        customer.join(entry.fact)
      }
      let last = try #require(transactions.last)
      let (price, returned) = (try #require(last.price), try #require(last.returned))
      #expect(proceeds == price.milliunits - returned.milliunits)
      var book = try ChartBook(
        ChartQuery(.revenue, over: [ChartPeriod(.month, containing: Self.instant(0))]),
        knownAt: Self.instant(400))
      try book.add(
        "ann", facts: transactions[start...].map { (at: $0.signedAt, fact: .transaction($0)) })
      #expect(book.rows.reduce(0) { $0 + $1.value } == proceeds)
    }
  }

  @Test("operators see a refund of a part with its share")
  func sentence() throws {
    let part = try Self.transaction(Self.refunded { $0.revocationPercentage = 30_000 })
    #expect(
      Fact.transaction(part).sentence
        == "The store refunded 30 % of the transaction 1 of pro.yearly at 2026-01-11 00:00 UTC.")
    let seats = try Self.transaction(Self.team(refunded: 4, on: 10))
    #expect(Fact.transaction(seats).sentence.hasPrefix("The store refunded 40 % of"))
    let whole = try Self.transaction(Self.refunded())
    #expect(Fact.transaction(whole).sentence.hasPrefix("The store refunded or revoked"))
  }
}

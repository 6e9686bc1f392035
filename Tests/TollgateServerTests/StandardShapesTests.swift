import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Every standard shape that Apple sells")
struct StandardShapesTests {
  static let yearly = "strikelab.pro.yearly"

  /// Strikelab, whose yearly plan is also billed monthly with a commitment.
  static func server() async throws -> TestServer {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Blueprints")
    var products = try StoreKitConfiguration(
      json: try Data(contentsOf: folder.appendingPathComponent("strikelab.storekit")))
    for group in products.subscriptionGroups.indices {
      for index in products.subscriptionGroups[group].subscriptions.indices
      where products.subscriptionGroups[group].subscriptions[index].productID == yearly {
        products.subscriptionGroups[group].subscriptions[index].billingPlans = [
          .init(
            type: .monthly, price: Milliunits(4_990), commitmentPrice: Milliunits(59_880),
            isEnabled: true)
        ]
      }
    }
    let blueprint = try BlueprintFile.load(
      path: folder.appendingPathComponent("strikelab.yml").path
    ).blueprint
    return try await TestServer(
      blueprint, selling: products, from: try #require(TestServer.start), grace: .sixteenDays)
  }

  /// Buys as a customer in Germany, and posts what the store signed.
  static func buy(
    _ options: PurchaseOptions, on phone: TestPhone
  ) async throws -> Signed<TransactionPayload> {
    phone.server.store.setStorefront(.germany, for: phone.account)
    let result = phone.server.store.purchase(yearly, by: phone.account, options: options)
    guard case .success(let signed) = result else {
      throw Problem(.internalError, "the store did not sell")
    }
    try await phone.post(signed)
    return signed
  }

  @Test("EX-20 a cancelled commitment gives access month by month to its end, and not after it")
  func cancelledCommitment() async throws {
    let server = try await Self.server()
    let phone = try await server.phone()
    _ = try await Self.buy(PurchaseOptions(billingPlan: .monthly), on: phone)
    server.store.cancel(phone.account)
    try await server.deliverNotifications()
    for month in 1...11 {
      let sequence = server.store.notifications().last?.sequence ?? 0
      server.advance(Period(1, .month))
      #expect(try await phone.phase() == .subscribed, "month \(month), before the notification")
      try await server.deliverNotifications(after: sequence)
      #expect(try await phone.phase() == .subscribed, "month \(month)")
    }
    #expect(try await phone.membership().subscription?.willRenew == false)
    #expect(try await phone.membership().subscription?.commitment?.bill == 12)
    let sequence = server.store.notifications().last?.sequence ?? 0
    server.advance(Period(1, .month))
    try await server.deliverNotifications(after: sequence)
    #expect(try await phone.phase() == .lapsed)
    let paid = try await server.entries().compactMap { entry in
      if case .transaction(let transaction) = entry.fact { transaction } else { nil }
    }
    #expect(Set(paid.map(\.id)).count == 12)
    #expect(paid.allSatisfy { $0.price?.milliunits == 4_990 })
  }

  @Test("EX-20 a cancellation within a commitment is an event at once, with the commitment's end")
  func cancellationEvent() async throws {
    let server = try await Self.server()
    let phone = try await server.phone()
    let bought = try await Self.buy(PurchaseOptions(billingPlan: .monthly), on: phone)
    server.advance(Period(1, .day))
    server.store.cancel(phone.account)
    try await server.deliverNotifications()
    let entry = try #require(try await server.entries().last { $0.fact.kind == .renewal })
    let reader = WebhookEventReader(ledger: server.ledger, app: server.app)
    let events = try await reader.events(of: entry.sequence)
    #expect(events.map(\.type) == [.subscriptionCanceled])
    #expect(events.first?.data.expiresAt == bought.payload.commitmentInfo?.commitmentExpiresDate)
    let subscription = try await phone.membership().subscription
    #expect(subscription?.willRenew == false)
    #expect(subscription?.commitment?.bills == 12)
    #expect(subscription?.commitment?.amountDue == 54_890)
    #expect(subscription?.commitment?.currency == "EUR")
    let operators = try await AdminBrowser(server, .owner)
    let page = try await operators.get("/customers/\(phone.id)")
    #expect(page.text.contains("does not renew, bill 1 of 12, committed until"))
    #expect(page.text.contains("due until then: 54.89 EUR"))
    #expect(page.text.contains("Next payment none") == false)
    #expect(page.text.contains("will not renew after its commitment"))
    let support = try await AdminBrowser(server, .support, email: "bea@example.com")
    let known = try await support.get("/customers/\(phone.id)")
    #expect(known.text.contains("bill 1 of 12, committed until"))
    #expect(known.text.contains("54.89") == false)
  }

  @Test(
    "EX-20 a bill of a commitment that fails ends access at once, and a late payment brings it back"
  )
  func failedBill() async throws {
    let server = try await Self.server()
    let phone = try await server.phone()
    _ = try await Self.buy(PurchaseOptions(billingPlan: .monthly), on: phone)
    server.store.setBillingFailing(true, for: phone.account)
    server.advance(Period(1, .month))
    try await server.deliverNotifications()
    #expect(try await phone.phase() != .subscribed)
    server.advance(Period(75, .day))
    let sequence = server.store.notifications().last?.sequence ?? 0
    server.store.setBillingFailing(false, for: phone.account)
    try await server.deliverNotifications(after: sequence)
    #expect(try await phone.phase() == .subscribed)
  }

  @Test(
    "EX-20 seats: members have what the purchaser paid for, until a seat is taken back or refunded")
  func seats() async throws {
    let server = try await Self.server()
    let owner = try await server.phone()
    let member = try await server.phone()
    let bought = try await Self.buy(PurchaseOptions(quantity: 3), on: owner)
    #expect(try await owner.phase() == .subscribed)
    #expect(try await member.phase() != .subscribed)
    #expect(server.store.assignSeat(of: owner.account, to: member.account))
    try await member.restore()
    #expect(try await member.phase() == .subscribed)

    // Some seats are refunded: the purchaser still pays for the others.
    var sequence = server.store.notifications().last?.sequence ?? 0
    #expect(server.store.refundSeats(bought.payload.transactionId, count: 1))
    try await server.deliverNotifications(after: sequence)
    #expect(try await owner.phase() == .subscribed)
    #expect(try await member.phase() == .subscribed)
    #expect(try await owner.membership().subscription?.seats == 2)
    #expect(try await member.membership().subscription?.seats == nil)

    sequence = server.store.notifications().last?.sequence ?? 0
    #expect(server.store.revokeSeat(of: owner.account, from: member.account))
    try await server.deliverNotifications(after: sequence)
    #expect(try await member.phase() != .subscribed)
    #expect(try await owner.phase() == .subscribed)

    sequence = server.store.notifications().last?.sequence ?? 0
    #expect(server.store.refund(bought.payload.transactionId))
    try await server.deliverNotifications(after: sequence)
    #expect(try await owner.phase() != .subscribed)
  }

  @Test(
    "EX-20 seats that were added and refunded again leave the purchaser what the first payment gives"
  )
  func addedSeats() async throws {
    let server = try await Self.server()
    let owner = try await server.phone()
    let first = try await Self.buy(PurchaseOptions(quantity: 2), on: owner)
    server.advance(Period(1, .month))
    let added = try await Self.buy(PurchaseOptions(quantity: 4), on: owner)
    let entry = try #require(try await server.entries().last { $0.fact.kind == .transaction })
    let reader = WebhookEventReader(ledger: server.ledger, app: server.app)
    let events = try await reader.events(of: entry.sequence)
    #expect(events.map(\.type) == [.subscriptionSeatsAdded])
    #expect(try await owner.membership().subscription?.seats == 4)
    var sequence = server.store.notifications().last?.sequence ?? 0
    #expect(server.store.refund(added.payload.transactionId))
    try await server.deliverNotifications(after: sequence)
    #expect(try await owner.phase() == .subscribed)
    sequence = server.store.notifications().last?.sequence ?? 0
    #expect(server.store.refund(first.payload.transactionId))
    try await server.deliverNotifications(after: sequence)
    #expect(try await owner.phase() != .subscribed)
  }

  @Test(
    "EX-20 a purchase of seats counts what all of them cost together, and a member's seat nothing")
  func revenue() async throws {
    let server = try await Self.server()
    let owner = try await server.phone()
    let member = try await server.phone()
    let bought = try await Self.buy(PurchaseOptions(quantity: 3), on: owner)
    server.store.assignSeat(of: owner.account, to: member.account)
    try await member.restore()
    let paid = try await server.entries().compactMap { entry in
      if case .transaction(let transaction) = entry.fact { transaction } else { nil }
    }
    let price = try #require(bought.payload.price?.rawValue)
    #expect(paid.map(\.price?.milliunits) == [price * 3, price])
    #expect(paid.map(\.ownership) == [.purchased, .familyShared])
  }
}

import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// A scenario run in a store, with every message to the server ready to be sent in any order.
struct Correspondence: Sendable {
  /// One request to the server.
  struct Message: Sendable {
    let endpoint: Endpoint
    /// Whether Anna's phone sends it, with its token; the store has no token.
    let isOfPhone: Bool
    let body: String
    /// When the store or the phone sent it.
    let sentAt: Instant
  }

  let server: TestServer
  let ledger: RewindableLedger
  let messages: [Message]
  /// The phone's token, and the one that reads the membership at the end; both are valid until a month after the
  /// scenario.
  let phoneToken: String
  let readerToken: String
  /// The customer that the store's messages concern in the end.
  let reader: Customer.ID
  /// When the scenario has ended, and when the last message has arrived however late it is.
  let lived: Instant
  let end: Instant
  /// The writes before the first message.
  let beginning: [LedgerWrite]

  /// Runs a scenario before the server has received anything of it.
  init(_ life: StoreLifecycle, asksStore: Bool = false) async throws {
    ledger = RewindableLedger()
    server = try await TestServer.market(
      asksStore: asksStore, ledger: ledger, moreProducts: Self.annual, selling: Self.products)
    let phone = try await server.phone(device: "phone", account: "anna")
    let hasAccount = life.steps.contains { if case .signIn = $0 { true } else { false } }
    var reader = phone
    if hasAccount {
      reader = try await server.phone(device: "laptop", account: "anna")
      try await reader.signUp("anna@example.com")
    }
    self.reader = reader.id
    var messages: [Message] = []
    for step in life.steps {
      if let message = try Self.perform(step, server) { messages.append(message) }
    }
    for notification in server.store.notifications() {
      messages.append(
        Message(
          endpoint: .appStoreNotifications, isOfPhone: false,
          body: try Self.json(NotificationRequest(signedPayload: notification.jws)),
          sentAt: notification.at))
    }
    self.messages = messages.sorted { $0.sentAt < $1.sentAt }
    server.followStore()
    lived = server.now
    end = lived.adding(Period(7, .day))
    phoneToken = try await Self.renewed(phone)
    readerToken = hasAccount ? try await Self.renewed(reader) : phoneToken
    beginning = ledger.writes
  }

  private static let annual = """
      annual: { name: Annual, entitlements: [second, third], period: P1Y, group: plans, price: 100 USD }

    """

  /// The market with a year that can be billed monthly.
  private static var products: StoreKitConfiguration {
    var products = Market.configuration
    products.subscriptionGroups[0].subscriptions.append(
      .init(
        productID: "annual", groupID: Market.group, level: 2, period: Period(1, .year),
        price: Milliunits(100_000),
        billingPlans: [
          .init(
            type: .monthly, price: Milliunits(10_000), commitmentPrice: Milliunits(120_000),
            isEnabled: true)
        ]))
    return products
  }

  private static func renewed(_ phone: TestPhone) async throws -> String {
    let session: SessionResponse = try await phone.server.send(.session, token: phone.token)
    return session.token
  }

  private static func perform(
    _ step: StoreLifecycle.Step, _ server: TestServer
  ) throws -> Message? {
    let store = server.store
    func message(_ endpoint: Endpoint, _ body: some Encodable) throws -> Message {
      Message(
        endpoint: endpoint, isOfPhone: true, body: try json(body),
        sentAt: store.now)
    }
    switch step {
    case .action(let action): action.perform(in: store, by: "anna")
    case .family(let action): action.perform(in: store, by: "bert")
    case .share: store.share("bert", with: "anna")
    case .stopSharing: store.stopSharing("bert", with: "anna")
    case .refundFirst:
      store.refund(try #require(store.transactions(of: "anna").first).payload.transactionId)
    case .commit:
      store.setStorefront(.germany, for: "anna")
      store.purchase("annual", by: "anna", options: PurchaseOptions(billingPlan: .monthly))
    case .seats(let count):
      store.purchase("bronze", by: "anna", options: PurchaseOptions(quantity: count))
    case .refundSeat:
      let first = try #require(store.transactions(of: "anna").first)
      store.refundSeats(first.payload.transactionId, count: 1)
    case .post:
      let newest = try #require(store.transactions(of: "anna").last)
      return try message(.transactions, TransactionRequest(signedTransaction: newest.jws))
    case .signIn:
      return try message(
        .signIn,
        CredentialsRequest(email: "anna@example.com", password: "correct horse", device: "phone"))
    }
    return nil
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}

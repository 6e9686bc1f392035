import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

@Suite("Store messages in any order")
struct StoreOrderTests {
  /// Orders of five notifications and two posts: each starts elsewhere, runs forwards and backwards, and repeats
  /// itself.
  static let orders: [[Int]] = (0..<7).flatMap { start -> [[Int]] in
    let forwards = (0..<7).map { (start + $0) % 7 }
    return [forwards, forwards.reversed(), forwards + forwards.reversed()]
  }

  @Test(
    "EX-1 notifications and posts in any order, twice or late, end in the same state",
    arguments: orders)
  func anyOrder(order: [Int]) async throws {
    let expected = try await Self.life(in: Array(0..<7))
    #expect(try await Self.life(in: order) == expected)
    #expect(expected.phase == .subscribed)
    #expect(expected.subscription?.expiresAt == Instant("2026-05-05T09:00:00Z"))
  }

  /// Runs a trial, two renewals, a refund of the first and a cancellation, then notifies the server in an order.
  private static func life(in order: [Int]) async throws -> MembershipSummary {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "phone")
    try await phone.reach("discovery-complete")
    let first = try phone.purchase("coach.premium.monthly")
    server.advance(Period(40, .day))
    let periods = server.store.transactions(of: phone.account)
    try #require(periods.count == 3)
    server.store.refund(periods[1].payload.transactionId)
    server.store.cancel(phone.account)
    let last = try #require(server.store.transactions(of: phone.account).last)
    let notifications = server.store.notifications()
    try #require(notifications.count == 5)
    for step in order {
      switch step {
      case 0..<5: try await server.deliver(notifications[step].jws)
      case 5: try await phone.post(first)
      default: try await phone.post(last)
      }
    }
    return try await phone.membership()
  }

  @Test("a notification that arrives six times is recorded once")
  func sixDeliveries() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    _ = try phone.purchase("strikelab.pro.monthly")
    let notification = try #require(server.store.notifications().first)
    #expect(try await server.deliver(notification.jws) == .recorded)
    let recorded = try await server.entries()
    for _ in 1...5 { #expect(try await server.deliver(notification.jws) == .duplicate) }
    #expect(try await server.entries() == recorded)
    #expect(recorded.map(\.fact.kind) == [.transaction, .renewal])
  }

  @Test(
    "a refund of the same transaction id revokes the access, a test notification changes nothing"
  )
  func refund() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    let transaction = try phone.purchase("strikelab.pro.monthly")
    try await phone.post(transaction)
    try await server.deliverNotifications()
    let known = server.store.notifications().count
    #expect(try await phone.phase() == .subscribed)
    server.advance(Period(1, .day))
    server.store.refund(transaction.payload.transactionId)
    try await server.deliverNotifications(after: known)
    #expect(try await phone.phase() == .lapsed)
    #expect(try await phone.membership().condition == .revoked)
    server.store.sendTestNotification()
    let test = try #require(server.store.notifications().last)
    #expect(try await server.deliver(test.jws) == .nothingToRecord)
  }
}

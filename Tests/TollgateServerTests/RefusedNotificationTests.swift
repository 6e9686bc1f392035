import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("Notifications that the server refuses")
struct RefusedNotificationTests {
  private static let pro = "strikelab.pro.monthly"

  /// A server for production with a wrong Apple ID.
  private static func mistaken() async throws -> TestServer {
    try await TestServer(
      "strikelab",
      configuration: SimulatedBackend.Configuration(
        keySets: TestKeySets(), environments: [.production, .sandbox], appAppleID: 42),
      storeEnvironment: .production)
  }

  private static func kept(_ server: TestServer) async throws -> [LedgerRefusal] {
    try await server.ledger.refusals(notJudgedUnder: "", in: server.app, limit: 2000)
  }

  @Test(
    "a refused notification is kept with its UUID and reason, and recorded under other settings")
  func judgedAgain() async throws {
    let server = try await Self.mistaken()
    let phone = try await server.phone(device: "phone")
    try await phone.buy(Self.pro)
    let bought = try #require(server.store.transactions(of: phone.account).first)
    server.store.refund(bought.payload.transactionId)
    let wrong = try await server.restarted { $0.appAppleID = 43 }
    let notifications = server.store.notifications()
    for notification in notifications {
      for _ in 0..<2 {
        let answer = try await wrong.exchange(
          .appStoreNotifications, body: #"{"signedPayload":"\#(notification.jws)"}"#)
        #expect(answer.status == 422)
        #expect(answer.body.contains("signed_data_wrong_app"))
      }
    }
    let kept = try await Self.kept(wrong)
    #expect(
      kept.map(\.notification) == notifications.map(\.payload.notificationUUID))
    #expect(Set(kept.map(\.reason)) == ["signed_data_wrong_app"])
    // With the same settings nothing is judged again.
    #expect(await StoreJobs(wrong.service, logger: quietLogger).runOnce() == StoreJobReport())
    #expect(try await phone.phase() == .subscribed)

    let right = try await wrong.restarted { $0.appAppleID = 42 }
    let report = await StoreJobs(right.service, logger: quietLogger).runOnce()
    #expect(report.recovered == notifications.count)
    #expect(report.refused == 0)
    let membership: MembershipSummary = try await right.send(.membership, token: phone.token)
    #expect(membership.phase == .lapsed)
    #expect(try await Self.kept(right).isEmpty)
  }

  @Test("a notification that other settings refuse too is kept with its new reason")
  func refusedAgain() async throws {
    let server = try await Self.mistaken()
    _ = try #require(server.store.buy(Self.pro, by: "anna", for: "cus_unknown"))
    let wrong = try await server.restarted { $0.appAppleID = 43 }
    let notification = try #require(server.store.notifications().first)
    _ = try await wrong.exchange(
      .appStoreNotifications, body: #"{"signedPayload":"\#(notification.jws)"}"#)
    // As if this server's ledger had always been the sandbox's.
    try await server.ledger.set(.environment, to: "sandbox")
    let sandboxed = try await wrong.restarted {
      $0.appAppleID = 42
      $0.environments = [.sandbox]
    }
    let report = await StoreJobs(sandboxed.service, logger: quietLogger).runOnce()
    #expect(report.refused == 1)
    #expect(try await Self.kept(sandboxed).map(\.reason) == ["signed_data_wrong_environment"])
    #expect(
      await StoreJobs(sandboxed.service, logger: quietLogger).runOnce() == StoreJobReport())
  }

  @Test("a notification that the store did not sign, or signed for another app, is not kept")
  func forged() async throws {
    let server = try await Self.mistaken()
    let other = AppStoreSimulator(
      configuration: server.store.configuration, bundleID: "com.example.other", appAppleID: 42,
      environment: .production, chain: server.store.chain, now: server.store.now)
    _ = other.purchase(Self.pro, by: "anna", outcome: .buy)
    _ = try #require(server.store.buy(Self.pro, by: "anna", for: "cus_unknown"))
    let genuine = try #require(server.store.notifications().first).jws
    let foreign = try #require(other.notifications().first).jws
    for jws in ["a.b.c", String(genuine.dropLast(8)) + "AAAAAAAA", foreign] {
      let answer = try await server.exchange(
        .appStoreNotifications, body: #"{"signedPayload":"\#(jws)"}"#)
      #expect(answer.status == 422)
    }
    #expect(try await Self.kept(server).isEmpty)
  }

  @Test("a notification that the store signed and nobody understands is kept and acknowledged")
  func notUnderstood() async throws {
    let server = try await TestServer.market()
    let head =
      #""version":"2.0","signedDate":\#(server.now.milliseconds),"notificationUUID""#
    let bundle = server.blueprint.app.bundleID
    let payloads = [
      // An unknown type, with a member that nobody knows; and with one that says nothing about a purchase.
      #"{"notificationType":"SEAT_PARTY",\#(head):"n1","party":{"bundleId":"\#(bundle)"}}"#,
      #"{"notificationType":"SEAT_PARTY",\#(head):"n2","data":{"bundleId":"\#(bundle)","environment":"Sandbox"}}"#,
      // A known type with a member of another form, or with another member alone.
      #"{"notificationType":"DID_RENEW",\#(head):"n3","data":{"bundleId":"\#(bundle)","environment":7}}"#,
      #"{"notificationType":"METADATA_UPDATE",\#(head):"n4","metadata":{"a":1}}"#,
    ]
    for payload in payloads {
      let content = try JSONDecoder().decode(JSONValue.self, from: Data(payload.utf8))
      let jws = try server.store.chain.sign(content)
      for _ in 0..<2 {
        let answer = try await server.exchange(
          .appStoreNotifications, body: #"{"signedPayload":"\#(jws)"}"#)
        #expect(answer.status == 200, "\(payload): \(answer.body)")
        #expect(answer.body.contains(#""outcome":"kept""#))
      }
    }
    let kept = try await Self.kept(server)
    #expect(kept.map(\.notification) == ["n1", "n2", "n3", "n4"])
    #expect(Set(kept.map(\.reason)) == ["signed_data_unreadable"])
    // A later version judges them again, and keeps what it does not understand either.
    let later = try await server.restarted { $0.sandbox = .testers(customers: ["nobody"]) }
    #expect(await StoreJobs(later.service, logger: quietLogger).runOnce().refused == 4)
    #expect(try await Self.kept(later).count == 4)
    let foreign = #"{"notificationType":"X",\#(head):"n5","data":{"bundleId":"com.example.other"}}"#
    let jws = try server.store.chain.sign(
      try JSONDecoder().decode(JSONValue.self, from: Data(foreign.utf8)))
    let answer = try await later.exchange(
      .appStoreNotifications, body: #"{"signedPayload":"\#(jws)"}"#)
    #expect(answer.status == 422)
  }

  @Test("the mark moves past refused notifications, which are recorded once they can be")
  func catchUp() async throws {
    let server = try await TestServer.market(asksStore: true)
    let phone = try await server.phone(account: "anna")
    let jobs = StoreJobs(server.service, logger: quietLogger)
    await jobs.runOnce()
    try await phone.buy("gold")
    server.day(2)
    server.store.cancel("anna")
    server.day(3)
    let refusing = try await server.restarted {
      $0.sandbox = .testers(customers: ["somebody-else"])
    }
    let first = await StoreJobs(refusing.service, logger: quietLogger).runOnce()
    // Windows overlap, so one may be refused twice.
    #expect(first.refused >= 2)
    #expect(
      try await Self.kept(refusing).map(\.reason)
        == Array(repeating: "sandbox_not_allowed", count: 2))
    #expect(
      try await server.ledger.instant(of: .notifications(of: .sandbox), in: server.app)
        == server.now)
    let allowing = try await refusing.restarted { $0.sandbox = .allowed }
    let second = await StoreJobs(allowing.service, logger: quietLogger).runOnce()
    #expect(second.recovered == 2)
    let membership: MembershipSummary = try await allowing.send(.membership, token: phone.token)
    #expect(membership.subscription?.willRenew == false)
  }

  @Test("a clock that is behind postpones a notification, and delays no other customer's")
  func clockBehind() async throws {
    let server = try await TestServer.market(asksStore: true)
    let late = try await server.phone(account: "late")
    try await late.buy("gold")
    let early = server.now
    server.advance(Period(3, .day))
    try await late.use("standing", key: "late")
    server.set(early)
    let jobs = StoreJobs(server.service, logger: quietLogger)
    let notification = try #require(server.store.notifications().first)
    let answer = try await server.exchange(
      .appStoreNotifications, body: #"{"signedPayload":"\#(notification.jws)"}"#)
    #expect(answer.status == 503)
    #expect(try await Self.kept(server).map(\.reason) == ["clock_behind"])
    #expect(await jobs.runOnce().refused == 1)
    server.set(early.adding(Period(4, .day)))
    #expect(await jobs.runOnce().recovered == 1)
    #expect(try await Self.kept(server).isEmpty)
  }
}

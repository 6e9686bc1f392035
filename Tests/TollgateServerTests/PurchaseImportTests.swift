import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("Importing purchases")
struct PurchaseImportTests {
  /// A server for production with the store's API, and a purchase that it does not know.
  private static func server() async throws -> (TestServer, TestSDK, ImportedPurchase) {
    let server = try await TestServer.market(
      asksStore: true,
      configuration: SimulatedBackend.Configuration(
        environments: [.production, .sandbox], appAppleID: 1),
      storeEnvironment: .production,
      moreProducts:
        "  season: { kind: nonRenewing, name: Season, entitlements: first, period: P90D }\n")
    let phone = TestSDK(server, account: server.store.makeAccount(), user: "ada")
    guard case .success(let bought) = server.store.purchase("gold", by: phone.account) else {
      throw TestSDK.Offline()
    }
    let imported = ImportedPurchase(
      of: ImportedPerson(user: "ada", alias: TestSDK.anonymous(1)), purchase: bought.purchase,
      product: "gold",
      expiresAt: bought.payload.expiresDate)
    return (server, phone, imported)
  }

  private static func into(_ server: TestServer) throws -> PurchaseImport {
    try PurchaseImport(into: server.service, app: server.app, from: "a file")
  }

  @Test("EX-7 a purchase is recorded as the App Store signs it, once, for both names of its owner")
  func confirmed() async throws {
    let (server, sdk, imported) = try await Self.server()
    var phone = sdk
    let destination = try Self.into(server)
    #expect(try await destination.record(imported) == .confirmed)
    #expect(try await phone.info().active == ["first", "second", "third"])
    phone.user = TestSDK.anonymous(1)
    #expect(try await phone.info().active == ["first", "second", "third"])
    let entries = try await server.entries()
    #expect(try await destination.record(imported) == .alreadyVerified)
    #expect(try await server.entries() == entries)
    var other = imported
    other.person.user = "bob"
    other.person.alias = nil
    #expect(try await destination.record(other) == .keptByOwner)
    var unknown = imported
    unknown.purchase = PurchaseID("999")
    #expect(try await destination.record(unknown) == .unknownToStore)
  }

  @Test("EX-7 a person whose last seen name differs between rows of an import is one customer")
  func lastSeenNames() async throws {
    let (server, sdk, imported) = try await Self.server()
    var phone = sdk
    let destination = try Self.into(server)
    #expect(try await destination.record(imported) == .confirmed)
    var later = imported
    later.person.user = TestSDK.anonymous(2)
    #expect(try await destination.record(later) == .alreadyVerified)
    for name in ["ada", TestSDK.anonymous(1), TestSDK.anonymous(2)] {
      phone.user = name
      #expect(try await phone.info().active == ["first", "second", "third"])
    }
  }

  @Test("EX-7 what the App Store cannot confirm yet is granted until a day after its end")
  func granted() async throws {
    let (server, sdk, imported) = try await Self.server()
    var phone = sdk
    let destination = try Self.into(server)
    let api = try #require(server.storeAPI)
    api.fail("subscriptions", with: .isSilent, times: 2)
    #expect(try await destination.record(imported) == .granted)
    let entries = try await server.entries()
    #expect(try await destination.record(imported) == .granted)
    #expect(try await server.entries() == entries)
    // It is a grant, and not a purchase: nothing was verified.
    #expect(!entries.contains { if case .transaction = $0.fact { true } else { false } })
    let info = try await phone.info()
    #expect(info.active == ["first", "second", "third"])
    let grant = try #require(info.subscriber.subscriptions["tollgate_grant_first"])
    #expect(grant.store == "promotional")
    let end = try #require(imported.expiresAt).adding(Period(1, .day))
    #expect(grant.expiresAt?.timeIntervalSince1970 == Double(end.milliseconds) / 1000)

    #expect(try await destination.record(imported) == .confirmed)
    let confirmed = try await phone.info()
    #expect(confirmed.active == ["first", "second", "third"])
    #expect(confirmed.subscriber.entitlements["first"]?.product == "gold")
    #expect(confirmed.subscriber.subscriptions.keys.sorted() == ["gold"])
  }

  /// Imports rows one after another while the store is silent.
  private static func record(
    _ rows: [ImportedPurchase], into server: TestServer
  ) async throws -> [PurchaseImport.Outcome] {
    let destination = try into(server)
    let api = try #require(server.storeAPI)
    var outcomes: [PurchaseImport.Outcome] = []
    for row in rows {
      api.fail("subscriptions", with: .isSilent)
      outcomes.append(try await destination.record(row))
    }
    return outcomes
  }

  @Test(
    "EX-7 the latest of an imported subscription's periods counts, in any order, unless it was refunded",
    arguments: [[0, 30], [30, 0], [0, 30, 0, 30]])
  func periods(days: [Int]) async throws {
    let (server, sdk, imported) = try await Self.server()
    var phone = sdk
    func row(_ days: Int, isRefunded: Bool = false) -> ImportedPurchase {
      var row = imported
      row.expiresAt = server.now.adding(
        milliseconds: Int64(days) * Instant.millisecondsPerDay - 3_600_000)
      row.isRefunded = isRefunded
      return row
    }
    let rows = days.map { row($0) }
    #expect(try await Self.record(rows, into: server).allSatisfy { $0 == .granted })
    let end = server.now.adding(milliseconds: 31 * Instant.millisecondsPerDay - 3_600_000)
    let first = try #require(try await phone.info().subscriber.entitlements["first"])
    #expect(first.expiresAt?.timeIntervalSince1970 == Double(end.milliseconds) / 1000)

    // The refund of an earlier period changes no later one.
    let earlier = row(0, isRefunded: true)
    let latest = row(30, isRefunded: true)
    #expect(try await Self.record([earlier], into: server) == [.nothingToGrant])
    #expect(try await phone.info().active == ["first", "second", "third"])
    #expect(try await Self.record([latest], into: server) == [.nothingToGrant])
    #expect(try await phone.info().active.isEmpty)
    _ = try await Self.record(rows + [earlier, latest], into: server)
    #expect(try await phone.info().active.isEmpty)
    let entries = try await server.entries()
    _ = try await Self.record(rows + [earlier, latest], into: server)
    #expect(try await server.entries() == entries)
  }

  @Test("EX-7 a purchase is its owner's by name, in whichever column the name stands")
  func swapped() async throws {
    let (server, sdk, imported) = try await Self.server()
    var phone = sdk
    var row = imported
    row.person.user = TestSDK.anonymous(1)
    row.person.alias = "ada"
    #expect(try await Self.record([row], into: server) == [.granted])
    #expect(try await phone.info().active == ["first", "second", "third"])
  }

  @Test("EX-7 every id that came in finds its customer, in searches, for grants and for backends")
  func everyID() async throws {
    let (server, _, imported) = try await Self.server()
    var row = imported
    row.person.alias = "ada-before"
    row.transaction = "777"
    row.person.firstSeenAt = server.now.adding(milliseconds: -400 * Instant.millisecondsPerDay)
    row.person.attributes = [
      "$email": .object([
        "value": .string("ada@example.com"), "updated_at_ms": .integer(server.now.milliseconds),
      ])
    ]
    var anonymous = imported
    anonymous.person.user = TestSDK.anonymous(2)
    anonymous.person.alias = TestSDK.anonymous(3)
    anonymous.purchase = PurchaseID("999")
    #expect(try await Self.record([row, anonymous], into: server) == [.granted, .granted])
    let entries = try await server.entries()
    #expect(try await Self.record([row, anonymous], into: server) == [.granted, .granted])
    #expect(try await server.entries() == entries)
    let support = try await TestOperator(server)
    let backend = try await TestBackend(server)
    func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
    for (names, ids) in [
      (["ada", "ada-before"], ["\(imported.purchase)", "777"]),
      ([TestSDK.anonymous(2), TestSDK.anonymous(3)], ["999"]),
    ] {
      var found: Set<Customer.ID> = []
      for query in names.flatMap({ ["user=\(encoded($0))", "id=\(encoded($0))"] })
        + ids.map({ "transaction=\($0)" })
      {
        let matches: CustomerMatches = try await support.read("/operator/customers?\(query)")
        #expect(matches.customers.count == 1, "\(query)")
        found.formUnion(matches.customers.map(\.id))
      }
      #expect(found.count == 1)
      for name in names {
        let life: CustomerLife = try await support.read("/operator/customers/\(encoded(name))")
        #expect(life.id == found.first)
        for name in [name, "user:\(name)"] {
          let seen = try await backend.exchange(.membership, for: Customer.ID(name))
          #expect(seen.status == 200, "\(name): \(seen.body)")
        }
      }
      let id = try #require(names.first)
      let granted = try await support.exchange(
        "/operator/customers/\(encoded(id))/grants", .post, key: "g-\(id)",
        body: #"{"entitlement":"third","reason":"moved"}"#)
      #expect(granted.status == 200, "\(granted.body)")
    }
    let email: CustomerMatches = try await support.read(
      "/operator/customers?email=ada%40example.com")
    #expect(email.customers.count == 1)
    var phone = TestSDK(server, account: server.store.makeAccount(), user: "ada-before")
    let info = try await phone.info()
    #expect(info.active.contains("first"))
    #expect(
      info.subscriber.firstSeen.timeIntervalSince1970
        == Double((row.person.firstSeenAt?.milliseconds ?? 0) / 1000))
  }

  @Test(
    "EX-7 a person whose purchases are not imported is found by each name, is as old as they were, and has nothing"
  )
  func personOnly() async throws {
    let (server, _, imported) = try await Self.server()
    let destination = try Self.into(server)
    let seen = server.now.adding(milliseconds: -400 * Instant.millisecondsPerDay)
    let person = ImportedPerson(
      user: "greta", alias: "greta-before", firstSeenAt: seen,
      attributes: ["$email": .object(["value": .string("greta@example.com")])])
    try await destination.record(person)
    let entries = try await server.entries()
    try await destination.record(person)
    #expect(try await server.entries() == entries)
    #expect(!entries.contains { [.transaction, .grant].contains($0.fact.kind) })
    let support = try await TestOperator(server)
    for query in ["user=greta", "user=greta-before", "email=greta%40example.com"] {
      let matches: CustomerMatches = try await support.read("/operator/customers?\(query)")
      #expect(matches.customers.count == 1, "\(query)")
    }
    let granted = try await support.exchange(
      "/operator/customers/greta/grants", .post, key: "g1",
      body: #"{"entitlement":"third","reason":"paid elsewhere"}"#)
    #expect(granted.status == 200, "\(granted.body)")
    var phone = TestSDK(server, account: server.store.makeAccount(), user: "greta-before")
    let info = try await phone.info()
    #expect(info.active == ["third"])
    #expect(info.subscriber.firstSeen.timeIntervalSince1970 == Double(seen.milliseconds / 1000))
    // A second name that apps send by mistake stands for nobody, and costs nothing.
    var guest = imported
    guest.person.alias = "guest"
    #expect(try await destination.record(guest) == .confirmed)
    #expect(!ImportedPerson(user: "guest").isNamed)
  }

  @Test("EX-7 a promotional row is a grant, for as long, until it was revoked")
  func promotional() async throws {
    let (server, sdk, imported) = try await Self.server()
    var phone = sdk
    var row = imported
    row.person.alias = nil
    row.purchase = PurchaseID("promo-1")
    row.product = "rc_promo_third_yearly"
    row.grantedEntitlements = ["third", "unheard-of"]
    row.expiresAt = server.now.adding(milliseconds: 10 * Instant.millisecondsPerDay)
    #expect(row.refusal(in: server.blueprint) == nil)
    let destination = try Self.into(server)
    #expect(try await destination.record(row) == .grantedThere)
    #expect(try await destination.record(row) == .grantedThere)
    let info = try await phone.info()
    #expect(info.active == ["third"])
    let end = try #require(row.expiresAt)
    #expect(
      info.subscriber.entitlements["third"]?.expiresAt?.timeIntervalSince1970
        == Double(end.milliseconds / 1000))
    row.isRefunded = true
    #expect(try await destination.record(row) == .nothingToGrant)
    #expect(try await phone.info().active.isEmpty)
    row.isRefunded = false
    row.purchase = PurchaseID("promo-2")
    row.expiresAt = nil
    #expect(try await destination.record(row) == .grantedThere)
    server.day(4000)
    #expect(try await phone.info().active == ["third"])
    row.grantedEntitlements = ["unheard-of"]
    #expect(row.refusal(in: server.blueprint)?.subject == .product)
  }

  @Test("EX-7 what was granted ends when the store does not know the purchase or another has it")
  func denied() async throws {
    let (server, sdk, imported) = try await Self.server()
    var phone = sdk
    var unknown = imported
    unknown.purchase = PurchaseID("999")
    #expect(try await Self.record([unknown, imported], into: server) == [.granted, .granted])
    let destination = try Self.into(server)
    #expect(try await destination.record(unknown) == .unknownToStore)
    #expect(try await phone.info().active == ["first", "second", "third"])
    // Somebody else posts the purchase before it is imported again.
    var owner = TestSDK(server, account: phone.account, user: "bob")
    let bought = try #require(server.store.transactions(of: phone.account).first)
    #expect(try await owner.post(bought).status == 200)
    #expect(try await destination.record(imported) == .keptByOwner)
    #expect(try await phone.info().active.isEmpty)
    #expect(try await owner.info().active == ["first", "second", "third"])
  }

  @Test("EX-7 a store that limits the rate stops an import, which continues where it ended")
  func limited() async throws {
    let (server, _, imported) = try await Self.server()
    let destination = try Self.into(server)
    try #require(server.storeAPI).fail("subscriptions", with: .answers(429))
    await #expect(throws: Problem.self) { try await destination.record(imported) }
    #expect(try await server.entries().isEmpty)
    #expect(try await destination.record(imported) == .confirmed)
  }

  @Test(
    "EX-7 nothing is granted for what has ended, was refunded, is used up or was never paid for")
  func nothing() async throws {
    let (server, _, imported) = try await Self.server()
    let destination = try Self.into(server)
    var ended = imported
    ended.expiresAt = server.now.adding(milliseconds: -Instant.millisecondsPerDay)
    var refunded = imported
    refunded.isRefunded = true
    var endless = imported
    endless.product = "season"
    endless.expiresAt = nil
    for purchase in [ended, refunded, endless] {
      try #require(server.storeAPI).fail("subscriptions", with: .isSilent)
      #expect(try await destination.record(purchase) == .nothingToGrant)
    }
    // The person is known from now on, and has nothing.
    #expect(try await server.entries().map(\.fact.kind) == [.signedUp])
    func subject(_ change: (inout ImportedPurchase) -> Void) -> ImportedPurchase.Refusal.Subject? {
      var purchase = imported
      change(&purchase)
      return purchase.refusal(in: server.blueprint)?.subject
    }
    #expect(subject { _ in } == nil)
    #expect(subject { $0.person.user = "undefined" } == .user)
    #expect(subject { $0.product = "platinum" } == .product)
    #expect(subject { $0.expiresAt = nil } == .expiresAt)
    #expect(
      subject {
        $0.expiresAt = nil
        $0.product = "lifetime"
      } == nil)
  }
}

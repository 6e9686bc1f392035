import Testing
import Tollgate
import TollgateWire

@testable import TollgateClient

@Suite("The states of the cached membership")
struct MembershipCacheTests {
  private typealias Fixture = MachineFixture
  private static let ada = MachineFixture.ada

  enum Known: Sendable { case empty, rules, customer, complete }
  enum Event: Sendable { case blueprint, snapshot, snapshotOfAnother, otherSession, removed }

  private static func cache(_ known: Known) throws -> MembershipCache {
    var cache = MembershipCache()
    if known == .rules || known == .complete { cache.adopt(try rules()) }
    if known == .customer || known == .complete {
      _ = cache.received(
        try Fixture.snapshot(of: ada), Fixture.response(about: ada), for: ada, uptime: .zero)
    }
    return cache
  }

  private static func rules() throws -> MembershipCache.CachedBlueprint {
    MembershipCache.CachedBlueprint(
      blueprint: try Fixture.blueprint.get(), tag: "tag", revision: "1")
  }

  private static func known(_ cache: MembershipCache) -> Known {
    switch cache.state {
    case .empty: .empty
    case .rules: .rules
    case .customer: .customer
    case .complete: .complete
    }
  }

  @Test(
    "every event in every state has one outcome",
    arguments: [
      (.empty, .blueprint, .rules), (.empty, .snapshot, .customer),
      (.empty, .snapshotOfAnother, .empty), (.empty, .otherSession, .empty),
      (.empty, .removed, .empty), (.rules, .blueprint, .rules), (.rules, .snapshot, .complete),
      (.rules, .snapshotOfAnother, .rules), (.rules, .otherSession, .rules),
      (.rules, .removed, .rules), (.customer, .blueprint, .complete),
      (.customer, .snapshot, .customer), (.customer, .snapshotOfAnother, .customer),
      (.customer, .otherSession, .empty), (.customer, .removed, .empty),
      (.complete, .blueprint, .complete), (.complete, .snapshot, .complete),
      (.complete, .snapshotOfAnother, .complete), (.complete, .otherSession, .rules),
      (.complete, .removed, .rules),
    ] as [(Known, Event, Known)])
  func transition(before: Known, event: Event, after: Known) throws {
    var cache = try Self.cache(before)
    switch event {
    case .blueprint: cache.adopt(try Self.rules())
    case .snapshot:
      let actions = cache.received(
        try Fixture.snapshot(of: Self.ada, version: 2, account: "account"),
        Fixture.response(about: Self.ada), for: Self.ada, uptime: .zero)
      #expect(
        actions
          == [
            .saveClock, .identify("account"), .confirm(Fixture.start), .saveCustomer, .evaluate,
          ])
    case .snapshotOfAnother:
      let actions = cache.received(
        try Fixture.snapshot(of: Fixture.bob, owning: true), Fixture.response(about: Fixture.bob),
        for: Self.ada, uptime: .zero)
      // The time is the server's, no matter who the response is about.
      #expect(actions == [.saveClock])
      #expect(cache.clock != nil)
    case .otherSession: cache.keepCustomer(Fixture.bob)
    case .removed: cache.removeCustomer()
    }
    #expect(Self.known(cache) == after)
  }

  @Test(
    "a membership is evaluated only for a known customer with known rules",
    arguments: [
      (.empty, nil), (.rules, .unknown), (.customer, nil), (.complete, .free),
    ] as [(Known, Phase?)])
  func evaluation(known: Known, phase: Phase?) throws {
    let cache = try Self.cache(known)
    let (membership, customer) = cache.evaluate([], at: cache.now(uptime: .zero))
    #expect(membership?.phase == phase)
    #expect(!customer.isProvisional)
  }

  @Test(
    "a signed purchase decides on the device once it has waited, until the server has recorded it",
    arguments: [
      // recorded, whose it is, milliseconds later; entitled, provisional
      (false, "customer-ada", 0, false, false), (false, "customer-ada", 21_499, false, false),
      (false, "customer-ada", 21_500, true, true), (false, "customer-bob", 21_500, false, false),
      (false, nil, 21_500, false, false), (true, "customer-ada", 21_500, true, false),
    ] as [(Bool, Customer.ID?, Int64, Bool, Bool)])
  func provisional(
    isRecorded: Bool, owner: Customer.ID?, milliseconds: Int64, isEntitled: Bool,
    isProvisional: Bool
  ) throws {
    var cache = try Self.cache(.rules)
    _ = cache.received(
      try Fixture.snapshot(of: Self.ada, owning: isRecorded), Fixture.response(about: Self.ada),
      for: Self.ada, uptime: .zero)
    let write = Fixture.write("1", .purchase(Fixture.purchase()), of: owner)
    let (membership, customer) = cache.evaluate(
      [write], at: cache.now(uptime: .milliseconds(milliseconds)))
    #expect(membership?.entitlement("pro").isActive == isEntitled)
    #expect(customer.isProvisional == isProvisional)
    #expect(customer.facts.storeTransactions.isEmpty == !isEntitled)
    // It is never part of what the server confirmed.
    #expect(cache.customer?.facts == Fixture.facts(owning: isRecorded))
  }

  @Test(
    "a change after which another is missing, or by another blueprint, is fetched again",
    arguments: [
      (1, false), (2, false), (3, true), (7, true),
    ] as [(Int, Bool)])
  func gaps(version: Int, isStale: Bool) throws {
    var cache = try Self.cache(.complete)
    let change = ChangeResponse(
      facts: [.transaction(Fixture.lifetime)], version: version, serverTime: Fixture.start)
    let actions = cache.received(
      change, Fixture.response(about: Self.ada), for: Self.ada, uptime: .zero)
    #expect(actions == [.saveClock, .saveCustomer, .evaluate])
    #expect(cache.isStale == isStale)
    #expect(cache.customer?.facts == Fixture.facts(owning: true))
    _ = cache.received(
      try Fixture.snapshot(of: Self.ada, owning: true, version: 8, revision: "2"),
      Fixture.response(about: Self.ada), for: Self.ada, uptime: .zero)
    #expect(cache.isStale)
  }

  @Test("a change for another person than the current one is not merged")
  func attribution() throws {
    for current in [nil, Fixture.bob] as [Customer.ID?] {
      var cache = try Self.cache(.complete)
      let change = ChangeResponse(
        facts: [.transaction(Fixture.lifetime)], version: 2, serverTime: Fixture.start)
      #expect(
        cache.received(change, Fixture.response(about: Self.ada), for: current, uptime: .zero)
          == [.saveClock])
      #expect(cache.customer?.facts == Fixture.facts(owning: false))
    }
  }
}

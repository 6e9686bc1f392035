import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("The cache of customers")
struct RecordCacheTests {
  private static func record(_ uses: Int, version: Int = 1) -> CustomerRecord {
    CustomerRecord(
      id: "c", version: version,
      customer: Customer(
        (0..<uses).map {
          Fact.use(
            Use(
              feature: "scan", key: Idempotency.Key("key-number-\($0)"), origin: "c",
              at: Instant(milliseconds: Int64($0))))
        }))
  }

  private static func key(_ number: Int) -> CustomerKey {
    CustomerKey(app: "coach", customer: Customer.ID("c\(number)"))
  }

  @Test("the cache of customers keeps the customers used last, up to a limit in bytes")
  func bounded() {
    let cache = RecordCache(limit: 1_000_000)
    let record = Self.record(1000)
    for number in 0..<100 {
      cache.keep(record, Self.key(number))
      // The first one is used all the time.
      if number > 0 { #expect(cache.record(Self.key(0)) != nil) }
      #expect(cache.size.bytes <= 1_000_000)
    }
    let size = cache.size
    #expect(size.customers >= 10)
    #expect(size.bytes > 900_000)
    #expect(cache.record(Self.key(99)) != nil)
    #expect(cache.record(Self.key(1)) == nil)
    for number in 0..<100 { cache.remove(Self.key(number)) }
    #expect(cache.size.customers == 0)
    #expect(cache.size.bytes == 0)
  }

  @Test("the cache of customers counts a customer once, whatever is cached of it later")
  func replaced() {
    let cache = RecordCache(limit: 1_000_000)
    cache.keep(Self.record(10), Self.key(0))
    let small = cache.size.bytes
    cache.keep(Self.record(1000, version: 2), Self.key(0))
    let large = cache.size.bytes
    #expect(large > small + 1000 * 28)
    let body = [UInt8](repeating: 0, count: 5000)
    cache.insert(
      RecordCache.EncodedMembership(
        from: Instant(milliseconds: 0), until: nil, revision: "r1", body: body),
      Self.key(0),
      version: 2)
    #expect(cache.size.bytes == large + 5000)
    cache.keep(Self.record(10, version: 3), Self.key(0))
    #expect(cache.size.bytes == small)
    #expect(cache.size.customers == 1)
  }

  @Test("the cache of customers does not keep a customer who is larger than the limit")
  func tooLarge() {
    let cache = RecordCache(limit: 10_000)
    cache.keep(Self.record(2000), Self.key(0))
    #expect(cache.record(Self.key(0)) == nil)
    #expect(cache.size.customers == 0)
    #expect(cache.size.bytes == 0)
    cache.keep(Self.record(10), Self.key(0))
    #expect(cache.record(Self.key(0)) != nil)
  }

  @Test(
    "what was read or written before the customer was removed is not cached, and what began later is"
  )
  func removed() {
    let cache = RecordCache()
    let key = Self.key(0)
    let (early, twin) = (cache.begin(key), cache.begin(key))
    cache.remove(key)
    let late = cache.begin(key)
    cache.end(early, caching: Self.record(1))
    #expect(cache.record(key) == nil)
    cache.end(late, caching: Self.record(1, version: 2))
    #expect(cache.record(key)?.version == 2)
    cache.end(twin, caching: Self.record(1, version: 3))
    #expect(cache.record(key)?.version == 2)
    // Nothing is remembered of accesses that have ended.
    cache.keep(Self.record(1, version: 4), key)
    #expect(cache.record(key)?.version == 4)
  }

  @Test("a read of nothing, or of another customer, keeps no record from being cached")
  func apart() {
    let cache = RecordCache()
    let access = cache.begin(Self.key(0))
    cache.end(cache.begin(Self.key(0)), caching: nil)
    cache.remove(Self.key(1))
    cache.end(access, caching: Self.record(1))
    #expect(cache.record(Self.key(0)) != nil)
  }

  @Test("what was read before a newer record was cached and evicted is not cached")
  func evicted() {
    let cache = RecordCache(limit: 10_000)
    let access = cache.begin(Self.key(0))
    cache.keep(Self.record(10, version: 2), Self.key(0))
    cache.keep(Self.record(2000), Self.key(1))
    #expect(cache.record(Self.key(0)) == nil)
    cache.end(access, caching: Self.record(10))
    #expect(cache.record(Self.key(0)) == nil)
  }

  @Test("a read that is slower than another customer's write leaves nothing outdated behind")
  func slowRead() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let phone = try await server.phone()
    let records = server.service.records
    let app = try #require(server.service.apps.first)
    records.forget(phone.id, in: app)
    let gate = ledger.holdRead()
    async let slow = records.record(of: phone.id, in: app)
    await gate.reached()
    let version = try await Self.use("drill", by: phone, in: ledger, app)
    records.forget(phone.id, in: app)
    gate.open()
    #expect(try await slow?.version == version - 1)
    #expect(try await records.record(of: phone.id, in: app)?.version == version)
  }

  @Test("a write that is answered after another customer's leaves nothing outdated behind")
  func slowWrite() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let phone = try await server.phone()
    let records = server.service.records
    let app = try #require(server.service.apps.first)
    let gate = ledger.holdWrite()
    async let slow = phone.use("custom-drill", key: "mine")
    await gate.reached()
    let version = try await Self.use("quick-drill", by: phone, in: ledger, app)
    records.forget(phone.id, in: app)
    gate.open()
    #expect(try await slow.version == version - 1)
    #expect(try await records.record(of: phone.id, in: app)?.version == version)
  }

  /// Appends a use as another customer's write does, which changes this one's record past the cache.
  private static func use(
    _ feature: Feature.ID, by phone: TestPhone, in ledger: FaultyLedger, _ app: ServedApp
  ) async throws -> Int {
    let known = try #require(try await ledger.record(of: phone.id, in: app.id))
    let use = Use(
      feature: feature, key: "other", origin: phone.id, at: TestServer.start ?? .distantPast)
    return try await ledger.append(
      LedgerWrite(
        app: app.id, customer: phone.id, expectedVersion: known.version, facts: [.use(use)],
        at: use.at))
  }

  @Test(
    "a read of a customer with many facts during a write of the same server reads the version alone",
    arguments: [(uses: 10, reads: 1), (uses: 2000, reads: 0)])
  func large(uses: Int, reads: Int) async throws {
    let ledger = FaultyLedger(isShared: true)
    let server = try await TestServer("techniq", ledger: ledger)
    let app = try #require(server.service.apps.first)
    let records = server.service.records
    let write = LedgerWrite(
      app: app.id, customer: "c", expectedVersion: 0, facts: Self.record(uses).customer.facts,
      at: server.now)
    _ = try await ledger.append(write)
    let first = try #require(try await records.record(of: "c", in: app))
    let more = Fact.use(Use(feature: "scan", key: "one more", origin: "c", at: server.now))
    _ = try await ledger.append(
      LedgerWrite(
        app: app.id, customer: "c", expectedVersion: 1, facts: [more], at: server.now))
    var customer = first.customer
    customer.join(more)
    records.cache.keep(
      CustomerRecord(id: "c", version: 2, customer: customer),
      CustomerKey(app: app.id, customer: "c"))
    let before = ledger.recordReadCount
    let latest = try await records.latest(first, in: app)
    #expect(latest?.version == 2)
    #expect(latest?.customer == customer)
    #expect(ledger.recordReadCount - before == reads)
  }
}

extension RecordCache {
  /// Caches a record that nothing removes in the meantime.
  fileprivate func keep(_ record: CustomerRecord, _ key: CustomerKey) {
    end(begin(key), caching: record)
  }
}

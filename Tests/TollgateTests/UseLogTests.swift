import Testing

@testable import Tollgate

@Suite("Uses are kept in chunks")
struct UseLogTests {
  private static let at = Fixture.start

  private static func uuid(_ number: Int) -> Idempotency.Key {
    let digits = String(number, radix: 16)
    let last = String(repeating: "0", count: 12 - digits.count) + digits
    return Idempotency.Key("9b2e4f10-7c3d-4a5b-8e6f-" + last)
  }

  @Test(
    "a log answers as a dictionary of its uses does, in any order and for any key",
    arguments: 1...12 as ClosedRange<UInt64>)
  func dictionary(seed: UInt64) {
    var random = Seeded(state: seed)
    var log = UseLog<Customer.ID>()
    var known: [Customer.ID: [Idempotency.Key: Instant]] = [:]
    for number in 0..<1500 {
      let key: Idempotency.Key =
        switch random.next() % 8 {
        case 0: Idempotency.Key("k\(random.next() % 200)")
        case 1: Idempotency.Key("clé-\(random.next() % 50)")
        case 2: Idempotency.Key(Self.uuid(Int(random.next() % 500)).rawValue.uppercased())
        default: Self.uuid(Int(random.next() % 2000))
        }
      let origin: Customer.ID = random.next() % 4 == 0 ? "you" : "me"
      // Mostly in order of time, as a server records them.
      let at = Self.at.adding(
        milliseconds: random.next() % 5 == 0
          ? Int64(random.next() % 1_500_000) : Int64(number) * 1000)
      let isNews = known[origin]?[key].map { at < $0 } ?? true
      if isNews { known[origin, default: [:]][key] = at }
      let wasKept = log.keepEarliest(at, of: key, by: origin)
      #expect(wasKept == isNews, "seed \(seed), use \(number)")
    }
    let instants = known.values.flatMap(\.values).sorted()
    #expect(log.count == instants.count)
    for (origin, keys) in known {
      for (key, at) in keys { #expect(log[key, by: origin] == at, "seed \(seed)") }
    }
    for step in 0..<50 {
      let at = Self.at.adding(milliseconds: Int64(step) * 31_000)
      #expect(log.count(before: at) == instants.count(before: at), "seed \(seed)")
    }
    for index in stride(from: 0, to: instants.count, by: 97) {
      #expect(log.instant(of: index) == instants[index], "seed \(seed)")
    }
    #expect(log.instant(of: instants.count) == nil)

    var shuffled = UseLog<Customer.ID>()
    let uses = log.uses(of: "scan")
    for use in uses.shuffled(using: &random) {
      _ = shuffled.keepEarliest(use.at, of: use.key, by: use.origin)
    }
    #expect(shuffled == log, "seed \(seed)")
    #expect(shuffled.hashValue == log.hashValue)
    #expect(shuffled.uses(of: "scan") == uses)
    _ = shuffled.keepEarliest(Self.at, of: "one more", by: "me")
    #expect(shuffled != log)
  }

  @Test("a use changes the latest few uses only: a copy shares all chunks")
  func shared() {
    var log = UseLog<Customer.ID>()
    for number in 0..<5000 {
      _ = log.keepEarliest(
        Self.at.adding(milliseconds: Int64(number)), of: Self.uuid(number), by: "me")
    }
    let before = log.tables["me"]?.chunks ?? []
    // 5,000 uses are 156 times 32, so a few chunks hold them, each twice as large as the next.
    #expect(before.count <= 8)
    for (larger, smaller) in zip(before, before.dropFirst()) {
      #expect(larger.count >= 2 * smaller.count)
    }
    var copy = log
    let isNews = copy.keepEarliest(Self.at, of: "new", by: "me")
    #expect(isNews)
    let after = copy.tables["me"]?.chunks ?? []
    #expect(after.map(ObjectIdentifier.init) == before.map(ObjectIdentifier.init))
    #expect(log.count == 5000)
    #expect(copy.count == 5001)
  }

  @Test("what uses cost in all grows with their number times its logarithm")
  func merges() {
    var table = UseTable()
    var moved = 0
    var last: [ObjectIdentifier] = []
    var kept: [UseChunk] = []
    for number in 0..<8192 {
      _ = table.keepEarliest(Self.at, of: Self.uuid(number))
      let chunks = table.chunks.map(ObjectIdentifier.init)
      guard chunks != last else { continue }
      for chunk in table.chunks where !last.contains(ObjectIdentifier(chunk)) {
        moved += chunk.count
        kept.append(chunk)
      }
      last = chunks
    }
    // 8,192 uses are 2⁸ times the 32 of the list: none is moved more often than 9 times.
    #expect(moved <= 8192 * 9)
    #expect(kept.count == 256)
  }

  @Test("a chunk is joined like its uses, whether or not they are known")
  func chunks() throws {
    var log = UseLog<Customer.ID>()
    for number in 0..<64 {
      _ = log.keepEarliest(Self.at.days(1), of: Self.uuid(number), by: "me")
    }
    let chunk = try #require(log.tables["me"]?.chunks.first)
    #expect(chunk.count == 64)

    var empty = UseLog<Customer.ID>()
    let isNews = empty.join(chunk, by: "me", isNew: true)
    #expect(isNews)
    #expect(empty == log)
    var other = UseLog<Customer.ID>()
    for number in 32..<96 {
      _ = other.keepEarliest(Self.at.days(number < 48 ? 0 : 2), of: Self.uuid(number), by: "me")
    }
    var expected = other
    for use in log.uses(of: "scan") {
      _ = expected.keepEarliest(use.at, of: use.key, by: "me")
    }
    let changed = other.join(chunk, by: "me", isNew: false)
    #expect(changed)
    #expect(other == expected)
    let again = other.join(chunk, by: "me", isNew: false)
    #expect(!again)
  }

  @Test("uses in the order of their keys join at once as they do one by one")
  func ascending() {
    let uses = (0..<64).map { (key: Self.uuid($0), at: Self.at.hours(64 - $0)) }
    var (together, apart) = (Customer([]), Customer([]))
    together.join(uses, of: "scan", by: "me", isUnlimited: false)
    for use in uses {
      apart.join(.use(Use(feature: "scan", key: use.key, origin: "me", at: use.at)))
    }
    #expect(together.uses["scan"]?.tables["me"]?.chunks.count == 1)
    #expect(together.uses == apart.uses)
  }

  @Test(
    "every ASCII key comes back from its bytes",
    arguments: [
      "", "k1", "a b", "9b2e4f10-7c3d-4a5b-8e6f-0123456789ab",
      "9B2E4F10-7C3D-4A5B-8E6F-0123456789AB", "9b2e4f10-7c3d-4a5b-8e6f-0123456789AB",
      "00000000-0000-0000-0000-000000000000", "9b2e4f1007c3d-4a5b-8e6f-0123456789ab",
      "9b2e4f10-7c3d-4a5b-8e6f-0123456789ag", Idempotency.Key(String(repeating: "k", count: 255)),
    ] as [Idempotency.Key])
  func bytes(key: Idempotency.Key) throws {
    let bytes = try #require(UseKeyBytes.encode(key))
    #expect(UseKeyBytes.decode(bytes) == key)
    #expect(bytes.count <= key.rawValue.utf8.count)
  }

  @Test("a key that is not ASCII, or bytes that no key has, are refused")
  func foreign() {
    #expect(UseKeyBytes.encode("clé") == nil)
    for bytes in [[0x80], [0x82] + Array(repeating: 0, count: 16), [0x41, 0xC3]] as [[UInt8]] {
      #expect(UseKeyBytes.decode(bytes) == nil)
    }
  }
}

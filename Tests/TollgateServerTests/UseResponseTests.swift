import Testing
import Tollgate
import TollgateWire

@testable import TollgateServer

@Suite("The response to a use as JSON")
struct UseResponseTests {
  @Test(
    "the response to a use has the encoder's bytes, whatever the names, the access and the facts")
  func sameBytes() throws {
    let names = [
      "scan", "", "a b", "a/b", #"a"b"#, #"a\b"#, "ä", "\u{7f}", "\u{1}", "\n", "👍🏽", "{}",
      "\u{2028}",
    ]
    let scopes: [Limit.Scope] = Limit.Scope.allCases
    var accesses = [Access.unknown, Access.allowed(nil)]
    for scope in scopes {
      accesses.append(.allowed(Limit(limit: 10, used: 3, scope: scope)))
      accesses.append(.allowed(Limit(limit: .max, used: .min, scope: scope)))
      accesses.append(.allowed(Limit(limit: 10, used: 3, scope: scope, asked: 2)))
      accesses.append(
        .allowed(
          Limit(limit: 10, used: 3, scope: scope, renewsAt: Instant(milliseconds: 1_772_000_000))))
    }
    for name in names {
      let use = Fact.use(
        Use(
          feature: Feature.ID(name), key: Idempotency.Key(name), origin: Customer.ID(name),
          at: Instant(milliseconds: -1)))
      let device = Fact.device(
        DeviceUse(
          device: Device.ID(name), origin: Customer.ID(name), at: Instant(milliseconds: 5)))
      for access in accesses {
        for facts in [[], [use], [use, use], [device], [use, device]] {
          let response = UseResponse(
            feature: Feature.ID(name), access: AccessSummary(access), facts: facts, version: 7,
            serverTime: Instant(milliseconds: 1_772_000_000_000))
          let general = try JSON.bytes(response)
          #expect(try response.jsonBytes() == general, "\(name) \(access)")
        }
      }
    }
  }
}

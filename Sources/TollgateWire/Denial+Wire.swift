import Tollgate

/// A denial, as in a problem with the code `denied` and next to the answer of an ``AccessSummary``.
///
/// ```json
/// { "limit": { "limit": 100, "scope": "trial", "used": 100 }, "paywall": "plans", "reason": "limitReached" }
/// ```
///
/// `isManagedInStore` is left out if false.
extension Denial: WireForm {
  enum WireKey: String {
    case reason, limit, paywall, startsAt, isManagedInStore
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      reason: try wire.decode(Reason.self, forKey: .reason),
      limit: try wire.decodeIfPresent(Limit.self, forKey: .limit),
      paywall: try wire.decodeIfPresent(Paywall.ID.self, forKey: .paywall),
      startsAt: try wire.decodeIfPresent(Instant.self, forKey: .startsAt),
      isManagedInStore: try wire.decodeIfPresent(Bool.self, forKey: .isManagedInStore) ?? false)
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(reason, forKey: .reason)
    try wire.encodeIfPresent(limit, forKey: .limit)
    try wire.encodeIfPresent(paywall, forKey: .paywall)
    try wire.encodeIfPresent(startsAt, forKey: .startsAt)
    if isManagedInStore { try wire.encode(true, forKey: .isManagedInStore) }
  }
}

import Tollgate

/// A use in progress, which counts until `lapsesAt` unless a use with the same key or a release comes first.
///
/// ```json
/// { "at": 1767225600000, "feature": "quick-drill", "isCounted": true, "key": "k6", "kind": "reservation",
///   "lapsesAt": 1767226200000, "origin": "cus_1" }
/// ```
///
/// `item` is what the use will hold, `wallet` and `amount` what it will pay; each is left out if it is nil.
extension Reservation: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      feature: try wire.decode(Feature.ID.self, forKey: .feature),
      key: try wire.decode(Idempotency.Key.self, forKey: .key),
      origin: try wire.decode(Customer.ID.self, forKey: .origin),
      terms: ReservationTerms(
        isCounted: try wire.decode(Bool.self, forKey: .isCounted),
        item: try wire.decodeIfPresent(Item.ID.self, forKey: .item),
        wallet: try wire.decodeIfPresent(Wallet.ID.self, forKey: .wallet),
        amount: try wire.decodeIfPresent(Int.self, forKey: .amount) ?? 0,
        at: try wire.decode(Instant.self, forKey: .at),
        lapsesAt: try wire.decode(Instant.self, forKey: .lapsesAt)))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(feature, forKey: .feature)
    try wire.encode(key, forKey: .key)
    try wire.encode(origin, forKey: .origin)
    try wire.encode(terms.isCounted, forKey: .isCounted)
    try wire.encodeIfPresent(terms.item, forKey: .item)
    try wire.encodeIfPresent(terms.wallet, forKey: .wallet)
    if terms.wallet != nil { try wire.encode(terms.amount, forKey: .amount) }
    try wire.encode(terms.at, forKey: .at)
    try wire.encode(terms.lapsesAt, forKey: .lapsesAt)
  }
}

/// A reserved use that was not made.
///
/// ```json
/// { "at": 1767225660000, "feature": "quick-drill", "key": "k6", "kind": "reservationRelease", "origin": "cus_1" }
/// ```
extension ReservationRelease: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      feature: try wire.decode(Feature.ID.self, forKey: .feature),
      key: try wire.decode(Idempotency.Key.self, forKey: .key),
      origin: try wire.decode(Customer.ID.self, forKey: .origin),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(feature, forKey: .feature)
    try wire.encode(key, forKey: .key)
    try wire.encode(origin, forKey: .origin)
    try wire.encode(at, forKey: .at)
  }
}

import Tollgate

/// A use in progress, which counts until `lapsesAt` unless a use with the same key or a release comes first.
///
/// ```json
/// { "at": 1767225600000, "feature": "quick-drill", "isCounted": true, "key": "k6", "kind": "reservation",
///   "lapsesAt": 1767226200000, "origin": "cus_1" }
/// ```
///
/// `item` is what the use will hold, `wallet` and `amount` what it will pay, `rest` what other wallets will pay, `size` its
/// size, and `parent` what it will belong to. Each is left out if there isn't one. `isUnlimited` is left out unless the use will count without counting toward a
/// limit.
extension Reservation: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: Reservation?) throws {
    try self.init(
      feature: wire.required(.feature, value?.feature),
      key: wire.required(.key, value?.key),
      origin: wire.required(.origin, value?.origin),
      terms: ReservationTerms(
        isCounted: wire.required(.isCounted, value?.terms.isCounted),
        isUnlimited: wire.flag(.isUnlimited, value?.terms.isUnlimited),
        item: wire.optional(.item, value?.terms.item),
        wallet: wire.optional(.wallet, value?.terms.wallet),
        amount: wire.optional(
          .amount,
          value.flatMap { $0.terms.wallet == nil ? nil : $0.terms.amount }) ?? 0,
        rest: wire.list(.rest, value?.terms.rest),
        size: wire.optional(
          .size, value.flatMap { $0.terms.size == 0 ? nil : $0.terms.size }) ?? 0,
        parent: wire.optional(.parent, value?.terms.parent),
        at: wire.required(.at, value?.terms.at),
        lapsesAt: wire.required(.lapsesAt, value?.terms.lapsesAt)))
  }
}

/// A reserved use that was not made.
///
/// ```json
/// { "at": 1767225660000, "feature": "quick-drill", "key": "k6", "kind": "reservationRelease", "origin": "cus_1" }
/// ```
extension ReservationRelease: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: ReservationRelease?) throws {
    try self.init(
      feature: wire.required(.feature, value?.feature),
      key: wire.required(.key, value?.key),
      origin: wire.required(.origin, value?.origin),
      at: wire.required(.at, value?.at))
  }
}

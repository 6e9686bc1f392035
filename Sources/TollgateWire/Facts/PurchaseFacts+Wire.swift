import Tollgate

/// A transaction that the store signed, without its signature: the server has verified it.
///
/// ```json
/// { "environment": "production", "id": "2001", "isUpgraded": false, "kind": "transaction", "originalID": "2001",
///   "ownership": "purchased", "product": "lifetime", "purchasedAt": 1767225600000, "quantity": 1,
///   "signedAt": 1767225600000 }
/// ```
///
/// `expiresAt` is present for subscriptions only, `revokedAt` after a refund or the end of family sharing, and `refund`
/// if the store said how much it returned. `isRenewal` is absent if the store did not say whether it renewed or the customer
/// bought. `revokedSeats` is left out if none were refunded, and `appHostsInvitations` unless it is true. `commitment` is present for a monthly bill of a commitment.
extension StoreTransaction: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: StoreTransaction?) throws {
    try self.init(
      id: wire.required(.id, value?.id),
      originalID: wire.required(.originalID, value?.originalID),
      product: wire.required(.product, value?.product),
      group: wire.optional(.group, value?.group),
      purchasedAt: wire.required(.purchasedAt, value?.purchasedAt),
      expiresAt: wire.optional(.expiresAt, value?.expiresAt),
      revokedAt: wire.optional(.revokedAt, value?.revokedAt),
      refund: wire.optional(.refund, value?.refund),
      isUpgraded: wire.required(.isUpgraded, value?.isUpgraded),
      isRenewal: wire.optional(.isRenewal, value?.isRenewal),
      offer: wire.optional(.offer, value?.offer),
      ownership: wire.required(.ownership, value?.ownership),
      quantity: wire.required(.quantity, value?.quantity),
      revokedSeats: wire.defaulted(.revokedSeats, value?.revokedSeats, to: 0),
      appHostsInvitations: wire.flag(.appHostsInvitations, value?.appHostsInvitations),
      price: wire.optional(.price, value?.price),
      commitment: wire.optional(.commitment, value?.commitment),
      environment: wire.required(.environment, value?.environment),
      signedFor: wire.optional(.signedFor, value?.signedFor),
      signedAt: wire.required(.signedAt, value?.signedAt))
  }
}

/// What the store returned of a price: `{"amount":{"currency":"USD","milliunits":18000},"at":1767225600000}`.
extension StoreTransaction.Refund: WireObject {
  enum WireKey: String {
    case amount, at
  }

  init(_ wire: WireMembers<WireKey>, _ value: StoreTransaction.Refund?) throws {
    try self.init(
      at: wire.required(.at, value?.at),
      amount: wire.required(.amount, value?.amount))
  }
}

/// The commitment that a transaction is a bill of: `{"bill":3,"bills":12,"endsAt":1798761600000}`.
extension Commitment: WireObject {
  enum WireKey: String {
    case bill, bills, endsAt
  }

  init(_ wire: WireMembers<WireKey>, _ value: Commitment?) throws {
    try self.init(
      bill: wire.required(.bill, value?.bill),
      bills: wire.required(.bills, value?.bills),
      endsAt: wire.required(.endsAt, value?.endsAt))
  }
}

/// Renewal info that the store signed, without its signature: the server has verified it.
///
/// ```json
/// { "environment": "production", "isInBillingRetry": false, "kind": "renewal", "originalID": "1000",
///   "renewsAt": 1767225600000, "renewsTo": "yearly", "signedAt": 1767225600000, "willRenew": true }
/// ```
///
/// With a `commitment`, `willRenew` is true until its last bill, and its own says whether another one follows.
extension StoreRenewal: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: StoreRenewal?) throws {
    try self.init(
      originalID: wire.required(.originalID, value?.originalID),
      renewsTo: wire.required(.renewsTo, value?.renewsTo),
      willRenew: wire.required(.willRenew, value?.willRenew),
      renewsAt: wire.optional(.renewsAt, value?.renewsAt),
      graceEndsAt: wire.optional(.graceEndsAt, value?.graceEndsAt),
      isInBillingRetry: wire.required(.isInBillingRetry, value?.isInBillingRetry),
      resumesAt: wire.optional(.resumesAt, value?.resumesAt),
      commitment: wire.optional(.commitment, value?.commitment),
      environment: wire.required(.environment, value?.environment),
      signedAt: wire.required(.signedAt, value?.signedAt))
  }
}

/// What follows a commitment: `{"endsAt":1798761600000,"willRenew":false}`.
extension StoreRenewal.Commitment: WireObject {
  enum WireKey: String {
    case endsAt, willRenew
  }

  init(_ wire: WireMembers<WireKey>, _ value: StoreRenewal.Commitment?) throws {
    try self.init(
      willRenew: wire.required(.willRenew, value?.willRenew),
      endsAt: wire.required(.endsAt, value?.endsAt))
  }
}

/// A side of a transfer: `{"at":1767225600000,"isHeld":false,"kind":"transfer","number":2,"purchase":"1000"}`.
///
/// The purchase is an original transaction id, after the name of its environment unless that is production:
/// `sandbox:1000`. `isShared` is left out if false. `timeLeft` is in milliseconds.
extension PurchaseTransfer: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: PurchaseTransfer?) throws {
    try self.init(
      purchase: wire.required(.purchase, value?.purchase),
      isHeld: wire.required(.isHeld, value?.isHeld),
      number: wire.required(.number, value?.number),
      isShared: wire.flag(.isShared, value?.isShared),
      spent: wire.optional(.spent, value?.spent),
      timeLeft: wire.optional(.timeLeft, value?.timeLeft),
      at: wire.required(.at, value?.at))
  }
}

/// The credits of a transaction; `amount` is 0 if the blueprint gives none for it, and `onUpgrade` is left out for `share`.
///
/// ```json
/// { "amount": 50, "kind": "credit", "lifetime": { "kind": "period" }, "purchase": "1000", "transaction": "1001",
///   "wallet": "coins" }
/// ```
extension Credit: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: Credit?) throws {
    try self.init(
      purchase: wire.required(.purchase, value?.purchase),
      transaction: wire.required(.transaction, value?.transaction),
      wallet: wire.required(.wallet, value?.wallet),
      amount: wire.required(.amount, value?.amount),
      lifetime: wire.required(.lifetime, value?.lifetime),
      onUpgrade: wire.defaulted(.onUpgrade, value?.onUpgrade, to: .share))
  }
}

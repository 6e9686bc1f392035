import Tollgate

/// One use: `{"at":1767225600000,"feature":"send-message","key":"k1","kind":"use","origin":"cus_1"}`.
///
/// Feature, origin and key together name it, so that it counts once however often it is recorded or merged. One that
/// `unlimited` allowed has `"isUnlimited":true`.
extension Use: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: Use?) throws {
    try self.init(
      feature: wire.required(.feature, value?.feature),
      key: wire.required(.key, value?.key),
      origin: wire.required(.origin, value?.origin),
      isUnlimited: wire.flag(.isUnlimited, value?.isUnlimited),
      at: wire.required(.at, value?.at))
  }
}

/// The credits that a use cost; `unpaid` is the part that no wallet could cover, 0 unless the use was made
/// offline, and `owed` the part that the wallet's next credits pay for, left out if it is 0.
///
/// `rest` is what other wallets paid of the same price, left out if there isn't any.
///
/// ```json
/// { "amount": 2, "at": 1767225600000, "feature": "draw", "key": "k5", "kind": "spend", "origin": "cus_1",
///   "rest": [{ "amount": 3, "wallet": "bonus" }], "unpaid": 0, "wallet": "coins" }
/// ```
extension Spend: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: Spend?) throws {
    try self.init(
      wallet: wire.required(.wallet, value?.wallet),
      feature: wire.required(.feature, value?.feature),
      key: wire.required(.key, value?.key),
      origin: wire.required(.origin, value?.origin),
      amount: wire.required(.amount, value?.amount),
      unpaid: wire.required(.unpaid, value?.unpaid),
      owed: wire.optional(.owed, value.flatMap { $0.owed == 0 ? nil : $0.owed }) ?? 0,
      rest: wire.list(.rest, value?.rest),
      at: wire.required(.at, value?.at))
  }
}

/// What one of several wallets paid: `{"amount":3,"wallet":"bonus"}`, with `owed` unless it is 0.
extension CreditPayment: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: CreditPayment?) throws {
    try self.init(
      wallet: wire.required(.wallet, value?.wallet),
      amount: wire.required(.amount, value?.amount),
      owed: wire.optional(.owed, value.flatMap { $0.owed == 0 ? nil : $0.owed }) ?? 0)
  }
}

/// The size of a use, and the `parent` that it belongs to, if it belongs to one; with an `item`, those that a held item has
/// from then on, and the key of the use that added it.
///
/// ```json
/// { "amount": 2048, "at": 1767225600000, "feature": "photos", "item": "beach", "key": "k8", "kind": "size",
///   "origin": "cus_1" }
/// ```
extension UseSize: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: UseSize?) throws {
    try self.init(
      feature: wire.required(.feature, value?.feature),
      key: wire.required(.key, value?.key),
      item: wire.optional(.item, value?.item),
      origin: wire.required(.origin, value?.origin),
      amount: wire.required(.amount, value?.amount),
      parent: wire.optional(.parent, value?.parent),
      at: wire.required(.at, value?.at))
  }
}

/// An item that a feature holds, or no longer holds if `isHeld` is false.
///
/// The `key` of the use that added it is missing if it is the item's name.
///
/// ```json
/// { "at": 1767225600000, "feature": "plants", "isHeld": true, "item": "fern", "kind": "item", "origin": "cus_1" }
/// ```
extension ItemChange: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: ItemChange?) throws {
    try self.init(
      feature: wire.required(.feature, value?.feature),
      item: wire.required(.item, value?.item),
      key: wire.optional(.key, value?.ownKey),
      isHeld: wire.required(.isHeld, value?.isHeld),
      origin: wire.required(.origin, value?.origin),
      at: wire.required(.at, value?.at))
  }
}

/// A dismissed prompt: `{"at":1767225600000,"key":"k2","kind":"dismissal","prompt":"garden"}`.
extension Dismissal: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: Dismissal?) throws {
    try self.init(
      prompt: wire.required(.prompt, value?.prompt),
      key: wire.required(.key, value?.key),
      at: wire.required(.at, value?.at))
  }
}

/// A paywall that was shown or closed:
/// `{"action":"shown","at":1767225600000,"key":"k4","kind":"paywall","paywall":"plans"}`.
///
/// `feature` and `placement` say what led to it, and are left out if nothing did. `variants` is an object of the
/// experiments that change it with the variant that was shown, `{"headline":"promise"}`, left out without any.
extension PaywallEvent: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: PaywallEvent?) throws {
    try self.init(
      paywall: wire.required(.paywall, value?.paywall),
      action: wire.required(.action, value?.action),
      key: wire.required(.key, value?.key),
      feature: wire.optional(.feature, value?.feature),
      placement: wire.optional(.placement, value?.placement),
      variants: wire.optional(
        .variants, value.flatMap { $0.variants.isEmpty ? nil : $0.variantNames }
      ).map(PaywallEvent.variants) ?? [:],
      at: wire.required(.at, value?.at))
  }
}

/// The variant that a customer got when it first mattered; `reason` is `paywall`, `trial` or `purchase`.
///
/// ```json
/// { "at": 1767225600000, "experiment": "headline", "kind": "variant", "reason": "paywall", "variant": "promise" }
/// ```
extension VariantAssignment: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: VariantAssignment?) throws {
    try self.init(
      experiment: wire.required(.experiment, value?.experiment),
      variant: wire.required(.variant, value?.variant),
      reason: wire.required(.reason, value?.reason),
      at: wire.required(.at, value?.at))
  }
}

/// A delivered nudge: `{"at":1767225600000,"kind":"nudge","nudge":"tomorrow","occurrence":1767225600000}`.
extension NudgeDelivery: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: NudgeDelivery?) throws {
    try self.init(
      nudge: wire.required(.nudge, value?.nudge),
      occurrence: wire.required(.occurrence, value?.occurrence),
      by: wire.defaulted(.by, value?.delivery, to: .notification),
      at: wire.required(.at, value?.at))
  }
}

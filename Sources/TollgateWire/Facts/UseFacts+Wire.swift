import Tollgate

/// One use: `{"at":1767225600000,"feature":"send-message","key":"k1","kind":"use","origin":"cus_1"}`.
///
/// Feature, origin and key together name it, so that it counts once however often it is recorded or merged.
extension Use: WireForm {
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

/// The credits that a use cost; `unpaid` is the part that the wallet could not cover, 0 unless the use was made
/// offline.
///
/// ```json
/// { "amount": 2, "at": 1767225600000, "feature": "draw", "key": "k5", "kind": "spend", "origin": "cus_1", "unpaid": 0,
///   "wallet": "coins" }
/// ```
extension Spend: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      wallet: try wire.decode(Wallet.ID.self, forKey: .wallet),
      feature: try wire.decode(Feature.ID.self, forKey: .feature),
      key: try wire.decode(Idempotency.Key.self, forKey: .key),
      origin: try wire.decode(Customer.ID.self, forKey: .origin),
      amount: try wire.decode(Int.self, forKey: .amount),
      unpaid: try wire.decode(Int.self, forKey: .unpaid),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(wallet, forKey: .wallet)
    try wire.encode(feature, forKey: .feature)
    try wire.encode(key, forKey: .key)
    try wire.encode(origin, forKey: .origin)
    try wire.encode(amount, forKey: .amount)
    try wire.encode(unpaid, forKey: .unpaid)
    try wire.encode(at, forKey: .at)
  }
}

/// An item that a feature holds, or no longer holds if `isHeld` is false.
///
/// The `key` of the use that added it is missing if it is the item's name.
///
/// ```json
/// { "at": 1767225600000, "feature": "plants", "isHeld": true, "item": "fern", "kind": "item", "origin": "cus_1" }
/// ```
extension ItemChange: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      feature: try wire.decode(Feature.ID.self, forKey: .feature),
      item: try wire.decode(Item.ID.self, forKey: .item),
      key: try wire.decodeIfPresent(Idempotency.Key.self, forKey: .key),
      isHeld: try wire.decode(Bool.self, forKey: .isHeld),
      origin: try wire.decode(Customer.ID.self, forKey: .origin),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(feature, forKey: .feature)
    try wire.encode(item, forKey: .item)
    try wire.encodeIfPresent(ownKey, forKey: .key)
    try wire.encode(isHeld, forKey: .isHeld)
    try wire.encode(origin, forKey: .origin)
    try wire.encode(at, forKey: .at)
  }
}

/// A dismissed prompt: `{"at":1767225600000,"key":"k2","kind":"dismissal","prompt":"garden"}`.
extension Dismissal: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      prompt: try wire.decode(Prompt.ID.self, forKey: .prompt),
      key: try wire.decode(Idempotency.Key.self, forKey: .key),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(prompt, forKey: .prompt)
    try wire.encode(key, forKey: .key)
    try wire.encode(at, forKey: .at)
  }
}

/// A paywall that was shown or closed:
/// `{"action":"shown","at":1767225600000,"key":"k4","kind":"paywall","paywall":"plans"}`.
///
/// `feature` and `placement` say what led to it, and are left out if nothing did. `variants` is an object of the
/// experiments that change it with the variant that was shown, `{"headline":"promise"}`, left out without any.
extension PaywallEvent: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      paywall: try wire.decode(Paywall.ID.self, forKey: .paywall),
      action: try wire.decode(PaywallEvent.Action.self, forKey: .action),
      key: try wire.decode(Idempotency.Key.self, forKey: .key),
      feature: try wire.decodeIfPresent(Feature.ID.self, forKey: .feature),
      placement: try wire.decodeIfPresent(Placement.ID.self, forKey: .placement),
      variants: try wire.decodeIfPresent([String: String].self, forKey: .variants)
        .map(PaywallEvent.variants) ?? [:],
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(paywall, forKey: .paywall)
    try wire.encode(action, forKey: .action)
    try wire.encode(key, forKey: .key)
    try wire.encodeIfPresent(feature, forKey: .feature)
    try wire.encodeIfPresent(placement, forKey: .placement)
    if !variants.isEmpty { try wire.encode(variantNames, forKey: .variants) }
    try wire.encode(at, forKey: .at)
  }
}

/// The variant that a customer got when it first mattered; `reason` is `paywall`, `trial` or `purchase`.
///
/// ```json
/// { "at": 1767225600000, "experiment": "headline", "kind": "variant", "reason": "paywall", "variant": "promise" }
/// ```
extension VariantAssignment: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      experiment: try wire.decode(Experiment.ID.self, forKey: .experiment),
      variant: try wire.decode(Experiment.Variant.ID.self, forKey: .variant),
      reason: try wire.decode(Reason.self, forKey: .reason),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(experiment, forKey: .experiment)
    try wire.encode(variant, forKey: .variant)
    try wire.encode(reason, forKey: .reason)
    try wire.encode(at, forKey: .at)
  }
}

/// A delivered nudge: `{"at":1767225600000,"kind":"nudge","nudge":"tomorrow","occurrence":1767225600000}`.
extension NudgeDelivery: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      nudge: try wire.decode(Nudge.ID.self, forKey: .nudge),
      occurrence: try wire.decode(Instant.self, forKey: .occurrence),
      by: try wire.decodeIfPresent(Nudge.Delivery.self, forKey: .by) ?? .notification,
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(nudge, forKey: .nudge)
    try wire.encode(occurrence, forKey: .occurrence)
    if delivery != .notification { try wire.encode(delivery, forKey: .by) }
    try wire.encode(at, forKey: .at)
  }
}

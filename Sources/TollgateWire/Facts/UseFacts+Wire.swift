import Tollgate

extension Use: WireForm {
  init(wire: KeyedDecodingContainer<FactKey>) throws {
    self.init(
      feature: try wire.decode(Feature.ID.self, forKey: .feature),
      key: try wire.decode(Idempotency.Key.self, forKey: .key),
      origin: try wire.decode(Customer.ID.self, forKey: .origin),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout KeyedEncodingContainer<FactKey>) throws {
    try wire.encode(feature, forKey: .feature)
    try wire.encode(key, forKey: .key)
    try wire.encode(origin, forKey: .origin)
    try wire.encode(at, forKey: .at)
  }
}

extension Spend: WireForm {
  init(wire: KeyedDecodingContainer<FactKey>) throws {
    self.init(
      wallet: try wire.decode(Wallet.ID.self, forKey: .wallet),
      feature: try wire.decode(Feature.ID.self, forKey: .feature),
      key: try wire.decode(Idempotency.Key.self, forKey: .key),
      origin: try wire.decode(Customer.ID.self, forKey: .origin),
      amount: try wire.decode(Int.self, forKey: .amount),
      unpaid: try wire.decode(Int.self, forKey: .unpaid),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout KeyedEncodingContainer<FactKey>) throws {
    try wire.encode(wallet, forKey: .wallet)
    try wire.encode(feature, forKey: .feature)
    try wire.encode(key, forKey: .key)
    try wire.encode(origin, forKey: .origin)
    try wire.encode(amount, forKey: .amount)
    try wire.encode(unpaid, forKey: .unpaid)
    try wire.encode(at, forKey: .at)
  }
}

extension ItemChange: WireForm {
  init(wire: KeyedDecodingContainer<FactKey>) throws {
    self.init(
      feature: try wire.decode(Feature.ID.self, forKey: .feature),
      item: try wire.decode(Item.ID.self, forKey: .item),
      isHeld: try wire.decode(Bool.self, forKey: .isHeld),
      origin: try wire.decode(Customer.ID.self, forKey: .origin),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout KeyedEncodingContainer<FactKey>) throws {
    try wire.encode(feature, forKey: .feature)
    try wire.encode(item, forKey: .item)
    try wire.encode(isHeld, forKey: .isHeld)
    try wire.encode(origin, forKey: .origin)
    try wire.encode(at, forKey: .at)
  }
}

extension Dismissal: WireForm {
  init(wire: KeyedDecodingContainer<FactKey>) throws {
    self.init(
      prompt: try wire.decode(Prompt.ID.self, forKey: .prompt),
      key: try wire.decode(Idempotency.Key.self, forKey: .key),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout KeyedEncodingContainer<FactKey>) throws {
    try wire.encode(prompt, forKey: .prompt)
    try wire.encode(key, forKey: .key)
    try wire.encode(at, forKey: .at)
  }
}

extension PaywallEvent: WireForm {
  init(wire: KeyedDecodingContainer<FactKey>) throws {
    self.init(
      paywall: try wire.decode(Paywall.ID.self, forKey: .paywall),
      action: try wire.decode(PaywallEvent.Action.self, forKey: .action),
      key: try wire.decode(Idempotency.Key.self, forKey: .key),
      feature: try wire.decodeIfPresent(Feature.ID.self, forKey: .feature),
      placement: try wire.decodeIfPresent(Placement.ID.self, forKey: .placement),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout KeyedEncodingContainer<FactKey>) throws {
    try wire.encode(paywall, forKey: .paywall)
    try wire.encode(action, forKey: .action)
    try wire.encode(key, forKey: .key)
    try wire.encodeIfPresent(feature, forKey: .feature)
    try wire.encodeIfPresent(placement, forKey: .placement)
    try wire.encode(at, forKey: .at)
  }
}

extension NudgeDelivery: WireForm {
  init(wire: KeyedDecodingContainer<FactKey>) throws {
    self.init(
      nudge: try wire.decode(Nudge.ID.self, forKey: .nudge),
      occurrence: try wire.decode(Instant.self, forKey: .occurrence),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout KeyedEncodingContainer<FactKey>) throws {
    try wire.encode(nudge, forKey: .nudge)
    try wire.encode(occurrence, forKey: .occurrence)
    try wire.encode(at, forKey: .at)
  }
}

import Tollgate

extension Use: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      feature: try stored.decode(Feature.ID.self, forKey: .feature),
      key: try stored.decode(Idempotency.Key.self, forKey: .key),
      origin: try stored.decode(Customer.ID.self, forKey: .origin),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(feature, forKey: .feature)
    try stored.encode(key, forKey: .key)
    try stored.encode(origin, forKey: .origin)
    try stored.encode(at, forKey: .at)
  }
}

extension Spend: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      wallet: try stored.decode(Wallet.ID.self, forKey: .wallet),
      feature: try stored.decode(Feature.ID.self, forKey: .feature),
      key: try stored.decode(Idempotency.Key.self, forKey: .key),
      origin: try stored.decode(Customer.ID.self, forKey: .origin),
      amount: try stored.decode(Int.self, forKey: .amount),
      unpaid: try stored.decode(Int.self, forKey: .unpaid),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(wallet, forKey: .wallet)
    try stored.encode(feature, forKey: .feature)
    try stored.encode(key, forKey: .key)
    try stored.encode(origin, forKey: .origin)
    try stored.encode(amount, forKey: .amount)
    try stored.encode(unpaid, forKey: .unpaid)
    try stored.encode(at, forKey: .at)
  }
}

extension ItemChange: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      feature: try stored.decode(Feature.ID.self, forKey: .feature),
      item: try stored.decode(Item.ID.self, forKey: .item),
      key: try stored.decodeIfPresent(Idempotency.Key.self, forKey: .key),
      isHeld: try stored.decode(Bool.self, forKey: .isHeld),
      origin: try stored.decode(Customer.ID.self, forKey: .origin),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(feature, forKey: .feature)
    try stored.encode(item, forKey: .item)
    try stored.encodeIfPresent(ownKey, forKey: .key)
    try stored.encode(isHeld, forKey: .isHeld)
    try stored.encode(origin, forKey: .origin)
    try stored.encode(at, forKey: .at)
  }
}

extension Dismissal: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      prompt: try stored.decode(Prompt.ID.self, forKey: .prompt),
      key: try stored.decode(Idempotency.Key.self, forKey: .key),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(prompt, forKey: .prompt)
    try stored.encode(key, forKey: .key)
    try stored.encode(at, forKey: .at)
  }
}

extension PaywallEvent: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      paywall: try stored.decode(Paywall.ID.self, forKey: .paywall),
      action: try stored.decode(PaywallEvent.Action.self, forKey: .action),
      key: try stored.decode(Idempotency.Key.self, forKey: .key),
      feature: try stored.decodeIfPresent(Feature.ID.self, forKey: .feature),
      placement: try stored.decodeIfPresent(Placement.ID.self, forKey: .placement),
      variants: try stored.decodeIfPresent([String: String].self, forKey: .variants)
        .map(PaywallEvent.variants) ?? [:],
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(paywall, forKey: .paywall)
    try stored.encode(action, forKey: .action)
    try stored.encode(key, forKey: .key)
    try stored.encodeIfPresent(feature, forKey: .feature)
    try stored.encodeIfPresent(placement, forKey: .placement)
    if !variants.isEmpty { try stored.encode(variantNames, forKey: .variants) }
    try stored.encode(at, forKey: .at)
  }
}

extension VariantAssignment: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      experiment: try stored.decode(Experiment.ID.self, forKey: .experiment),
      variant: try stored.decode(Experiment.Variant.ID.self, forKey: .variant),
      reason: try stored.decode(Reason.self, forKey: .reason),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(experiment, forKey: .experiment)
    try stored.encode(variant, forKey: .variant)
    try stored.encode(reason, forKey: .reason)
    try stored.encode(at, forKey: .at)
  }
}

extension NudgeDelivery: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      nudge: try stored.decode(Nudge.ID.self, forKey: .nudge),
      occurrence: try stored.decode(Instant.self, forKey: .occurrence),
      by: try stored.decodeIfPresent(Nudge.Delivery.self, forKey: .by) ?? .notification,
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(nudge, forKey: .nudge)
    try stored.encode(occurrence, forKey: .occurrence)
    if delivery != .notification { try stored.encode(delivery, forKey: .by) }
    try stored.encode(at, forKey: .at)
  }
}

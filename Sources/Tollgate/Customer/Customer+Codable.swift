extension Customer: Codable {
  /// Decodes an array of facts and runs of facts, and folds them.
  public init(from decoder: any Decoder) throws {
    self.init()
    var entries = try decoder.unkeyedContainer()
    while !entries.isAtEnd { try join(entries.decode(FactRun.self)) }
  }

  /// Encodes the fewest facts whose fold is this customer; uses, spends, items and dismissals that differ only in name
  /// and instant are encoded as one run.
  public func encode(to encoder: any Encoder) throws {
    var entries = encoder.unkeyedContainer()
    var run: FactRun?
    for fact in facts {
      if run?.append(fact) ?? false { continue }
      if let run { try entries.encode(run) }
      run = FactRun(fact)
    }
    if let run { try entries.encode(run) }
  }

  private mutating func join(_ run: FactRun) {
    join(run.first)
    for (name, at) in run.rest { join(run.first.with(name, at: at)) }
  }
}

/// A fact together with those after it that differ only in a name and an instant.
///
/// A customer has hundreds of them; in columns they are shorter and faster to decode than one by one.
private struct FactRun: Codable {
  let first: Fact
  var rest: [(name: String, at: Instant)] = []

  private enum Key: String, CodingKey {
    case kind, wallet, feature, origin, amount, unpaid, isHeld, prompt, names, at
  }

  /// The kinds of runs, in addition to those of facts.
  private enum Kind: String, Codable { case uses, spends, items, dismissals }

  init(_ fact: Fact) { first = fact }

  /// Appends a fact if it belongs to the run, and returns whether it did.
  mutating func append(_ fact: Fact) -> Bool {
    guard let (name, at) = fact.varying, first.with(name, at: at) == fact else { return false }
    rest.append((name, at))
    return true
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let kind = Kind(rawValue: try container.decode(String.self, forKey: .kind)) else {
      first = try Fact(from: decoder)
      return
    }
    let names = try container.decode([String].self, forKey: .names)
    let instants = try container.decode([Int64].self, forKey: .at)
    guard let name = names.first, let at = instants.first.map(Instant.init(milliseconds:)),
      names.count == instants.count
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .at, in: container, debugDescription: "there is no instant for each name")
    }
    switch kind {
    case .uses:
      first = .use(
        Use(
          feature: try container.decode(Feature.ID.self, forKey: .feature),
          key: Idempotency.Key(name),
          origin: try container.decode(Customer.ID.self, forKey: .origin), at: at))
    case .spends:
      first = .spend(
        Spend(
          wallet: try container.decode(Wallet.ID.self, forKey: .wallet),
          feature: try container.decode(Feature.ID.self, forKey: .feature),
          key: Idempotency.Key(name),
          origin: try container.decode(Customer.ID.self, forKey: .origin),
          amount: try container.decode(Int.self, forKey: .amount),
          unpaid: try container.decode(Int.self, forKey: .unpaid), at: at))
    case .items:
      first = .item(
        ItemChange(
          feature: try container.decode(Feature.ID.self, forKey: .feature), item: Item.ID(name),
          isHeld: try container.decode(Bool.self, forKey: .isHeld),
          origin: try container.decode(Customer.ID.self, forKey: .origin), at: at))
    case .dismissals:
      first = .dismissal(
        Dismissal(
          prompt: try container.decode(Prompt.ID.self, forKey: .prompt),
          key: Idempotency.Key(name), at: at))
    }
    rest.reserveCapacity(names.count - 1)
    for index in names.indices.dropFirst() {
      rest.append((names[index], Instant(milliseconds: instants[index])))
    }
  }

  func encode(to encoder: any Encoder) throws {
    guard !rest.isEmpty, let (name, at) = first.varying else {
      return try first.encode(to: encoder)
    }
    var container = encoder.container(keyedBy: Key.self)
    switch first {
    case .use(let use):
      try container.encode(Kind.uses, forKey: .kind)
      try container.encode(use.feature, forKey: .feature)
      try container.encode(use.origin, forKey: .origin)
    case .spend(let spend):
      try container.encode(Kind.spends, forKey: .kind)
      try container.encode(spend.wallet, forKey: .wallet)
      try container.encode(spend.feature, forKey: .feature)
      try container.encode(spend.origin, forKey: .origin)
      try container.encode(spend.amount, forKey: .amount)
      try container.encode(spend.unpaid, forKey: .unpaid)
    case .item(let item):
      try container.encode(Kind.items, forKey: .kind)
      try container.encode(item.feature, forKey: .feature)
      try container.encode(item.isHeld, forKey: .isHeld)
      try container.encode(item.origin, forKey: .origin)
    case .dismissal(let dismissal):
      try container.encode(Kind.dismissals, forKey: .kind)
      try container.encode(dismissal.prompt, forKey: .prompt)
    case .signedUp, .device, .milestone, .trialStarted, .trialForfeited, .transaction, .renewal,
      .transfer, .credit, .paywall, .nudge, .grant, .profile:
      break
    }
    try container.encode([name] + rest.map(\.name), forKey: .names)
    try container.encode([at.milliseconds] + rest.map(\.at.milliseconds), forKey: .at)
  }
}

extension Fact {
  /// The members that differ between the facts of a run; nil for facts that do not form runs.
  fileprivate var varying: (name: String, at: Instant)? {
    switch self {
    case .use(let use): (use.key.rawValue, use.at)
    case .spend(let spend): (spend.key.rawValue, spend.at)
    case .item(let item): (item.item.rawValue, item.at)
    case .dismissal(let dismissal): (dismissal.key.rawValue, dismissal.at)
    case .signedUp, .device, .milestone, .trialStarted, .trialForfeited, .transaction, .renewal,
      .transfer, .credit, .paywall, .nudge, .grant, .profile:
      nil
    }
  }

  /// The fact of the same run with another name and instant.
  fileprivate func with(_ name: String, at: Instant) -> Fact {
    switch self {
    case .use(let use):
      .use(Use(feature: use.feature, key: Idempotency.Key(name), origin: use.origin, at: at))
    case .spend(let spend):
      .spend(
        Spend(
          wallet: spend.wallet, feature: spend.feature, key: Idempotency.Key(name),
          origin: spend.origin, amount: spend.amount, unpaid: spend.unpaid, at: at))
    case .item(let item):
      .item(
        ItemChange(
          feature: item.feature, item: Item.ID(name), isHeld: item.isHeld, origin: item.origin,
          at: at))
    case .dismissal(let dismissal):
      .dismissal(Dismissal(prompt: dismissal.prompt, key: Idempotency.Key(name), at: at))
    case .signedUp, .device, .milestone, .trialStarted, .trialForfeited, .transaction, .renewal,
      .transfer, .credit, .paywall, .nudge, .grant, .profile:
      self
    }
  }
}

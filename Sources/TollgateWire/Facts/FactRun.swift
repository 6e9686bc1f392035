import Tollgate

/// A fact together with those after it that differ only in a name and an instant.
///
/// A customer has hundreds of them; in columns they are shorter and faster to decode than one by one. A run has a kind
/// of its own, and two columns of equal length in place of the name and the instant:
///
/// ```json
/// { "at": [1767225600000, 1767225660000], "feature": "scan", "kind": "uses", "names": ["k1", "k2"],
///   "origin": "cus_1" }
/// ```
///
/// Items that have keys of their own have a third column, `keys`; sizes have a column of `amounts`, and of items also of
/// `keys`. A fact that is alone keeps its ordinary form.
struct FactRun {
  /// What differs between the facts of a run.
  struct Varying {
    let name: String
    /// The key of an item, unless it is the name.
    var key: Idempotency.Key?
    /// The amount of a size.
    var amount: Int?
    let at: Instant
  }

  /// The first fact, from which the others take everything that does not differ.
  let first: Fact
  /// What differs in the others, in the order in which they were appended.
  private(set) var rest: [Varying] = []

  /// The kinds of runs, in addition to those of facts.
  private enum Kind: String, Codable { case uses, spends, sizes, items, dismissals }

  init(_ fact: Fact) { first = fact }

  /// Appends a fact if it belongs to the run, and returns whether it did.
  mutating func append(_ fact: Fact) -> Bool {
    guard let varying = fact.varying, first.with(varying) == fact else { return false }
    rest.append(varying)
    return true
  }

  /// The fact of the run in which something differs.
  func fact(_ varying: Varying) -> Fact { first.with(varying) }
}

extension FactRun: WireForm {
  init(wire: WireReader<FactKey>) throws {
    guard let kind = Kind(rawValue: try wire.decode(String.self, forKey: .kind)) else {
      first = try Fact(wire: wire)
      return
    }
    let names = try wire.decode([String].self, forKey: .names)
    let instants = try wire.decode([Int64].self, forKey: .at)
    guard let name = names.first, let at = instants.first.map(Instant.init(milliseconds:)),
      names.count == instants.count
    else {
      throw wire.invalid(.at, "there is no instant for each name")
    }
    let keys = try wire.decodeIfPresent([Idempotency.Key].self, forKey: .keys)
    if let keys, keys.count != names.count {
      throw wire.invalid(.keys, "there is no key for each name")
    }
    var amounts: [Int] = []
    switch kind {
    case .uses:
      first = .use(
        Use(
          feature: try wire.decode(Feature.ID.self, forKey: .feature), key: Idempotency.Key(name),
          origin: try wire.decode(Customer.ID.self, forKey: .origin),
          isUnlimited: try wire.decodeIfPresent(Bool.self, forKey: .isUnlimited) ?? false, at: at))
    case .spends:
      first = .spend(
        Spend(
          wallet: try wire.decode(Wallet.ID.self, forKey: .wallet),
          feature: try wire.decode(Feature.ID.self, forKey: .feature), key: Idempotency.Key(name),
          origin: try wire.decode(Customer.ID.self, forKey: .origin),
          amount: try wire.decode(Int.self, forKey: .amount),
          unpaid: try wire.decode(Int.self, forKey: .unpaid),
          owed: try wire.decodeIfPresent(Int.self, forKey: .owed) ?? 0, at: at))
    case .sizes:
      amounts = try wire.decode([Int].self, forKey: .amounts)
      guard let amount = amounts.first, amounts.count == names.count else {
        throw wire.invalid(.amounts, "there is no amount for each name")
      }
      first = .size(
        UseSize(
          feature: try wire.decode(Feature.ID.self, forKey: .feature),
          key: keys?.first ?? Idempotency.Key(name), item: keys.map { _ in Item.ID(name) },
          origin: try wire.decode(Customer.ID.self, forKey: .origin), amount: amount,
          parent: try wire.decodeIfPresent(Parent.ID.self, forKey: .parent), at: at))
    case .items:
      first = .item(
        ItemChange(
          feature: try wire.decode(Feature.ID.self, forKey: .feature), item: Item.ID(name),
          key: keys?.first, isHeld: try wire.decode(Bool.self, forKey: .isHeld),
          origin: try wire.decode(Customer.ID.self, forKey: .origin), at: at))
    case .dismissals:
      first = .dismissal(
        Dismissal(
          prompt: try wire.decode(Prompt.ID.self, forKey: .prompt), key: Idempotency.Key(name),
          at: at))
    }
    rest.reserveCapacity(names.count - 1)
    for index in names.indices.dropFirst() {
      rest.append(
        Varying(
          name: names[index], key: keys?[index], amount: amounts.isEmpty ? nil : amounts[index],
          at: Instant(milliseconds: instants[index])))
    }
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    guard !rest.isEmpty, let varying = first.varying else { return try first.write(to: &wire) }
    let all = [varying] + rest
    switch first {
    case .use(let use):
      try wire.encode(Kind.uses, forKey: .kind)
      try wire.encode(use.feature, forKey: .feature)
      try wire.encode(use.origin, forKey: .origin)
      if use.isUnlimited { try wire.encode(true, forKey: .isUnlimited) }
    case .spend(let spend):
      try wire.encode(Kind.spends, forKey: .kind)
      try wire.encode(spend.wallet, forKey: .wallet)
      try wire.encode(spend.feature, forKey: .feature)
      try wire.encode(spend.origin, forKey: .origin)
      try wire.encode(spend.amount, forKey: .amount)
      try wire.encode(spend.unpaid, forKey: .unpaid)
      if spend.owed != 0 { try wire.encode(spend.owed, forKey: .owed) }
    case .size(let size):
      try wire.encode(Kind.sizes, forKey: .kind)
      try wire.encode(size.feature, forKey: .feature)
      try wire.encode(size.origin, forKey: .origin)
      try wire.encodeIfPresent(size.parent, forKey: .parent)
      try wire.encode(all.map { $0.amount ?? 0 }, forKey: .amounts)
    case .item(let item):
      try wire.encode(Kind.items, forKey: .kind)
      try wire.encode(item.feature, forKey: .feature)
      try wire.encode(item.isHeld, forKey: .isHeld)
      try wire.encode(item.origin, forKey: .origin)
    case .dismissal(let dismissal):
      try wire.encode(Kind.dismissals, forKey: .kind)
      try wire.encode(dismissal.prompt, forKey: .prompt)
    default: break
    }
    try wire.encode(all.map(\.name), forKey: .names)
    if all.contains(where: { $0.key != nil }) {
      try wire.encode(all.map { $0.key?.rawValue ?? $0.name }, forKey: .keys)
    }
    try wire.encode(all.map(\.at.milliseconds), forKey: .at)
  }
}

extension Fact {
  /// The members that differ between the facts of a run; nil for facts that do not form runs.
  fileprivate var varying: FactRun.Varying? {
    switch self {
    case .use(let use): FactRun.Varying(name: use.key.rawValue, at: use.at)
    // What several wallets paid is rarely the same.
    case .spend(let spend):
      spend.rest.isEmpty ? FactRun.Varying(name: spend.key.rawValue, at: spend.at) : nil
    case .size(let size):
      FactRun.Varying(
        name: size.item?.rawValue ?? size.key.rawValue, key: size.item.map { _ in size.key },
        amount: size.amount, at: size.at)
    case .item(let item):
      FactRun.Varying(name: item.item.rawValue, key: item.ownKey, at: item.at)
    case .dismissal(let dismissal):
      FactRun.Varying(name: dismissal.key.rawValue, at: dismissal.at)
    default: nil
    }
  }

  /// The fact of the same run in which something differs.
  fileprivate func with(_ varying: FactRun.Varying) -> Fact {
    let (name, at) = (varying.name, varying.at)
    return switch self {
    case .use(let use):
      .use(
        Use(
          feature: use.feature, key: Idempotency.Key(name), origin: use.origin,
          isUnlimited: use.isUnlimited, at: at))
    case .spend(let spend):
      .spend(spend.moved(to: Idempotency.Key(name), at: at))
    case .size(let size):
      .size(
        UseSize(
          feature: size.feature,
          key: size.item.flatMap { _ in varying.key } ?? Idempotency.Key(name),
          item: size.item.map { _ in Item.ID(name) }, origin: size.origin,
          amount: varying.amount ?? size.amount, parent: size.parent, at: at))
    case .item(let item):
      .item(
        ItemChange(
          feature: item.feature, item: Item.ID(name), key: varying.key, isHeld: item.isHeld,
          origin: item.origin, at: at))
    case .dismissal(let dismissal):
      .dismissal(Dismissal(prompt: dismissal.prompt, key: Idempotency.Key(name), at: at))
    default: self
    }
  }
}

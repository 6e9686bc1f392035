extension Blueprint {
  /// Decides the facts that set exactly which items a feature holds, and their sizes, whatever its limit.
  ///
  /// It records what exists, such as what a customer created before the app had limits, and does not permit anything
  /// new: items beyond the limit count, so that the next use is denied until there is room. An item that was released
  /// and is in the list again is held again.
  ///
  /// - Parameters:
  ///   - id: The customer's app user id, recorded with each new item.
  ///   - sizes: The sizes of items, if a limit counts them: one that is missing stays as it is, and is 1 for a new item.
  ///     A new item belongs to no parent until a use names one.
  ///   - listedAt: When the list was made: what was added or released later stays as it is. Nil means now.
  ///   - now: The server's clock.
  /// - Returns: The facts to append: none if the feature holds exactly these, or holds no items at all.
  public func hold(
    _ items: Set<Item.ID>, in feature: FeatureHandle, by customer: Customer, id: Customer.ID,
    sizes: [Item.ID: Int] = [:], listedAt: Instant? = nil, at now: Instant
  ) -> Decision {
    let name = definition.features[feature.position].id
    guard index.heldFeatures.contains(name) else { return Decision() }
    let listedAt = listedAt ?? .distantFuture
    var facts: [ItemChange] = []
    var kept: Set<Item.ID> = []
    var additions: [Item.ID: Int] = [:]
    for (key, holding) in customer.items[name] ?? [:] {
      if key.origin == id { additions[key.item, default: 0] += 1 }
      let isHeld = holding.isHeld(at: now)
      if isHeld, !items.contains(key.item), holding.takenAt.map({ $0 <= listedAt }) ?? true {
        facts.append(
          ItemChange(
            feature: name, item: key.item, key: key.key, isHeld: false, origin: key.origin, at: now
          ))
      } else if isHeld || holding.releasedAt.map({ $0 > listedAt }) ?? false {
        kept.insert(key.item)
      }
    }
    facts.sort { ($0.item, $0.origin, $0.key) < ($1.item, $1.origin, $1.key) }
    let added = items.subtracting(kept).sorted().map {
      ItemChange(
        feature: name, item: $0, key: .listed(additions[$0, default: 0] + 1), isHeld: true,
        origin: id, at: now)
    }
    var decision = Decision(facts: (facts + added).map { .item($0) })
    let hasParents = features[feature.position].hasParents
    guard features[feature.position].holdsSizes || hasParents else { return decision }
    func listedSize(of item: Item.ID) -> Int? {
      sizes[item].map { min(max(1, $0), Feature.sizeLimit) }
    }
    decision.facts += added.map {
      Fact.size(
        UseSize(
          feature: name, key: $0.key, item: $0.item, origin: id,
          amount: listedSize(of: $0.item) ?? 1, parent: hasParents ? "" : nil, at: now))
    }
    for item in kept.sorted() {
      guard let size = listedSize(of: item),
        let holder = customer.holder(of: item, in: name, preferring: id, at: now),
        let known = customer.size(of: item, in: name, heldBy: holder, at: now),
        known.size?.size != size, known.size.map({ $0.at <= listedAt }) ?? true
      else { continue }
      let at = max(now, known.size?.at.adding(milliseconds: 1) ?? now)
      decision.facts.append(
        .size(
          UseSize(
            feature: name, key: known.key, item: item, origin: holder, amount: size,
            parent: known.size?.parent ?? (hasParents ? "" : nil), at: at)))
    }
    return decision
  }
}

extension Blueprint {
  /// The items that a feature holds beyond its limit, if the blueprint blocks them: all but those that were added first.
  ///
  /// A rule that denies the feature blocks all of them, and one that limits no items blocks none.
  public func blockedItems(
    of feature: FeatureHandle, for customer: Customer, at now: Instant
  ) -> Set<Item.ID> {
    guard features[feature.position].blocksSurplus,
      let open = openItems(of: feature, for: Standing(of: customer, in: self, at: now))
    else { return [] }
    let held = customer.itemsInOrder(of: definition.features[feature.position].id, at: now)
    return Set(held.dropFirst(max(0, open)))
  }

  /// Returns the access to an item: for a held one, whether it can be used; for any other, whether it can be added.
  public func access(
    to feature: FeatureHandle, item: Item.ID, of customer: Customer, at now: Instant
  ) -> Access {
    let name = definition.features[feature.position].id
    guard customer.heldItems(of: name, at: now).contains(item) else {
      return access(to: feature, of: customer, at: now)
    }
    return access(to: feature, holding: item, by: customer, at: now)
  }

  /// The access to a held item: denied like a new one if it is blocked.
  func access(
    to feature: FeatureHandle, holding item: Item.ID, by customer: Customer, at now: Instant
  ) -> Access {
    guard blockedItems(of: feature, for: customer, at: now).contains(item) else {
      return .allowed(nil)
    }
    return access(to: feature, of: customer, at: now)
  }

  /// How many held items can be used under the rule that decides; nil if it limits none, or limits only sums of sizes
  /// or each parent's items.
  private func openItems(of handle: FeatureHandle, for standing: borrowing Standing) -> Int? {
    if standing.phase == .unknown { return nil }
    guard let rule = features[handle.position].rule(for: standing), !rule.isDenial else { return 0 }
    return rule.limits.filter(\.countsAllItems).map(\.limit).min()
  }
}

extension IndexedLimit {
  /// Whether it limits the number of items that a feature holds in all.
  fileprivate var countsAllItems: Bool { isHeld && !isSized && !isHeldInEach }
}

extension Customer {
  /// The names of the items that a feature holds at an instant, each once, in the order in which they were added.
  public func itemsInOrder(of feature: Feature.ID, at now: Instant) -> [Item.ID] {
    var named: Set<Item.ID> = []
    return heldInOrder(of: feature, at: now).map(\.item).filter { named.insert($0).inserted }
  }

  private func heldInOrder(of feature: Feature.ID, at now: Instant) -> [ItemKey] {
    (items[feature] ?? [:]).filter { $0.value.isHeld(at: now) }.sorted {
      let (first, second) = ($0.value.takenAt ?? .distantPast, $1.value.takenAt ?? .distantPast)
      if first != second { return first < second }
      return ($0.key.item, $0.key.origin, $0.key.key) < ($1.key.item, $1.key.origin, $1.key.key)
    }.map(\.key)
  }

  /// The facts that leave one item of each name that a feature holds: the one that was added first.
  ///
  /// Two customers who are merged may each hold the same item, such as the device that they share.
  package func releasingNamesakes(at now: Instant) -> [Fact] {
    items.keys.sorted().flatMap { feature -> [Fact] in
      var kept: Set<Item.ID> = []
      return heldInOrder(of: feature, at: now).filter { !kept.insert($0.item).inserted }.map {
        .item(
          ItemChange(
            feature: feature, item: $0.item, key: $0.key, isHeld: false, origin: $0.origin,
            at: now))
      }
    }
  }

  /// The facts that release an item: of ``holder(of:in:preferring:at:)``, and of no other of the same name.
  ///
  /// - Parameters:
  ///   - keys: The uses that added what is released, if the caller knows them: an item that was added again since stays.
  ///     If none of them is known to have added it, whatever is held is released; nil means the same.
  ///   - id: The customer whose item is preferred.
  ///   - now: The server's clock.
  /// - Returns: The facts; none if no such item is held.
  public func releasing(
    _ item: Item.ID, of feature: Feature.ID, addedBy keys: Set<Idempotency.Key>? = nil,
    preferring id: Customer.ID, at now: Instant
  ) -> [Fact] {
    let known = (items[feature] ?? [:]).filter { $0.key.item == item }
    var held = known.filter { $0.value.isHeld(at: now) }
    if let keys, known.keys.contains(where: { keys.contains($0.key) }) {
      let added = known.filter { keys.contains($0.key.key) }
      let last = added.values.compactMap { $0.takenAt }.max() ?? .distantPast
      // What another customer had added before is what a merge left of both.
      held = held.filter {
        keys.contains($0.key.key) || ($0.value.takenAt ?? .distantPast) < last
      }
    }
    let origins = held.keys.map(\.origin)
    let holder = origins.contains(id) ? id : origins.min()
    return held.keys.filter { $0.origin == holder }.sorted { $0.key < $1.key }.map {
      .item(
        ItemChange(
          feature: feature, item: item, key: $0.key, isHeld: false, origin: $0.origin, at: now))
    }
  }
}

extension Idempotency.Key {
  /// The key of an item of a list, by how often its name was added: no use has it, since the key of a use has no spaces.
  fileprivate static func listed(_ number: Int) -> Self { Self(" \(number)") }
}

extension Feature {
  /// What its uses and items belong to, if a limit counts for each of them.
  public var parentKind: Parent.Kind? { rules.flatMap(\.allowance.parentKinds).first }

  /// Whether a rule of the feature limits how many items it holds.
  public var holdsItems: Bool {
    rules.contains { !$0.allowance.heldQuotas.isEmpty }
  }
}

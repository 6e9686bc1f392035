extension Blueprint {
  /// Decides the facts that set exactly which items a feature holds, whatever its limit.
  ///
  /// It records what exists, such as what a customer created before the app had limits, and does not permit anything
  /// new: items beyond the limit count, so that the next use is denied until there is room. An item that was released
  /// stays released.
  ///
  /// - Parameters:
  ///   - items: All items that exist.
  ///   - feature: The feature.
  ///   - customer: The customer before the change.
  ///   - id: The customer's app user id, recorded with each new item.
  ///   - now: The server's clock.
  /// - Returns: The facts to append: none if the feature holds exactly these, or holds no items at all.
  public func hold(
    _ items: Set<Item.ID>, in feature: FeatureHandle, by customer: Customer, id: Customer.ID,
    at now: Instant
  ) -> Decision {
    let name = definition.features[feature.position].id
    guard index.heldFeatures.contains(name) else { return Decision() }
    let known = customer.items[name] ?? [:]
    let held = known.filter { $0.value.isHeld(at: now) }.keys
    let released = held.filter { !items.contains($0.item) }
    let added = items.subtracting(held.map(\.item)).filter {
      known[Customer.ItemKey(origin: id, item: $0)] == nil
    }
    let changes =
      released.map {
        ItemChange(feature: name, item: $0.item, isHeld: false, origin: $0.origin, at: now)
      }.sorted { ($0.item, $0.origin) < ($1.item, $1.origin) }
      + added.sorted().map {
        ItemChange(feature: name, item: $0, isHeld: true, origin: id, at: now)
      }
    return Decision(facts: changes.map { .item($0) })
  }
}

extension Feature {
  /// Whether a rule of the feature limits how many items it holds.
  public var holdsItems: Bool {
    rules.contains {
      switch $0.allowance {
      case .holding: true
      case .unlimited, .upTo, .spend, .denied: false
      }
    }
  }
}

import AppStore

/// The subscriptions of a store, each with the renewal info that was last signed.
struct LifeTable: Sendable {
  private struct Entry: Sendable {
    var life: SubscriptionLife
    var renewal: RenewalRecord?
  }

  private var places: [StoreBook.LifeKey: UInt32] = [:]
  private var entries: [Entry] = []

  var keys: some Sequence<StoreBook.LifeKey> { places.keys }

  subscript(key: StoreBook.LifeKey) -> SubscriptionLife? {
    places[key].map { entries[Int($0)].life }
  }

  /// Enters a subscription, or a changed one.
  ///
  /// - Returns: When something was to happen to it until now.
  mutating func set(_ life: SubscriptionLife, for key: StoreBook.LifeKey) -> Milliseconds? {
    guard let place = places[key] else {
      places[key] = UInt32(entries.count)
      entries.append(Entry(life: life))
      return nil
    }
    let earlier = entries[Int(place)].life.due
    entries[Int(place)].life = life
    return earlier
  }

  /// The renewal info of a subscription that was last signed.
  func renewal(of key: StoreBook.LifeKey) -> RenewalRecord? {
    places[key].flatMap { entries[Int($0)].renewal }
  }

  mutating func set(_ renewal: RenewalRecord, for key: StoreBook.LifeKey) {
    guard let place = places[key] else { return }
    entries[Int(place)].renewal = renewal
  }
}

import TollgateAppStore

/// The subscriptions of a store, each with its latest signed renewal info.
struct LifecycleTable: Sendable {
  private struct Entry: Sendable {
    var life: SubscriptionLifecycle
    var renewal: RenewalRecord?
  }

  private var places: [StoreBook.LifecycleKey: UInt32] = [:]
  private var entries: [Entry] = []

  var keys: some Sequence<StoreBook.LifecycleKey> { places.keys }

  subscript(key: StoreBook.LifecycleKey) -> SubscriptionLifecycle? {
    places[key].map { entries[Int($0)].life }
  }

  /// Adds or updates a subscription.
  ///
  /// - Returns: The instant of its previously scheduled event.
  mutating func set(_ life: SubscriptionLifecycle, for key: StoreBook.LifecycleKey) -> Instant? {
    guard let place = places[key] else {
      places[key] = UInt32(entries.count)
      entries.append(Entry(life: life))
      return nil
    }
    let earlier = entries[Int(place)].life.due
    entries[Int(place)].life = life
    return earlier
  }

  /// The latest signed renewal info of a subscription.
  func renewal(of key: StoreBook.LifecycleKey) -> RenewalRecord? {
    places[key].flatMap { entries[Int($0)].renewal }
  }

  mutating func set(_ renewal: RenewalRecord, for key: StoreBook.LifecycleKey) {
    guard let place = places[key] else { return }
    entries[Int(place)].renewal = renewal
  }
}

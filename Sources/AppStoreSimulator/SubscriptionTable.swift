import HeapModule
import TollgateAppStore

/// The key of a subscription: an account and a group, with a family member's view kept separate.
///
/// An account can have a subscription of its own and a view of another's in the same group.
struct SubscriptionKey: Hashable, Sendable {
  var account: AccountNumber

  /// The position of the subscription group in the catalog.
  var group: UInt32

  /// Whether it is a family member's view of another account's subscription.
  var isShared = false
}

/// The subscriptions of a store, each with its latest signed renewal info, and the order of their next events.
struct SubscriptionTable: Sendable {
  private struct Entry: Sendable {
    var subscription: SubscriptionLifecycle
    var renewalInfo: RenewalRecord?
  }

  private var indices: [SubscriptionKey: UInt32] = [:]
  private var entries: [Entry] = []

  /// The next event of each subscription; one whose subscription has changed since is stale until it comes first.
  private var events = Heap<ScheduledEvent>()

  /// The keys of all subscriptions, in no particular order.
  var keys: some Sequence<SubscriptionKey> { indices.keys }

  subscript(key: SubscriptionKey) -> SubscriptionLifecycle? {
    indices[key].map { entries[Int($0)].subscription }
  }

  /// The subscription with the next event, and its instant; nil if nothing is scheduled.
  var nextEvent: ScheduledEvent? { events.min }

  /// Adds or updates a subscription, and schedules its next event.
  ///
  /// - Parameter account: The name of its account, which orders events of the same instant.
  mutating func set(
    _ subscription: SubscriptionLifecycle, for key: SubscriptionKey, account: AccountID
  ) {
    var earlier: Instant?
    if let index = indices[key] {
      earlier = entries[Int(index)].subscription.due
      entries[Int(index)].subscription = subscription
    } else {
      indices[key] = UInt32(entries.count)
      entries.append(Entry(subscription: subscription))
    }
    if let due = subscription.due, due != earlier {
      events.insert(ScheduledEvent(due: due, account: account, key: key))
    }
    while let first = events.min, self[first.key]?.due != first.due { events.removeMin() }
  }

  /// The latest signed renewal info of a subscription.
  func renewalInfo(of key: SubscriptionKey) -> RenewalRecord? {
    indices[key].flatMap { entries[Int($0)].renewalInfo }
  }

  /// Replaces the renewal info of a subscription, which must be in the table.
  mutating func set(_ renewalInfo: RenewalRecord, for key: SubscriptionKey) {
    guard let index = indices[key] else { return }
    entries[Int(index)].renewalInfo = renewalInfo
  }
}

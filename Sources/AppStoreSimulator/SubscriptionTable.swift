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
    let key: SubscriptionKey

    /// The position of the account's subscription before this one, from 1; 0 for its first.
    let previous: UInt32
    var subscription: SubscriptionLifecycle
    var renewalInfo: RenewalRecord?
  }

  private var entries: [Entry] = []

  /// The position of each account's latest subscription, from 1; 0 for an account without any.
  private var latest: [UInt32] = []

  /// The next event of each subscription; one whose subscription has changed since is stale until it comes first.
  private var events = Heap<ScheduledEvent>()

  /// The keys of all subscriptions, in the order in which they began.
  var keys: [SubscriptionKey] { entries.map(\.key) }

  subscript(key: SubscriptionKey) -> SubscriptionLifecycle? {
    index(of: key).map { entries[$0].subscription }
  }

  /// The status of a subscription, read without copying the subscription.
  func status(of key: SubscriptionKey) -> SubscriptionStatus? {
    index(of: key).map { entries[$0].subscription.status }
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
    if let index = index(of: key) {
      earlier = entries[index].subscription.due
      entries[index].subscription = subscription
    } else {
      add(subscription, for: key)
    }
    if let due = subscription.due, due != earlier {
      events.insert(ScheduledEvent(due: due, account: account, key: key))
    }
    while let first = events.min, due(of: first.key) != first.due { events.removeMin() }
  }

  /// The latest signed renewal info of a subscription.
  func renewalInfo(of key: SubscriptionKey) -> RenewalRecord? {
    index(of: key).flatMap { entries[$0].renewalInfo }
  }

  /// Replaces the renewal info of a subscription, which must be in the table.
  mutating func set(_ renewalInfo: RenewalRecord, for key: SubscriptionKey) {
    guard let index = index(of: key) else { return }
    entries[index].renewalInfo = renewalInfo
  }

  private func due(of key: SubscriptionKey) -> Instant? {
    index(of: key).flatMap { entries[$0].subscription.due }
  }

  /// The index of a subscription's entry, found by following the links from its account's latest.
  private func index(of key: SubscriptionKey) -> Int? {
    let account = Int(key.account.value)
    guard account < latest.count else { return nil }
    var position = latest[account]
    while position != 0 {
      let index = Int(position) - 1
      if entries[index].key == key { return index }
      position = entries[index].previous
    }
    return nil
  }

  private mutating func add(_ subscription: SubscriptionLifecycle, for key: SubscriptionKey) {
    let account = Int(key.account.value)
    while latest.count <= account { latest.append(0) }
    entries.append(Entry(key: key, previous: latest[account], subscription: subscription))
    latest[account] = UInt32(entries.count)
  }
}

import TollgateAppStore

/// A subscription and the instant of its next event, in the order in which events happen.
struct ScheduledEvent: Hashable, Comparable, Sendable {
  var due: Instant
  var account: AccountID
  var key: SubscriptionKey

  static func < (left: Self, right: Self) -> Bool {
    if left.due != right.due { return left.due < right.due }
    if left.account != right.account { return left.account < right.account }
    return left.key.group < right.key.group
  }
}

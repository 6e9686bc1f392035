import TollgateAppStore

/// One of the monthly bills that a customer has committed to.
///
/// Each is a transaction of its own and gives a month of access. Follows
/// <https://developer.apple.com/documentation/storekit/supporting-monthly-subscriptions-with-a-12-month-commitment>.
struct CommitmentBill: Hashable, Sendable {
  /// The number of the bill in the commitment, from 1.
  let number: Int

  /// How many bills the commitment has.
  let count: Int

  /// When the commitment ends if every later bill is paid in time.
  var end: Instant

  /// Whether another bill of the same commitment follows, whatever the customer chose for the time after it.
  var isFollowed: Bool { number < count }
}

/// What family members, and those with an assigned seat, see of each other's purchases.
///
/// A member does not share the purchaser's transaction but gets one of their own, which is revoked when sharing ends:
/// <https://developer.apple.com/documentation/storekit/supporting-family-sharing-in-your-app>.
struct SharedPurchases: Sendable {
  /// The members' transactions, by the purchaser's.
  private var copies: [TransactionNumber: [AccountNumber: TransactionNumber]] = [:]

  /// The purchaser's subscription that a member's view shows.
  ///
  /// A member sees one subscription per group: while it has not ended, another purchaser's is not shown.
  var sources: [SubscriptionKey: SubscriptionKey] = [:]

  /// The accounts with an assigned seat of a purchaser's subscription.
  var seats: [SubscriptionKey: Set<AccountNumber>] = [:]

  /// A member's transaction for one of the purchaser's; nil if it was never shared with the member.
  subscript(number: TransactionNumber, member: AccountNumber) -> TransactionNumber? {
    get { copies[number]?[member] }
    set { copies[number, default: [:]][member] = newValue }
  }

  /// The members' transactions for one of the purchaser's, including members for whom sharing has ended.
  func copies(of number: TransactionNumber) -> [AccountNumber: TransactionNumber] {
    copies[number, default: [:]]
  }
}

/// A subscription that is paid in monthly bills over a commitment, as the store signed it with one of them.
///
/// Each bill is a transaction of its own and gives a month of access. Follows Apple's
/// [Monthly subscriptions with a 12-month commitment](https://developer.apple.com/documentation/storekit/supporting-monthly-subscriptions-with-a-12-month-commitment).
public struct Commitment: Hashable, Sendable {
  /// The number of the bill, from 1.
  public let bill: Int
  /// How many bills the commitment has.
  public let bills: Int
  /// When the commitment ends if every later bill is paid in time.
  public let endsAt: Instant

  package init(bill: Int, bills: Int, endsAt: Instant) {
    self.bill = bill
    self.bills = bills
    self.endsAt = endsAt
  }

  /// How many bills are still to be paid after this one.
  public var billsLeft: Int { max(0, bills - bill) }

  /// The numbers in order, for a total order of versions.
  var order: [Int64] { [Int64(bill), Int64(bills), endsAt.milliseconds] }
}

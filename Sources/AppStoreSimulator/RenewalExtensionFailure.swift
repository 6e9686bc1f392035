/// Why a renewal date is not extended.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/subscriptionextensionineligibleerror>.
public enum RenewalExtensionFailure: String, Error, Hashable, Sendable, CaseIterable, Codable {
  /// The number of days is not from 1 to 90.
  case invalidDays

  /// No subscription has this original transaction.
  case unknownSubscription

  /// The subscription is currently free, unpaid or ended.
  case ineligible

  /// The renewal date was extended twice within 365 days.
  case tooOften

  /// The subscription is family-shared; only the purchaser's can be extended.
  case familyShared

  /// The subscription is that of an assigned seat; only the purchaser's can be extended.
  case assignedSeat
}

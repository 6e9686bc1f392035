/// Why a seat cannot be claimed, or a claim cannot be changed.
///
/// Follows the errors of <https://developer.apple.com/documentation/appstoreserverapi/claim-seat>.
public enum SeatClaimFailure: String, Error, Hashable, Sendable, CaseIterable, Codable {
  /// No account bought a subscription with this original transaction.
  case unknownSubscription

  /// The subscription has ended, has one seat only, or the store manages its seats.
  case notManagedByDeveloper

  /// Every seat is claimed.
  case noAvailableSeats

  /// The subscription has no such claim.
  case unknownClaim

  /// No account has a download of the app with this identifier.
  case unknownMember
}

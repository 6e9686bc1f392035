import TollgateAppStore

/// The error numbers of groups and seats.
///
/// Apple's pages name and describe these errors without a number or a status: the numbers are this store's own, and
/// differ from all of Apple's.
extension ServerAPIErrorCode {
  /// The subscription has ended or does not have several seats, or the App Store hosts the invitations to them.
  static let transactionNotDeveloperManagedGroup = Self(rawValue: 4_009_001)

  /// The identifier of the group is not a UUID.
  static let invalidGroupID = Self(rawValue: 4_009_002)

  /// The limit of a page is not a number from 1 to 100.
  static let invalidLimit = Self(rawValue: 4_009_003)

  /// Every seat is claimed.
  static let noAvailableSeats = Self(rawValue: 4_039_001)

  /// There is no such group.
  static let groupNotFound = Self(rawValue: 4_049_001)

  /// The subscription has no such claim.
  static let seatClaimIDNotFound = Self(rawValue: 4_049_002)

  /// No download of the app has this identifier.
  static let appTransactionIDNotFound = Self(rawValue: 4_049_003)
}

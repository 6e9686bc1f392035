/// Why a renewal date is extended.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/extendreasoncode>.
public struct ExtendReasonCode: RawRepresentable, Hashable, Codable, Sendable {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Makes the value that Apple writes so, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Not told.
  public static let undeclared = Self(rawValue: 0)

  /// To please the customer.
  public static let customerSatisfaction = Self(rawValue: 1)

  /// Any other reason.
  public static let other = Self(rawValue: 2)

  /// The service was out.
  public static let serviceIssueOrOutage = Self(rawValue: 3)
}

/// Why a renewal date is extended.
///
/// Values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/extendreasoncode>.
public struct ExtendReasonCode: RawRepresentable, Hashable, Codable, Sendable {
  /// Apple's raw value.
  public let rawValue: Int

  /// Creates a value from Apple's raw value, known or unknown.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Undeclared.
  public static let undeclared = Self(rawValue: 0)

  /// Customer satisfaction.
  public static let customerSatisfaction = Self(rawValue: 1)

  /// Any other reason.
  public static let other = Self(rawValue: 2)

  /// A service issue or outage.
  public static let serviceIssueOrOutage = Self(rawValue: 3)
}

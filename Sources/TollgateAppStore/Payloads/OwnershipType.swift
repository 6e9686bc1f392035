/// Whether the customer bought the product or somebody else paid for it.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/inappownershiptype>.
public struct OwnershipType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The customer bought it.
  public static let purchased = Self(rawValue: "PURCHASED")

  /// A family member bought it and shares it.
  public static let familyShared = Self(rawValue: "FAMILY_SHARED")

  /// Somebody bought several seats and assigned one to the customer.
  public static let assigned = Self(rawValue: "ASSIGNED")
}

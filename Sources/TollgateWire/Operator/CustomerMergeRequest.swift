public import Tollgate

/// A request that merges an anonymous customer into another one, or previews that.
public struct CustomerMergeRequest: Hashable, Sendable, Codable {
  /// The anonymous customer, who becomes part of the one that the path names.
  public let customer: Customer.ID
  /// Why, in 3 to 500 characters.
  public let reason: String
  /// Whether to preview the change without making it; nil means no.
  public let isPreview: Bool?

  public init(customer: Customer.ID, reason: String, isPreview: Bool? = nil) {
    self.customer = customer
    self.reason = reason
    self.isPreview = isPreview
  }
}

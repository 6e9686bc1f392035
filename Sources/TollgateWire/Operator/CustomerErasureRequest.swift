/// A request that erases a customer for good, or previews that.
public struct CustomerErasureRequest: Hashable, Sendable, Codable {
  /// Why, in 3 to 500 characters; it stays in the audit list, so it must not say who the customer was.
  public let reason: String
  /// Whether to preview the change without making it; nil means no.
  public let isPreview: Bool?

  public init(reason: String, isPreview: Bool? = nil) {
    self.reason = reason
    self.isPreview = isPreview
  }
}

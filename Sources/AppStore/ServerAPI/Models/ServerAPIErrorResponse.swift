/// What the App Store Server API answers when it refuses.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/error_codes>.
public struct ServerAPIErrorResponse: Hashable, Codable, Sendable {
  /// The number of the reason.
  public var errorCode: ServerAPIErrorCode
  /// The reason in words.
  public var errorMessage: String?

  /// Makes the value from its fields, named as Apple names them.
  public init(errorCode: ServerAPIErrorCode, errorMessage: String? = nil) {
    self.errorCode = errorCode
    self.errorMessage = errorMessage
  }
}

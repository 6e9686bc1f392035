/// The App Store Server API's response to a request that it rejects.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/error_codes>.
public struct ServerAPIErrorResponse: Hashable, Codable, Sendable {
  /// The number of the reason.
  public var errorCode: ServerAPIErrorCode
  /// Apple's description of the reason.
  public var errorMessage: String?

  public init(errorCode: ServerAPIErrorCode, errorMessage: String? = nil) {
    self.errorCode = errorCode
    self.errorMessage = errorMessage
  }
}

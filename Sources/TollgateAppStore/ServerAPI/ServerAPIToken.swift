/// The claims that authorize a request to the App Store Server API.
///
/// Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests>.
struct ServerAPIToken: Encodable {
  /// How long a token is valid, in seconds; Apple accepts at most 60 minutes.
  static let lifetime: Int64 = 10 * 60

  var iss: String
  var iat: Int64
  var exp: Int64
  var aud = "appstoreconnect-v1"
  var bid: String

  init(key: AppStoreKey, bundleID: String, at now: Instant) {
    iss = key.issuerID
    iat = now.milliseconds / 1000
    exp = iat + Self.lifetime
    bid = bundleID
  }
}

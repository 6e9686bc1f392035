/// The claims that authorize a request to the App Store Server API.
///
/// Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/generating-json-web-tokens-for-api-requests>.
struct ServerAPIToken: Encodable {
  /// How long a token is valid; Apple accepts at most 60 minutes.
  static let lifetime = Duration.minutes(10)

  var iss: String
  var iat: Int64
  var exp: Int64
  var aud = "appstoreconnect-v1"
  var bid: String

  init(key: AppStoreKey, bundleID: String, at now: Instant) {
    iss = key.issuerID
    iat = now.milliseconds / 1000
    exp = now.advanced(by: Self.lifetime).milliseconds / 1000
    bid = bundleID
  }
}

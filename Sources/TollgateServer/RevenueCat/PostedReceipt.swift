import TollgateAppStore

/// A receipt that an SDK posts: `POST /v1/receipts`.
///
/// The prices, offerings and paywalls that come with it are not read: what was paid is in the signed transaction.
struct PostedReceipt: Sendable {
  let user: AppUserID
  /// The proof of the purchases.
  let token: FetchToken
  /// Whether the customer asked for a restore, or is anonymous.
  let isRestore: Bool
  /// Whether the app restores or synchronizes: the SDK then posts one transaction for all of the store account.
  let isForStoreAccount: Bool
  /// The product that was bought; nil for a restore.
  let product: String?
  /// The store account's download of the app, as the store signed it.
  let appTransaction: String?
  /// The attributes that the SDK has not sent yet, by name.
  let attributes: [String: JSONValue]

  /// Reads a body; only what is used must have the right form, so that a newer SDK is understood.
  ///
  /// - Throws: ``RevenueCatError`` with code `invalidAppUserID`.
  init(_ body: JSONValue) throws(RevenueCatError) {
    user = try AppUserID(body["app_user_id"]?.string ?? "")
    token = FetchToken(body["fetch_token"]?.string)
    isRestore = body["is_restore"]?.bool ?? false
    isForStoreAccount = body["initiation_source"]?.string == "restore"
    product = body["product_id"]?.string
    appTransaction = body["app_transaction"]?.string
    attributes = body["attributes"]?.object ?? [:]
  }
}

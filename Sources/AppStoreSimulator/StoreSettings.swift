import TollgateAppStore

/// What was decided when the store was created, and what the developer sets in App Store Connect.
struct StoreSettings: Sendable {
  var configuration: StoreKitConfiguration
  var bundleID: String

  /// The app's Apple ID, which production notifications carry.
  var appAppleID: Int64?

  var environment: Environment

  /// The storefront of accounts that were not moved to another one.
  var storefront: Storefront

  /// The renewal rate and the grace period, which StoreKitTest and App Store Connect can change.
  var terms: SubscriptionLifecycle.Terms

  var chain: SigningChain

  /// Who hosts the invitations to the seats of subscriptions that begin.
  var invitations = InvitationManagement.apple

  /// The developer's in-app purchase key; nil if promotional offers need no signature.
  var offerKey: AppStoreKey?

  /// How many notifications, and how many updates, are kept; at least 1.
  var historyLimit: Int

  /// Signs on first access of the text; if signing fails, the text is one that no verifier accepts.
  func sign<Payload: Encodable & Hashable & Sendable>(_ payload: Payload) -> Signed<Payload> {
    Signed(payload: payload) { [chain] in
      do {
        return try chain.sign(payload)
      } catch {
        return ""
      }
    }
  }
}

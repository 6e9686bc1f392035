// The sheets that the system shows over an app. Nothing is shown here: a test decides what the customer does in them,
// and reads which ones were shown.

/// An option of the redemption of an offer code; there are none yet.
///
/// Follows <https://developer.apple.com/documentation/storekit/redeemoption>.
public struct RedeemOption: Hashable, Sendable {}

extension AppStore {
  /// Asks the customer for a rating or a review.
  ///
  /// On a device the system decides whether it asks; here every request is counted.
  @MainActor
  public static func requestReview<Scene>(in scene: Scene) {
    StoreSession.current?.present(.review)
  }

  /// Shows the customer's subscriptions, and returns when the sheet is closed.
  ///
  /// - Throws: ``StoreKitError``
  @MainActor
  public static func showManageSubscriptions<Scene>(in scene: Scene) async throws {
    try await StoreSession.required.manageSubscriptions(nil)
  }

  /// Shows the customer's subscriptions of one group, and returns when the sheet is closed.
  ///
  /// - Throws: ``StoreKitError``
  @MainActor
  public static func showManageSubscriptions<Scene>(
    in scene: Scene, subscriptionGroupID: String
  ) async throws {
    try await StoreSession.required.manageSubscriptions(subscriptionGroupID)
  }

  /// Shows the sheet in which the customer enters an offer code; what it buys arrives as an update.
  ///
  /// - Throws: ``StoreKitError``
  @MainActor
  public static func presentOfferCodeRedeemSheet<Scene>(in scene: Scene) async throws {
    _ = try StoreSession.required.redeemCode()
  }

  /// Shows the sheet in which the customer enters an offer code; what it buys arrives as an update.
  ///
  /// - Throws: ``StoreKitError``
  @MainActor
  public static func presentOfferCodeRedeemSheet<Controller>(
    from controller: Controller
  ) async throws {
    _ = try StoreSession.required.redeemCode()
  }

  /// Shows the sheet in which the customer enters an offer code.
  ///
  /// - Returns: What the code bought, which also arrives as an update.
  /// - Throws: ``StoreKitError``: `userCancelled` if the customer closes the sheet.
  @MainActor
  public static func presentOfferCodeRedeemSheet<Controller>(
    from controller: Controller, options: Set<RedeemOption>
  ) async throws -> VerificationResult<Transaction> {
    let session = try StoreSession.required
    guard let transaction = try session.redeemCode() else { throw StoreKitError.userCancelled }
    return VerificationResult(transaction, session.verificationFailure)
  }
}

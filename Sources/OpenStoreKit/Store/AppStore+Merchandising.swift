/// What the App Store can advertise over an app.
///
/// Follows <https://developer.apple.com/documentation/storekit/appstoremerchandisingkind>.
public struct AppStoreMerchandisingKind: Sendable {
  let groupID: String

  /// The bundles that a subscription group is part of.
  public static func subscriptionBundle(_ groupID: String) -> Self { Self(groupID: groupID) }

  /// How the customer left the sheet.
  public enum PresentationResult: Sendable {
    case dismissed

    case purchaseCompleted(Product.PurchaseResult)
  }
}

extension AppStore {
  /// Shows what the App Store advertises.
  ///
  /// No simulated product is a bundle, so the customer closes the sheet.
  ///
  /// - Throws: ``StoreKitError``
  @MainActor
  public static func presentMerchandising<Controller>(
    _ kind: AppStoreMerchandisingKind, from controller: Controller
  ) async throws -> AppStoreMerchandisingKind.PresentationResult {
    try StoreSession.required.present(.merchandising(groupID: kind.groupID))
    return .dismissed
  }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import OpenStoreKit
public import UIKit

// StoreKit is `OpenStoreKit`, with what needs a screen.

extension AppStore {
  @available(macOS, unavailable) @available(tvOS, unavailable) @available(watchOS, unavailable)
  @MainActor
  public static func showManageSubscriptions(in scene: UIWindowScene) async throws {}

  @MainActor
  public static func presentOfferCodeRedeemSheet(in scene: UIWindowScene) async throws {}
}

extension OpenStoreKit.Product {
  @available(macOS, unavailable) @available(watchOS, unavailable)
  @MainActor
  public func purchase(
    confirmIn scene: some UIScene, options: Set<OpenStoreKit.Product.PurchaseOption> = []
  ) async throws -> OpenStoreKit.Product.PurchaseResult {
    fatalError("a declaration, to check types against")
  }
}

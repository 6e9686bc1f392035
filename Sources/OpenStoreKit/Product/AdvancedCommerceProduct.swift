/// A product that stands for whatever an app sells with the Advanced Commerce API.
///
/// The simulated store has no Advanced Commerce, so there are none.
///
/// Follows <https://developer.apple.com/documentation/storekit/advancedcommerceproduct>.
public struct AdvancedCommerceProduct: Hashable, Sendable, Identifiable {
  /// The type of ``id``.
  public typealias ID = String

  /// The type of ``type``.
  public typealias ProductType = Product.ProductType

  /// How a purchase ended.
  public typealias PurchaseResult = Product.PurchaseResult

  /// The generic product identifier.
  public let id: ID

  public let type: ProductType

  /// Requests the product from the App Store.
  ///
  /// - Throws: ``StoreKitError``: always `unsupported`, as for every product that was not set up for Advanced Commerce.
  public init(id: ID) async throws {
    throw StoreKitError.unsupported
  }

  /// Sends the app's request, asking for confirmation in a scene.
  ///
  /// - Throws: ``StoreKitError``
  @MainActor
  public func purchase<Scene>(
    compactJWS: String, confirmIn scene: Scene, options: Set<PurchaseOption> = []
  ) async throws -> PurchaseResult {
    try await purchase(compactJWS: compactJWS, options: options)
  }

  /// Sends the app's request.
  ///
  /// - Throws: ``StoreKitError``
  @MainActor
  public func purchase(
    compactJWS: String, options: Set<PurchaseOption> = []
  ) async throws -> PurchaseResult {
    throw StoreKitError.unsupported
  }
}

extension AdvancedCommerceProduct {
  /// The customer's last transaction of the product; nil if it was never bought.
  public var latestTransaction: VerificationResult<Transaction>? {
    get async { await Transaction.latest(for: id) }
  }

  /// Every transaction of the product.
  public var allTransactions: Transaction.Transactions { Transaction.all(for: id) }

  /// The transactions that give access to what was sold.
  public var currentEntitlements: Transaction.Transactions {
    Transaction.currentEntitlements(for: id)
  }

  public struct PurchaseOption: Hashable, Sendable, CustomDebugStringConvertible {
    let option: Product.PurchaseOption

    /// Asks whether to continue if the storefront changes.
    @preconcurrency
    public static func onStorefrontChange(
      shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
    ) -> Self {
      Self(option: .onStorefrontChange(shouldContinuePurchase: shouldContinuePurchase))
    }

    /// The option as written in code.
    public var debugDescription: String { option.debugDescription }
  }
}

extension AdvancedCommerceProduct: CustomDebugStringConvertible {
  /// The identifier.
  public var debugDescription: String { id }
}

/// A request of the Advanced Commerce API that the App Store does not accept; nothing here throws it.
///
/// Follows <https://developer.apple.com/documentation/storekit/invalidrequesterror>.
public struct InvalidRequestError: Error, Sendable {
  public let code: Int64

  public let message: String
}

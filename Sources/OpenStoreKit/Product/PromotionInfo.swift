import AppStoreSimulator
import TollgateMutex

extension Product {
  /// A product that the app promotes on its page in the App Store.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/promotioninfo>.
  public struct PromotionInfo: Hashable, Sendable {
    /// Whether the customer sees the product there.
    public enum Visibility: Hashable, Sendable {
      /// As App Store Connect says.
      case appStoreConnectDefault

      case visible

      case hidden
    }

    public let productID: Product.ID

    public var visibility: Visibility

    init(_ productID: Product.ID, _ visibility: Visibility = .appStoreConnectDefault) {
      self.productID = productID
      self.visibility = visibility
    }

    /// Saves the product's visibility.
    ///
    /// - Throws: ``StoreKitError``
    public func update() async throws {
      try await Self.updateProductVisibility(visibility, for: productID)
    }

    /// The order on this device; empty while it is that of App Store Connect.
    ///
    /// - Throws: ``StoreKitError``
    public static var currentOrder: [PromotionInfo] {
      get async throws { try StoreSession.required.promotions }
    }

    /// Sets the order and the visibility on this device; none resets them.
    ///
    /// - Throws: ``StoreKitError``
    public static func updateAll(_ promotions: some Collection<PromotionInfo>) async throws {
      try StoreSession.required.promote(Array(promotions))
    }

    /// Sets the order on this device; none resets it.
    ///
    /// - Throws: ``StoreKitError``
    public static func updateProductOrder(byID order: some Collection<String>) async throws {
      let session = try StoreSession.required
      let present = Dictionary(session.promotions.map { ($0.productID, $0) }) { first, _ in first }
      try session.promote(order.map { present[$0] ?? PromotionInfo($0) })
    }

    /// Sets the visibility of a product on this device.
    ///
    /// - Throws: ``StoreKitError``
    public static func updateProductVisibility(
      _ visibility: Visibility, for productID: Product.ID
    ) async throws {
      let session = try StoreSession.required
      var promotions = session.promotions
      if let index = promotions.firstIndex(where: { $0.productID == productID }) {
        promotions[index].visibility = visibility
      } else {
        promotions.append(PromotionInfo(productID, visibility))
      }
      try session.promote(promotions)
    }
  }
}

extension StoreSession {
  /// The promoted products in the order of this device.
  var promotions: [Product.PromotionInfo] { read { $0.promotions } }

  /// Sets the promoted products.
  ///
  /// - Throws: ``StoreKitError`` if one of them does not exist.
  func promote(_ promotions: [Product.PromotionInfo]) throws {
    guard promotions.allSatisfy({ simulator.price(of: $0.productID) != nil }) else {
      throw StoreKitError.unknown
    }
    journal.withLock { $0.promotions = promotions }
  }
}

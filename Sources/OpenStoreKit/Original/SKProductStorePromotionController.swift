public import Foundation

/// Whether the customer sees a promoted product on the app's page in the App Store.
///
/// Follows <https://developer.apple.com/documentation/storekit/skproductstorepromotionvisibility>.
public enum SKProductStorePromotionVisibility: Int, Hashable, Sendable {
  /// As App Store Connect says.
  case `default` = 0

  case show = 1

  case hide = 2
}

/// The order and visibility of promoted products on the device, which `Product.PromotionInfo` shows too.
///
/// Follows <https://developer.apple.com/documentation/storekit/skproductstorepromotioncontroller>.
open class SKProductStorePromotionController: NSObject, @unchecked Sendable {
  public override init() { super.init() }

  open class func `default`() -> SKProductStorePromotionController {
    SKProductStorePromotionController()
  }

  /// The order on this device; empty while it is that of App Store Connect.
  open func promotionOrder() async throws -> [SKProduct] { try order() }

  /// Sets the order on this device; none resets it.
  open func update(promotionOrder: [SKProduct]) async throws {
    try await Product.PromotionInfo.updateProductOrder(
      byID: promotionOrder.map(\.productIdentifier))
  }

  /// The visibility of a product on this device.
  open func promotionVisibility(
    for product: SKProduct
  ) async throws -> SKProductStorePromotionVisibility {
    let id = product.productIdentifier
    let promotion = try await Product.PromotionInfo.currentOrder.first { $0.productID == id }
    return promotion.map { SKProductStorePromotionVisibility($0.visibility) } ?? .default
  }

  /// Sets the visibility of a product on this device.
  open func update(
    promotionVisibility: SKProductStorePromotionVisibility, for product: SKProduct
  ) async throws {
    try await Product.PromotionInfo.updateProductVisibility(
      Product.PromotionInfo.Visibility(promotionVisibility), for: product.productIdentifier)
  }

  /// Reads the order on this device; none while it is that of App Store Connect.
  open func fetchStorePromotionOrder(
    completionHandler: (@Sendable ([SKProduct], (any Error)?) -> Void)? = nil
  ) {
    answer {
      do {
        let order = try await self.promotionOrder()
        completionHandler?(order, nil)
      } catch {
        completionHandler?([], SKError(payment: error))
      }
    }
  }

  /// Sets the order on this device; none resets it.
  open func update(
    storePromotionOrder promotionOrder: [SKProduct],
    completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    answer {
      do {
        try await self.update(promotionOrder: promotionOrder)
        completionHandler?(nil)
      } catch {
        completionHandler?(SKError(payment: error))
      }
    }
  }

  /// Reads the visibility of a product on this device.
  open func fetchStorePromotionVisibility(
    for product: SKProduct,
    completionHandler: (@Sendable (SKProductStorePromotionVisibility, (any Error)?) -> Void)? = nil
  ) {
    answer {
      do {
        let visibility = try await self.promotionVisibility(for: product)
        completionHandler?(visibility, nil)
      } catch {
        completionHandler?(.default, SKError(payment: error))
      }
    }
  }

  /// Sets the visibility of a product on this device.
  open func update(
    storePromotionVisibility promotionVisibility: SKProductStorePromotionVisibility,
    for product: SKProduct, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    answer {
      do {
        try await self.update(promotionVisibility: promotionVisibility, for: product)
        completionHandler?(nil)
      } catch {
        completionHandler?(SKError(payment: error))
      }
    }
  }

  private func order() throws -> [SKProduct] {
    let session = try StoreSession.required
    return session.promotions.compactMap { session.product($0.productID) }.map { SKProduct($0) }
  }

  /// Does it in the current session, which waits for it.
  private func answer(_ operation: @escaping @Sendable () async -> Void) {
    let session = StoreSession.current
    session?.payments.countRequest(1)
    Task {
      await operation()
      // After what the handler has left to the main queue.
      Task { @MainActor in session?.payments.countRequest(-1) }
    }
  }
}

extension SKProductStorePromotionVisibility {
  fileprivate init(_ visibility: Product.PromotionInfo.Visibility) {
    switch visibility {
    case .appStoreConnectDefault: self = .default
    case .visible: self = .show
    case .hidden: self = .hide
    }
  }
}

extension Product.PromotionInfo.Visibility {
  fileprivate init(_ visibility: SKProductStorePromotionVisibility) {
    switch visibility {
    case .default: self = .appStoreConnectDefault
    case .show: self = .visible
    case .hide: self = .hidden
    }
  }
}

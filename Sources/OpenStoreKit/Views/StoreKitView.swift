/// A view of StoreKit's without a picture: what it loads, what its buttons buy, and what it then calls.
///
/// There is no SwiftUI on Linux. The views exist so that a test can tap their buttons: their modifiers keep what the app
/// passes, ``appear()`` runs what SwiftUI runs when the view appears, and ``purchase(_:)`` is a customer's tap.
@MainActor
public protocol StoreKitView {
  /// What the modifiers have set.
  var modifiers: StoreViewModifiers { get set }

  /// The products that the view shows; none if they cannot be loaded.
  func products() async -> [Product]
}

/// What the modifiers of a view of StoreKit's have set.
public struct StoreViewModifiers: Sendable {
  typealias Completion =
    @MainActor @Sendable (Product, Result<Product.PurchaseResult, any Error>) async -> Void

  var onStart: (@MainActor @Sendable (Product) async -> Void)?
  var onCompletion: Completion?
  var options: (@MainActor @Sendable (Product) async -> Set<Product.PurchaseOption>)?
  var tasks: [@MainActor @Sendable () async -> Void] = []

  /// The promotional offer that a purchase gets, with its signature.
  var promotion: (@MainActor @Sendable (Product) async throws -> [Product.PurchaseOption])?
}

extension StoreKitView {
  private func modified(_ change: (inout StoreViewModifiers) -> Void) -> Self {
    var view = self
    change(&view.modifiers)
    return view
  }

  /// Runs the tasks of the view, which on a device run when it appears.
  public func appear() async {
    for task in modifiers.tasks { await task() }
  }

  /// Taps the button of a product.
  ///
  /// Without ``onInAppPurchaseCompletion(perform:)``, a purchase arrives through `Transaction.updates`.
  ///
  /// - Returns: Whether the view shows the product.
  @discardableResult
  public func purchase(_ productID: Product.ID) async -> Bool {
    guard let product = await products().first(where: { $0.id == productID }) else { return false }
    await modifiers.onStart?(product)
    let result: Result<Product.PurchaseResult, any Error>
    do {
      let promotion = try await modifiers.promotion?(product) ?? []
      let options = (await modifiers.options?(product) ?? []).union(promotion)
      guard modifiers.onCompletion != nil else {
        _ = try await product.session.purchase(product, options, by: .view)
        return true
      }
      result = .success(try await product.purchase(options: options))
    } catch {
      result = .failure(error)
    }
    // Without an action, an alert shows the error.
    await modifiers.onCompletion?(product, result)
    return true
  }

  /// Calls an action when the customer taps a button to buy.
  public func onInAppPurchaseStart(
    perform action: (@MainActor @Sendable (Product) async -> Void)?
  ) -> Self {
    modified { $0.onStart = action }
  }

  /// Calls an action with the result of each purchase.
  public func onInAppPurchaseCompletion(
    perform action: (
      @MainActor @Sendable (Product, Result<Product.PurchaseResult, any Error>) async -> Void
    )?
  ) -> Self {
    modified { $0.onCompletion = action }
  }

  /// Sets the options of each purchase.
  public func inAppPurchaseOptions(
    _ options: (@MainActor @Sendable (Product) async -> Set<Product.PurchaseOption>)?
  ) -> Self {
    modified { $0.options = options }
  }

  /// Buys subscriptions with the promotional offer that an action chooses.
  public func subscriptionPromotionalOffer(
    offer:
      @escaping @MainActor @Sendable (Product, Product.SubscriptionInfo) -> Product
      .SubscriptionOffer?,
    signature:
      @escaping @MainActor @Sendable (
        Product, Product.SubscriptionInfo, Product.SubscriptionOffer
      ) async throws -> Product.SubscriptionOffer.Signature
  ) -> Self {
    modified { modifiers in
      modifiers.promotion = { product in
        guard let info = product.subscription, let chosen = offer(product, info),
          let id = chosen.id
        else { return [] }
        let signed = try await signature(product, info, chosen)
        return [.promotionalOffer(offerID: id, signature: signed)]
      }
    }
  }

  /// Buys subscriptions with the promotional offer that an action chooses.
  public func subscriptionPromotionalOffer(
    offer:
      @escaping @MainActor @Sendable (Product, Product.SubscriptionInfo) -> Product
      .SubscriptionOffer?,
    compactJWS:
      @escaping @MainActor @Sendable (
        Product, Product.SubscriptionInfo, Product.SubscriptionOffer
      ) async throws -> String
  ) -> Self {
    modified { modifiers in
      modifiers.promotion = { product in
        guard let info = product.subscription, let chosen = offer(product, info),
          let id = chosen.id
        else { return [] }
        let signed = try await compactJWS(product, info, chosen)
        return Product.PurchaseOption.promotionalOffer(id, compactJWS: signed)
      }
    }
  }

  /// Loads a product when the view appears.
  public func storeProductTask(
    for id: Product.ID, priority: TaskPriority = .medium,
    action: @escaping @MainActor @Sendable (Product.TaskState) async -> Void
  ) -> Self {
    modified { modifiers in
      modifiers.tasks.append {
        await action(.loading)
        do {
          let product = try await Product.products(for: [id]).first
          await action(product.map { Product.TaskState.success($0) } ?? .unavailable)
        } catch {
          await action(.failure(error))
        }
      }
    }
  }

  /// Loads products when the view appears.
  public func storeProductsTask(
    for ids: some Collection<String> & Equatable & Sendable, priority: TaskPriority = .medium,
    action: @escaping @MainActor @Sendable (Product.CollectionTaskState) async -> Void
  ) -> Self {
    modified { modifiers in
      modifiers.tasks.append {
        await action(.loading)
        do {
          let products = try await Product.products(for: ids)
          let found = Set(products.map(\.id))
          await action(
            .success(products, unavailable: ids.filter { !found.contains($0) }))
        } catch {
          await action(.failure(error))
        }
      }
    }
  }

  /// Reads what gives access to a product when the view appears.
  public func currentEntitlementTask(
    for productID: String, priority: TaskPriority = .medium,
    action:
      @escaping @MainActor @Sendable (EntitlementTaskState<VerificationResult<Transaction>?>) async
      -> Void
  ) -> Self {
    modified { modifiers in
      modifiers.tasks.append {
        await action(.loading)
        await action(.success(await Transaction.currentEntitlement(for: productID)))
      }
    }
  }

  /// Reads the condition of the subscriptions of a group when the view appears.
  public func subscriptionStatusTask(
    for groupID: String, priority: TaskPriority = .medium,
    action:
      @escaping @MainActor @Sendable (EntitlementTaskState<[Product.SubscriptionInfo.Status]>) async
      -> Void
  ) -> Self {
    modified { modifiers in
      modifiers.tasks.append {
        await action(.loading)
        do {
          await action(.success(try await Product.SubscriptionInfo.status(for: groupID)))
        } catch {
          await action(.failure(error))
        }
      }
    }
  }
}

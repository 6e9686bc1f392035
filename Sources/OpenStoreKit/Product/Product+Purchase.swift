import AppStoreSimulator
import Foundation
import TollgateAppStore

extension Product {
  /// Buys the product in the session that it came from.
  ///
  /// The customer confirms at once unless the session says otherwise.
  ///
  /// - Throws: ``PurchaseError`` or ``StoreKitError``
  @MainActor
  public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
    try await session.buy(self, options)
  }

  /// Buys the product, asking for confirmation in a scene.
  ///
  /// - Parameter scene: Where the sheet would appear; ignored, as nothing is shown here.
  /// - Throws: ``PurchaseError`` or ``StoreKitError``
  @MainActor
  public func purchase<Scene>(
    confirmIn scene: Scene, options: Set<PurchaseOption> = []
  ) async throws -> PurchaseResult {
    try await purchase(options: options)
  }
}

extension StoreSession {
  @MainActor
  func buy(_ product: Product, _ options: Set<Product.PurchaseOption>) async throws
    -> Product.PurchaseResult
  {
    do {
      return switch try await purchase(product, options, by: .product) {
      case .success(let signed): .success(verified(signed, verificationFailure))
      case .pending, .failed: .pending
      case .cancelled: .userCancelled
      }
    } catch let error as SKError where settings.purchaseFailure != nil {
      throw SKError.purchaseError(error)
    }
  }

  /// Lets the customer buy a product.
  ///
  /// - Returns: How the purchase ended; it fails only by an interruption, after which it may still succeed.
  /// - Throws: Why it was refused.
  @MainActor
  func purchase(
    _ product: Product, _ options: Set<Product.PurchaseOption>, by buyer: Buyer
  ) async throws -> PurchaseResult {
    let settings = settings
    try check(.purchase)
    if let failure = settings.purchaseFailure { throw failure }
    guard settings.canMakePayments else { throw Product.PurchaseError.purchaseNotAllowed }
    let request = try PurchaseRequest(product, options)
    if product.storefront != settings.storefront, let ask = request.shouldContinue,
      !ask(settings.storefront)
    {
      throw StoreKitError.notAvailableInStorefront
    }
    guard settings.disablesDialogs || settings.confirms else { return .cancelled }
    let answer =
      settings.disablesDialogs ? .buy : try await settings.answer?(product) ?? PurchaseOutcome.buy
    let result = purchase(by: buyer) { request.perform($0, $1, settings, answer) }
    if case .failed(let failure) = result, failure != .interrupted {
      throw request.error(failure)
    }
    return result
  }
}

extension StoreSession {
  /// Buys a product as if on another device of the account; the app receives it as an update.
  ///
  /// - Returns: The transaction; nil if the purchase is pending.
  /// - Throws: ``Product/PurchaseError`` or ``StoreKitError``
  package func buyElsewhere(
    _ productID: String, _ options: Set<Product.PurchaseOption>
  ) throws -> Transaction? {
    let settings = settings
    try check(.purchase)
    if let failure = settings.purchaseFailure { throw SKError.purchaseError(failure) }
    guard let product = product(productID) else {
      throw Product.PurchaseError.productUnavailable
    }
    let request = try PurchaseRequest(product, options)
    switch act({ request.perform($0, $1, settings) }) {
    case .success(let signed): return Transaction(signed: signed, session: self)
    case .pending, .failed(.interrupted): return nil
    case .cancelled: throw StoreKitError.userCancelled
    case .failed(let failure): throw request.error(failure)
    }
  }
}

/// The combined options of a purchase.
private struct PurchaseRequest {
  let productID: String
  var date: Date?
  var renews = true
  var options = PurchaseOptions()
  var asksToBuy = false
  var shouldContinue: (@Sendable (Storefront) -> Bool)?

  init(_ product: Product, _ asked: Set<Product.PurchaseOption>) throws {
    productID = product.id
    for option in asked {
      switch option.kind {
      case .appAccountToken(let token):
        options.appAccountToken = token.uuidString.lowercased()
      case .quantity(let quantity):
        let isCounted = product.type == .consumable || product.type == .nonRenewable
        guard (1...(isCounted ? 10 : 1)).contains(quantity) else {
          throw Product.PurchaseError.invalidQuantity
        }
        options.quantity = quantity
      case .seats(let total):
        guard product.supportsMultiSeatPurchase || total == 1 else {
          throw Product.PurchaseError.multiSeatPurchaseDisabled
        }
        guard (1...1_000).contains(total) else { throw Product.PurchaseError.invalidQuantity }
        options.quantity = total
      case .billingPlanType(let type):
        options.billingPlan = BillingPlanType(rawValue: type.rawValue)
      case .promotionalOffer(let id, let signature):
        guard !id.isEmpty, !signature.keyID.isEmpty, !signature.signature.isEmpty else {
          throw Product.PurchaseError.missingOfferParameters
        }
        options.offer = .promotional(id)
      case .signedPromotionalOffer(let id, let jws):
        let claims = try OfferClaims(jws)
        let session = product.session
        guard claims.productId == product.id, claims.offerIdentifier == id,
          session.simulator.acceptsPromotionalOffer(
            jws, offer: id, of: product.id, by: session.account)
        else { throw Product.PurchaseError.invalidOfferSignature }
        options.offer = .promotional(id)
      case .unsignedPromotionalOffer(let id): options.offer = .promotional(id)
      case .codeOffer(let id): options.offer = .code(id)
      case .winBackOffer(let offer):
        guard offer.type == .winBack, let id = offer.id else {
          throw Product.PurchaseError.invalidOfferIdentifier
        }
        options.offer = .winBack(id)
      case .introductoryOfferEligibility(let jws):
        let claims = try OfferClaims(jws)
        let session = product.session
        guard claims.productId == product.id, let isAllowed = claims.allowIntroductoryOffer,
          session.simulator.acceptsIntroductoryEligibility(
            jws, of: product.id, by: session.account)
        else { throw Product.PurchaseError.invalidOfferSignature }
        options.introductoryOffer = isAllowed
      case .onStorefrontChange: shouldContinue = option.shouldContinue
      case .simulatesAskToBuy(let asks): asksToBuy = asks
      case .purchaseDate(let date, let behavior):
        self.date = date
        renews = behavior == .renewUntilNow
      case .custom: break
      }
    }
  }

  /// Lets the customer buy, now or as of an earlier time.
  func perform(
    _ store: AppStoreSimulator, _ account: AccountID, _ settings: StoreSession.Settings,
    _ answer: PurchaseOutcome = .buy
  ) -> PurchaseResult {
    let waits = settings.interruptsPurchases || settings.asksToBuy || asksToBuy
    if let date, !waits {
      return store.purchase(
        productID, by: account, options: options, at: Instant(date), renews: renews)
    }
    let outcome: PurchaseOutcome =
      settings.interruptsPurchases ? .fail(.interrupted) : asksToBuy ? .askToBuy : answer
    return store.purchase(productID, by: account, options: options, outcome: outcome)
  }

  /// The error that StoreKit throws for a failure of the store.
  func error(_ failure: PurchaseFailure) -> any Error {
    switch failure {
    case .paymentNotAllowed:
      options.offer == nil
        ? Product.PurchaseError.purchaseNotAllowed : Product.PurchaseError.ineligibleForOffer
    case .productUnavailable:
      options.offer == nil
        ? Product.PurchaseError.productUnavailable : Product.PurchaseError.invalidOfferIdentifier
    case .network: StoreKitError.networkError(URLError(.notConnectedToInternet))
    case .paymentInvalid, .interrupted, .unknown: StoreKitError.unknown
    }
  }
}

/// The claims in a developer's signature; the signature itself is checked if the store knows the developer's key.
private struct OfferClaims: Decodable {
  var productId: String?
  var offerIdentifier: String?
  var allowIntroductoryOffer: Bool?

  init(_ jws: String) throws {
    do {
      self = try JSONDecoder().decode(Self.self, from: SignedText(jws).payload)
    } catch {
      throw Product.PurchaseError.invalidOfferSignature
    }
  }
}

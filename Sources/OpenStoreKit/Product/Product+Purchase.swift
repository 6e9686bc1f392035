import AppStoreSimulator
import Foundation
import TollgateAppStore

extension Product {
  /// Buys the product in the session that it came from.
  ///
  /// The customer confirms at once unless the session says otherwise.
  ///
  /// - Parameter options: The options of the purchase.
  /// - Returns: The result.
  /// - Throws: ``PurchaseError`` or ``StoreKitError``
  @MainActor
  public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
    try await session.buy(self, options)
  }

  /// Buys the product, asking for confirmation in a scene.
  ///
  /// - Parameters:
  ///   - scene: Where the sheet would appear; ignored, as nothing is shown here.
  ///   - options: The options of the purchase.
  /// - Returns: The result.
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
    guard settings.disablesDialogs || settings.confirms else { return .userCancelled }
    let answer =
      settings.disablesDialogs ? .buy : try await settings.answer?(product) ?? PurchaseOutcome.buy
    switch purchase({ request.perform($0, $1, settings, answer) }) {
    case .success(let signed): return .success(verified(signed, verificationFailure))
    case .pending, .failed(.interrupted): return .pending
    case .cancelled: return .userCancelled
    case .failed(let failure): throw request.error(failure)
    }
  }
}

extension StoreSession {
  /// Buys a product as if on another device of the account; the app receives it as an update.
  ///
  /// - Parameters:
  ///   - productID: The product.
  ///   - options: The options of the purchase.
  /// - Returns: The transaction; nil if the purchase is pending.
  /// - Throws: ``Product/PurchaseError`` or ``StoreKitError``
  package func buyElsewhere(
    _ productID: String, _ options: Set<Product.PurchaseOption>
  ) throws -> Transaction? {
    let settings = settings
    try check(.purchase)
    if let failure = settings.purchaseFailure { throw failure }
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
        guard (1...(product.type == .consumable ? 10 : 1)).contains(quantity) else {
          throw Product.PurchaseError.invalidQuantity
        }
        options.quantity = quantity
      case .seats(let total):
        let isSeated = product.type == .autoRenewable && !product.isFamilyShareable
        guard (1...(isSeated ? 1_000 : 1)).contains(total) else {
          throw Product.PurchaseError.invalidQuantity
        }
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
        guard claims.productId == product.id, let isAllowed = claims.allowIntroductoryOffer
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

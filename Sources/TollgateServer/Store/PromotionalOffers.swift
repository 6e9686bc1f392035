import Foundation
import Tollgate
import TollgateAppStore
import TollgateLedger
public import TollgateWire

/// Signs promotional offers for eligible customers, and purchases without the introductory offer.
///
/// A customer is eligible for the promotional offers of a subscription group once they have had a subscription of the
/// group themselves, as Apple requires; one that the family shares does not count. An offer that packages of the
/// blueprint name is signed for customers that a paywall currently shows it to. The App Store decides which offers a
/// product has, and whether the store account may redeem this one: the signature names a transaction of the account.
public struct PromotionalOffers: Sendable {
  let records: CustomerRecords
  let identifiers: IdentifierSource

  /// Signs an offer of one of the app's subscriptions.
  ///
  /// - Returns: The signature, which the App Store accepts for a limited time.
  /// - Throws: `Problem` with code `invalid_value`, `unknown_product`, `offer_not_eligible` or `offers_not_configured`.
  public func sign(
    _ request: PromotionalOfferRequest, for caller: Caller
  ) async throws(Problem) -> PromotionalOfferResponse {
    let app = caller.app
    try NameLength.check(offer: request.offer)
    let product = try subscription(request.product, in: app)
    let record = try await records.record(of: caller)
    let customer = record.customer
    let last = customer.lastOwnTransaction { transaction in
      let known = app.blueprint.product(transaction.product)
      return known?.kind == .autoRenewable
        && (known?.group ?? transaction.group) == product.group
    }
    guard let last else {
      throw Problem(
        .offerNotEligible, "Promotional offers are for customers who have had the subscription.")
    }
    let offer = CatalogProduct.Offer.ID(request.offer)
    if app.blueprint.definition.names(offer, of: product.id) {
      let now = try records.instant(for: record)
      // A condition may be about what a team used together.
      let known = try await records.sharedUses(of: record, in: app, at: now).joined(into: record)
      guard Membership(of: known, in: app.blueprint, at: now).shows(offer, of: product.id) else {
        throw Problem(.offerNotEligible, "No paywall shows this customer the offer now.")
      }
    }
    let signature = try sign(in: app) { signer throws(AppStoreKeyError) in
      try signer.promotionalOfferJWS(
        request.offer, for: product.id.rawValue, transactionID: last.id.rawValue,
        nonce: identifiers.nonce(), at: caller.now)
    }
    return PromotionalOfferResponse(product: product.id, offer: request.offer, signature: signature)
  }

  /// Signs that a customer is not eligible for the introductory offer of a subscription, so that a purchase is charged in
  /// full.
  ///
  /// Every customer may have one, since it only takes an offer away. It is about one purchase.
  ///
  /// - Parameters:
  ///   - product: The subscription.
  ///   - download: The store account's download of the app, which the signature names; without one it names the
  ///     customer's last purchase.
  /// - Returns: The signature, which the App Store accepts for a limited time.
  /// - Throws: `Problem` with code `unknown_product`, `offer_not_eligible` or `offers_not_configured`.
  func signFullPrice(
    of product: CatalogProduct.ID, presenting download: SignedDownload? = nil, for caller: Caller
  ) async throws(Problem) -> FullPriceResponse {
    let app = caller.app
    let product = try subscription(product, in: app)
    var named = download?.id
    if named == nil {
      named = try await records.record(of: caller).customer.lastOwnTransaction()?.id.rawValue
    }
    guard let named else {
      throw Problem(
        .offerNotEligible,
        "The signature has to name a transaction of the store account; send `signedAppTransaction`."
      )
    }
    let signature = try sign(in: app) { signer throws(AppStoreKeyError) in
      try signer.introductoryOfferJWS(
        isEligible: false, for: product.id.rawValue, transactionID: named,
        nonce: identifiers.nonce(), at: caller.now)
    }
    return FullPriceResponse(product: product.id, signature: signature)
  }

  private func subscription(
    _ id: CatalogProduct.ID, in app: ServedApp
  ) throws(Problem) -> CatalogProduct {
    guard let product = app.blueprint.product(id), product.kind == .autoRenewable else {
      throw Problem.unknown(.unknownProduct, "subscription", id.rawValue)
    }
    return product
  }

  private func sign(
    in app: ServedApp, _ signature: (OfferSigner) throws(AppStoreKeyError) -> String
  ) throws(Problem) -> String {
    guard let signer = app.offerSigner else {
      throw Problem(.offersNotConfigured, "The server has no key to sign offers with.")
    }
    do {
      return try signature(signer)
    } catch {
      throw Problem(.internalError, "The offer could not be signed.")
    }
  }
}

extension Customer {
  /// The latest purchase of the customer's own that meets a condition and was not transferred away.
  fileprivate func lastOwnTransaction(
    where isMeant: (StoreTransaction) -> Bool = { _ in true }
  ) -> StoreTransaction? {
    storeTransactions.filter { transaction in
      transaction.ownership == .purchased && isMeant(transaction)
        && transfer(of: transaction.purchase)?.isHeld != false
    }.max { $0.purchasedAt < $1.purchasedAt }
  }
}

extension Blueprint.Definition {
  /// Whether some package sells a product with an offer.
  fileprivate func names(_ offer: CatalogProduct.Offer.ID, of product: CatalogProduct.ID) -> Bool {
    paywalls.contains { paywall in
      paywall.packages.contains { $0.product == product && $0.offer?.id == offer }
    }
  }
}

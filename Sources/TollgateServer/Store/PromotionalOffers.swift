import Foundation
import Tollgate
import TollgateAppStore
import TollgateLedger
public import TollgateWire

/// Signs promotional offers for eligible customers.
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
    guard let product = app.blueprint.product(request.product), product.kind == .autoRenewable
    else { throw Problem.unknown(.unknownProduct, "subscription", request.product.rawValue) }
    let record = try await records.record(of: caller)
    let customer = record.customer
    let had = customer.storeTransactions.filter { transaction in
      let known = app.blueprint.product(transaction.product)
      return transaction.ownership == .purchased && known?.kind == .autoRenewable
        && (known?.group ?? transaction.group) == product.group
        && customer.transfer(of: transaction.purchase)?.isHeld != false
    }
    guard let last = had.max(by: { $0.purchasedAt < $1.purchasedAt }) else {
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
    guard let signer = app.offerSigner else {
      throw Problem(.offersNotConfigured, "The server has no key to sign offers with.")
    }
    do {
      let signature = try signer.promotionalOfferJWS(
        request.offer, for: product.id.rawValue, transactionID: last.id.rawValue,
        nonce: identifiers.nonce(), at: caller.now)
      return PromotionalOfferResponse(
        product: product.id, offer: request.offer, signature: signature)
    } catch {
      throw Problem(.internalError, "The offer could not be signed.")
    }
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

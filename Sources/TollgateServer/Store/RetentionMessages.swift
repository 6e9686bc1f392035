import Foundation
import Tollgate
public import TollgateAppStore
import TollgateLedger
public import TollgateWire

/// Answers what the App Store shows customers who are about to cancel a subscription.
///
/// The App Store waits for 700 milliseconds and then shows a message that is set up in advance, so that an answer reads
/// one customer, usually from the cache, and writes nothing. Follows Apple's [retention
/// messaging](https://developer.apple.com/documentation/retentionmessaging).
public struct RetentionMessages: Sendable {
  let records: CustomerRecords
  let identifiers: IdentifierSource

  /// Chooses by the blueprint's rules.
  ///
  /// - Returns: The message, and what is shown with it.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, or `not_found` if no rule of the blueprint matches.
  public func answer(
    _ request: NotificationRequest, in app: ServedApp
  ) async throws(Problem) -> RetentionResponse {
    let now = records.clock()
    let payload: RetentionRequestPayload
    do {
      payload = try await app.verifier.retentionRequest(request.signedPayload, at: now).payload
    } catch {
      throw Problem(error)
    }
    let purchase = PurchaseID(
      PurchaseID.OriginalID(payload.originalTransactionId),
      in: try StoreEnvironment(payload.environment))
    let owner = try await records.ownership(of: purchase, in: app).customer
    var customer = Customer()
    if let owner { customer = try await records.recordOrNew(of: owner, in: app).customer }
    let product = CatalogProduct.ID(payload.productId)
    guard
      let choice = RetentionChoice(
        for: product, of: purchase, customer, locale: payload.userLocale,
        signsOffers: app.offerSigner != nil, in: app.blueprint, at: now)
    else {
      throw Problem(.notFound, "The blueprint has no message for this subscription.")
    }
    switch choice.action {
    case .message: return .message(choice.message)
    case .alternateProduct(let other):
      return .alternateProduct(choice.message, productID: other.rawValue)
    case .offer(let offer):
      return .promotionalOffer(
        choice.message,
        signature: try signature(of: offer, for: payload, by: app.offerSigner, at: now))
    }
  }

  /// Signs an offer for the subscription's store account.
  private func signature(
    of offer: CatalogProduct.Offer.ID, for payload: RetentionRequestPayload,
    by signer: OfferSigner?, at now: Instant
  ) throws(Problem) -> String {
    guard let signer else {
      throw Problem(.offersNotConfigured, "The server has no key to sign offers with.")
    }
    do {
      return try signer.promotionalOfferJWS(
        offer.rawValue, for: payload.productId, transactionID: payload.originalTransactionId,
        nonce: identifiers.nonce(), at: now)
    } catch {
      throw Problem(.internalError, "The offer could not be signed.")
    }
  }
}

extension IdentifierSource {
  /// A UUID used once.
  func nonce() -> UUID {
    bytes(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

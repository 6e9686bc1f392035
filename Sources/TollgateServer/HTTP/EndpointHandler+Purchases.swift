import Hummingbird
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let purchases: [EndpointRoute] = [
    EndpointRoute(
      .transactions, "postTransaction", .purchases, "Posts a signed transaction.",
      "Finish the transaction with the store once it is in `recorded`. Posting it again changes nothing.",
      body: .required(.transactionRequest), answers: [.shape(.purchaseResponse)],
      by: .mergedCustomer(EndpointHandler.transactions)),
    EndpointRoute(
      .restore, "restorePurchases", .purchases, "Posts all transactions of a store account.",
      "What cannot be recorded for the caller is in `refused`; the rest is recorded.",
      body: .required(.restoreRequest), answers: [.shape(.purchaseResponse)],
      by: .mergedCustomer(EndpointHandler.restore)),
    EndpointRoute(
      .restorePreview, "previewRestore", .purchases, "Previews a restore.",
      "It says what the caller would gain and another account would lose, and changes nothing.",
      body: .required(.restoreRequest), answers: [.shape(.restorePreview)],
      by: .mergedCustomer(EndpointHandler.restorePreview)),
    EndpointRoute(
      .promotionalOffer, "signPromotionalOffer", .purchases,
      "Signs a promotional offer for the caller.",
      "The customer must have had a subscription of the group. An offer that packages of the blueprint name is signed only while a paywall shows it to the customer.",
      body: .required(.promotionalOfferRequest), answers: [.shape(.promotionalOfferResponse)],
      by: .customer(EndpointHandler.promotionalOffer)),
    EndpointRoute(
      .fullPrice, "signFullPrice", .purchases,
      "Signs for the caller that a purchase begins without the introductory offer.",
      "The signature names the store account's download of the app or, without one, the customer's last purchase. The customer stays eligible for the offer.",
      body: .required(.fullPriceRequest), answers: [.shape(.fullPriceResponse)],
      by: .customer(EndpointHandler.fullPrice)),
  ]
}

extension EndpointHandler {
  func transactions(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.json(TransactionRequest.self)
    return try await signed(try await service.purchases.post(request, by: caller), for: caller)
  }

  func restore(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    let request = try incoming.json(RestoreRequest.self)
    return try await signed(try await service.purchases.restore(request, by: caller), for: caller)
  }

  func restorePreview(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.json(RestoreRequest.self)
    return try await signed(
      try await service.purchases.previewRestore(request, by: caller), for: caller)
  }

  func promotionalOffer(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    let request = try incoming.json(PromotionalOfferRequest.self)
    return try await signed(
      try await service.promotionalOffers.sign(request, for: caller), for: caller)
  }

  func fullPrice(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    let request = try incoming.json(FullPriceRequest.self)
    let download = await incoming.download(
      request.signedAppTransaction, in: caller.app, at: caller.now)
    return try await signed(
      try await service.promotionalOffers.signFullPrice(
        of: request.product, presenting: download, for: caller), for: caller)
  }
}

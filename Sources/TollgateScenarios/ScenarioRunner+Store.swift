import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateServer
import TollgateSimulation
import TollgateWire

extension ScenarioRunner {
  func account(of device: Device.ID) -> AccountID {
    devices[device]?.account ?? AccountID(rawValue: device.rawValue)
  }

  /// Buys a product, with an offer if there is one; the server signs a promotional offer first.
  func buy(
    _ product: CatalogProduct.ID, _ outcome: BuyOutcome, seats: Int, isPosted: Bool,
    with offer: CatalogProduct.Offer?, words: String, on device: Device.ID
  ) async throws(Problem) -> ActionOutcome {
    let caller = try await caller(device, acceptingMerged: true)
    if let offer, offer.kind == .promotional { try await sign(offer, of: product, for: caller) }
    let result = store.purchase(
      product.rawValue, by: account(of: device),
      options: PurchaseOptions(
        appAccountToken: caller.customer.appAccountToken, quantity: seats,
        offer: offer?.purchased),
      outcome: outcome.simulated)
    let ending = result.ending
    event(device.rawValue, ending == .success ? words : "\(words): \(ending.rawValue)")
    guard case .success(let signed) = result, isPosted else {
      return ActionOutcome(purchase: ending)
    }
    _ = try await service.purchases.post(
      TransactionRequest(
        signedTransaction: signed.jws, signedRenewalInfo: renewalInfo(of: signed, device)),
      by: caller)
    store.finish(signed.payload.transactionId)
    devices[device]?.hasJustSubscribed = true
    return ActionOutcome(purchase: ending)
  }

  /// Asks the server to sign a promotional offer.
  ///
  /// A scenario has no App Store Connect key, which the server needs last, and its store accepts every signature.
  private func sign(
    _ offer: CatalogProduct.Offer, of product: CatalogProduct.ID, for caller: Caller
  ) async throws(Problem) {
    do throws(Problem) {
      _ = try await service.promotionalOffers.sign(
        PromotionalOfferRequest(product: product, offer: offer.id.rawValue), for: caller)
    } catch {
      guard error.code == .offersNotConfigured else { throw error }
    }
  }

  private func renewalInfo(
    of signed: Signed<TransactionPayload>, _ device: Device.ID
  ) -> String? {
    store.conditions(of: account(of: device)).first {
      $0.transaction.payload.originalTransactionId == signed.payload.originalTransactionId
    }?.renewalInfo.jws
  }

  func post(
    unfinishedOnly: Bool, on device: Device.ID, _ action: Action
  ) async throws(Problem) -> ActionOutcome {
    let caller = try await caller(device, acceptingMerged: true)
    let account = account(of: device)
    let transactions =
      unfinishedOnly
      ? store.unfinishedTransactions(of: account) : store.transactions(of: account)
    guard !transactions.isEmpty else {
      event(device.rawValue, "\(action.words), and there is nothing")
      return ActionOutcome()
    }
    let originals = Set(transactions.map(\.payload.originalTransactionId))
    let response = try await service.purchases.restore(
      RestoreRequest(
        signedTransactions: transactions.map(\.jws),
        signedRenewalInfos: store.conditions(of: account)
          .filter { originals.contains($0.transaction.payload.originalTransactionId) }
          .map(\.renewalInfo.jws)),
      by: caller)
    for transaction in response.recorded { store.finish(transaction.rawValue) }
    if let refused = response.refused.first {
      throw Problem(
        ProblemCode(rawValue: refused.code), "A transaction was refused.")
    }
    event(device.rawValue, action.words)
    return ActionOutcome()
  }

  /// Lets the store act; returns the end of a pending purchase.
  func atStore(_ action: StoreAction, _ device: Device.ID) throws(Problem) -> PurchaseEnding? {
    let account = account(of: device)
    let isDone: Bool
    var purchase: PurchaseEnding?
    switch action {
    case .approve:
      purchase = waiting(account).flatMap { store.approve($0.id)?.ending }
      isDone = purchase != nil
    case .decline: isDone = waiting(account).map { store.decline($0.id) } ?? false
    case .cancel(let product):
      isDone = store.cancel(account, group: try group(of: product, account))
    case .resume(let product):
      isDone = store.resume(account, group: try group(of: product, account))
    case .renewNow(let product):
      isDone = store.renewNow(account, group: try group(of: product, account))
    case .expireNow(let product):
      isDone = store.expireNow(account, group: try group(of: product, account))
    case .refund(let product, let isFirst, let seats):
      let bought = store.transactions(of: account).filter {
        $0.payload.productId == product.rawValue
      }
      let transaction = (isFirst ? bought.first : bought.last)?.payload.transactionId
      isDone =
        transaction.map { id in
          seats.map { store.refundSeats(id, count: $0) } ?? store.refund(id)
        } ?? false
    case .assignSeat(let member):
      isDone = store.assignSeat(of: account, to: AccountID(rawValue: member))
    case .revokeSeat(let member):
      isDone = store.revokeSeat(of: account, from: AccountID(rawValue: member))
    case .share(let member): isDone = store.share(account, with: AccountID(rawValue: member))
    case .stopSharing(let member):
      isDone = store.stopSharing(account, with: AccountID(rawValue: member))
    case .setBilling(let fails):
      store.setBillingFailing(fails, for: account)
      isDone = true
    }
    guard isDone else {
      throw Problem(.invalidValue, "The store has nothing to do that with.")
    }
    return purchase
  }

  /// The group of a subscription, or of the only one that the account pays for and that has not ended.
  private func group(
    of product: CatalogProduct.ID?, _ account: AccountID
  ) throws(Problem) -> String? {
    if let product { return scenario.products.subscription(product.rawValue)?.groupID }
    let running = store.conditions(of: account).filter {
      $0.transaction.payload.inAppOwnershipType == .purchased
        && [.active, .gracePeriod, .billingRetry].contains($0.status)
    }
    guard running.count < 2 else {
      throw Problem(.invalidValue, "The account has several subscriptions; name a product.")
    }
    return running.first?.groupID
  }

  private func waiting(_ account: AccountID) -> PendingPurchase? {
    store.pendingPurchases.first { $0.account == account }
  }
}

extension CatalogProduct.Offer {
  /// The offer in the simulated store.
  fileprivate var purchased: PurchaseOptions.Offer {
    switch kind {
    case .promotional: .promotional(id.rawValue)
    case .winBack: .winBack(id.rawValue)
    case .code: .code(id.rawValue)
    }
  }
}

extension BuyOutcome {
  /// The outcome in the simulated store.
  var simulated: PurchaseOutcome {
    switch self {
    case .buy: .buy
    case .cancel: .cancel
    case .askToBuy: .askToBuy
    case .paymentNotAllowed: .fail(.paymentNotAllowed)
    case .paymentInvalid: .fail(.paymentInvalid)
    case .network: .fail(.network)
    case .productUnavailable: .fail(.productUnavailable)
    case .interrupted: .fail(.interrupted)
    }
  }
}

extension PurchaseResult {
  /// The end of the purchase, as a scenario writes it.
  var ending: PurchaseEnding {
    switch self {
    case .success: .success
    case .pending: .pending
    case .cancelled: .cancelled
    case .failed(.paymentNotAllowed): .paymentNotAllowed
    case .failed(.paymentInvalid): .paymentInvalid
    case .failed(.network): .network
    case .failed(.productUnavailable): .productUnavailable
    case .failed(.interrupted): .interrupted
    case .failed(.unknown): .unknown
    }
  }

}

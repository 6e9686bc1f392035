import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateServer
import TollgateWire

extension Stage {
  func account(of device: Device.ID) -> AccountID {
    handsets[device]?.account ?? AccountID(rawValue: device.rawValue)
  }

  func buy(
    _ product: Product.ID, _ hand: Hand, isPosted: Bool, on device: Device.ID
  ) async throws(Problem) -> Ending {
    let caller = try await caller(device, acceptingMerged: true)
    let result = simulator.purchase(
      product.rawValue, by: account(of: device),
      appAccountToken: caller.customer.appAccountToken, outcome: hand.outcome)
    let ending = Ending(purchase: result.word)
    let words = Action.buy(product, hand, isPosted: isPosted).words
    event(device.rawValue, result.word == "success" ? words : "\(words): \(result.word)")
    guard case .success(let signed) = result, isPosted else { return ending }
    _ = try await service.purchases.post(
      TransactionRequest(
        signedTransaction: signed.jws, signedRenewalInfo: renewalInfo(of: signed, device)),
      by: caller)
    simulator.finish(signed.payload.transactionId)
    handsets[device]?.hasJustSubscribed = true
    return ending
  }

  private func renewalInfo(
    of signed: Signed<TransactionPayload>, _ device: Device.ID
  ) -> String? {
    simulator.conditions(of: account(of: device)).first {
      $0.transaction.payload.originalTransactionId == signed.payload.originalTransactionId
    }?.renewalInfo.jws
  }

  func post(
    unfinishedOnly: Bool, on device: Device.ID, _ action: Action
  ) async throws(Problem) -> Ending {
    let caller = try await caller(device, acceptingMerged: true)
    let account = account(of: device)
    let transactions =
      unfinishedOnly
      ? simulator.unfinishedTransactions(of: account) : simulator.transactions(of: account)
    guard !transactions.isEmpty else {
      event(device.rawValue, "\(action.words), and there is nothing")
      return Ending()
    }
    let originals = Set(transactions.map(\.payload.originalTransactionId))
    let response = try await service.purchases.restore(
      RestoreRequest(
        signedTransactions: transactions.map(\.jws),
        signedRenewalInfos: simulator.conditions(of: account)
          .filter { originals.contains($0.transaction.payload.originalTransactionId) }
          .map(\.renewalInfo.jws)),
      by: caller)
    for transaction in response.recorded { simulator.finish(transaction.rawValue) }
    if let refused = response.refused.first {
      throw Problem(
        ProblemCode(rawValue: refused.code), "A transaction was refused.")
    }
    event(device.rawValue, action.words)
    return Ending()
  }

  /// Lets the store act; returns how a pending purchase ended.
  func atStore(_ action: StoreAction, _ device: Device.ID) throws(Problem) -> String? {
    let account = account(of: device)
    let isDone: Bool
    var purchase: String?
    switch action {
    case .approve:
      purchase = waiting(account).flatMap { simulator.approve($0.id)?.word }
      isDone = purchase != nil
    case .decline: isDone = waiting(account).map { simulator.decline($0.id) } ?? false
    case .cancel: isDone = simulator.cancel(account)
    case .resume: isDone = simulator.resume(account)
    case .renewNow: isDone = simulator.renewNow(account)
    case .expireNow: isDone = simulator.expireNow(account)
    case .refund(let product, let isFirst):
      let bought = simulator.transactions(of: account).filter {
        $0.payload.productId == product.rawValue
      }
      let transaction = isFirst ? bought.first : bought.last
      isDone = transaction.map { simulator.refund($0.payload.transactionId) } ?? false
    case .share(let member): isDone = simulator.share(account, with: AccountID(rawValue: member))
    case .stopSharing(let member):
      isDone = simulator.stopSharing(account, with: AccountID(rawValue: member))
    case .setBilling(let fails):
      simulator.setBillingFailing(fails, for: account)
      isDone = true
    }
    guard isDone else {
      throw Problem(.invalidValue, "The store has nothing to do that with.")
    }
    return purchase
  }

  private func waiting(_ account: AccountID) -> PendingPurchase? {
    simulator.pendingPurchases.first { $0.account == account }
  }
}

extension Hand {
  var outcome: PurchaseOutcome {
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
  var word: String {
    switch self {
    case .success: "success"
    case .pending: "pending"
    case .cancelled: "cancelled"
    case .failed(let failure): failure.rawValue
    }
  }
}

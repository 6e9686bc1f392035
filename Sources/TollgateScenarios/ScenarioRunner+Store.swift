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
    _ purchase: PurchaseAction, words: String, on device: Device.ID
  ) async throws(Problem) -> ActionOutcome {
    let caller = try await caller(device, acceptingMerged: true)
    if let offer = purchase.offer, offer.kind == .promotional {
      try await sign(offer, of: purchase.product, for: caller)
    }
    let isSoldInFull = try await isSoldInFull(purchase, on: device)
    let result = store.purchase(
      purchase.product.rawValue, by: account(of: device),
      options: PurchaseOptions(
        appAccountToken: caller.customer.appAccountToken,
        quantity: max(purchase.seats, purchase.quantity),
        offer: purchase.offer?.purchased,
        billingPlan: purchase.isBilledMonthly ? .monthly : nil,
        introductoryOffer: purchase.hasIntroductoryOffer),
      outcome: purchase.outcome)
    let ending = result.ending
    if ending == .success { try noteBuying(of: purchase.product, on: device) }
    event(device.rawValue, ending == .success ? words : "\(words): \(ending.rawValue)")
    if isSoldInFull, case .success(let signed) = result, signed.payload.offerType == .introductory {
      event(
        "the store",
        "gives the introductory offer, which every package that sells this leaves out: write `introductoryOffer: false` for a purchase in one of them"
      )
    }
    guard case .success(let signed) = result, purchase.isPosted else {
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

  /// Whether every package that sells a product to the customer leaves out its introductory offer, and the step does not
  /// say whether the store gives it.
  private func isSoldInFull(
    _ purchase: PurchaseAction, on device: Device.ID
  ) async throws(Problem) -> Bool {
    guard purchase.hasIntroductoryOffer == nil else { return false }
    let membership = try await membership(device)
    let packages = membership.blueprint.paywallsAndStandIns.own
      .flatMap { membership.packages(of: $0) }
      .filter {
        $0.product == purchase.product
          && $0.billing == (purchase.isBilledMonthly ? .monthly : .upFront)
      }
    return !packages.isEmpty && packages.allSatisfy { !$0.hasIntroductoryOffer }
  }

  /// Notes on which paywalls a product may have been bought: all that sell it.
  private func noteBuying(of product: CatalogProduct.ID, on device: Device.ID) throws(Problem) {
    for paywall in try service.app(app).blueprint.definition.paywalls
    where paywall.packages.contains(where: { $0.product == product }) {
      devices[device]?.boughtOn.insert(paywall.id)
    }
  }

  /// Reports what the store has changed, as StoreKit delivers it to the device.
  ///
  /// No notification carries the end of a period that a renewal by hand has ended.
  func reportUpdates(after sequence: Int, on device: Device.ID) async {
    guard delivery == .delivered, devices[device]?.token != nil, devices[device]?.memory == nil
    else { return }
    for update in store.updates(of: account(of: device), after: sequence) {
      do throws(Problem) {
        _ = try await service.purchases.post(
          TransactionRequest(signedTransaction: update.transaction.jws),
          by: try await caller(device, acceptingMerged: true))
      } catch {
        event(device.rawValue, "cannot report what the store has changed: \(error.code.rawValue)")
      }
    }
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
    switch store.perform(action, for: account(of: device)) {
    case .done: return nil
    case .purchase(let result): return result.ending
    case .nothingToDo, .notExtended:
      throw Problem(.invalidValue, "The store has nothing to do that with.")
    case .ambiguous:
      throw Problem(.invalidValue, "The account has several subscriptions; name a product.")
    }
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

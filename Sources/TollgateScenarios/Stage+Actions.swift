import AppStore
import AppStoreSimulator
import Tollgate
import TollgateServer
import TollgateWire

extension Stage {
  /// The password of every account in a scenario.
  private static let password = "correct horse battery"

  func perform(
    _ action: Action, on device: Device.ID, step: Int
  ) async throws(Problem) -> Ending {
    var ending = Ending()
    switch action {
    case .open:
      let isNew = handsets[device]?.token == nil
      _ = try await caller(device)
      if isNew { return ending }
    case .storeAccount(let name): handsets[device]?.account = AccountID(rawValue: name)
    case .signUp(let email):
      take(
        try await service.signUp(
          credentials(email, device), in: app, presenting: handsets[device]?.token), device)
    case .signIn(let email):
      take(
        try await service.signIn(
          credentials(email, device), in: app, presenting: handsets[device]?.token), device)
    case .signOut: handsets[device]?.signOut()
    case .reinstall: handsets[device]?.reinstall()
    case .seeOnboarding: handsets[device]?.hasSeenOnboarding = true
    case .reach(let milestone): _ = try await service.reach(milestone, by: try await caller(device))
    case .use(let feature, let times, let item, let key):
      for number in 1...times {
        _ = try await service.use(
          feature, item: item, key: Idempotency.Key(key ?? "\(step)-\(number)"),
          by: try await caller(device))
      }
    case .release(let feature, let item):
      _ = try await service.release(item, of: feature, by: try await caller(device))
    case .dismiss(let prompt, let times):
      for number in 1...times {
        _ = try await service.dismiss(
          prompt, key: Idempotency.Key("\(step)-\(number)"), by: try await caller(device))
      }
    case .show(let paywall):
      _ = try await service.report(paywall, .shown, by: try await caller(device))
    case .close(let paywall):
      _ = try await service.report(paywall, .closed, by: try await caller(device))
    case .restore, .relaunch:
      return try await post(unfinishedOnly: action == .relaunch, on: device, action)
    case .buy(let product, let hand, let isPosted):
      return try await buy(product, hand, isPosted: isPosted, on: device)
    case .approve, .decline, .cancel, .resume, .renewNow, .expireNow, .refund, .setBilling:
      ending.purchase = try atStore(action, device)
    case .notifications(let wanted):
      event("the store", action.words)
      await setDelivery(wanted)
      return ending
    }
    event(device.rawValue, action.words)
    return ending
  }

  /// Who uses the app on a device; an anonymous customer is made where nobody does.
  func caller(_ device: Device.ID, acceptingMerged: Bool = false) async throws(Problem) -> Caller {
    if handsets[device]?.token == nil {
      let session = try await service.createCustomer(in: app, device: device)
      handsets[device]?.token = session.token
      event(device.rawValue, "opens the app as \(session.snapshot.id)")
    }
    do throws(Problem) {
      return try await service.authenticate(
        handsets[device]?.token, in: app, acceptingMerged: acceptingMerged)
    } catch {
      guard error.code == .expiredToken, let token = handsets[device]?.token else { throw error }
      handsets[device]?.token = try await service.renewSession(token, in: app).token
      return try await service.authenticate(
        handsets[device]?.token, in: app, acceptingMerged: acceptingMerged)
    }
  }

  private func credentials(_ email: String, _ device: Device.ID) -> CredentialsRequest {
    CredentialsRequest(email: email, password: Self.password, device: device)
  }

  private func take(_ session: SessionResponse, _ device: Device.ID) {
    handsets[device]?.token = session.token
    handsets[device]?.isSignedIn = true
    handsets[device]?.hasSeenOnboarding = true
  }
}

// MARK: - The store

extension Stage {
  private func account(of device: Device.ID) -> AccountID {
    handsets[device]?.account ?? AccountID(rawValue: device.rawValue)
  }

  private func buy(
    _ product: Product.ID, _ hand: Hand, isPosted: Bool, on device: Device.ID
  ) async throws(Problem) -> Ending {
    let caller = try await caller(device, acceptingMerged: true)
    let result = simulator.purchase(
      product.rawValue, by: account(of: device), outcome: hand.outcome)
    let ending = Ending(purchase: result.word)
    let words = Action.buy(product, hand, isPosted: isPosted).words
    event(device.rawValue, result.word == "success" ? words : "\(words): \(result.word)")
    guard case .success(let signed) = result, isPosted else { return ending }
    _ = try await service.post(
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

  private func post(
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
    let response = try await service.restore(
      RestoreRequest(
        signedTransactions: transactions.map(\.jws),
        signedRenewalInfos: simulator.conditions(of: account)
          .filter { originals.contains($0.transaction.payload.originalTransactionId) }
          .map(\.renewalInfo.jws)),
      by: caller)
    for transaction in response.recorded { simulator.finish(transaction.rawValue) }
    if let refused = response.refused.first {
      throw Problem(
        ProblemCode(rawValue: refused.code) ?? .unrecognized, "A transaction was refused.")
    }
    event(device.rawValue, action.words)
    return Ending()
  }

  private func atStore(
    _ action: Action, _ device: Device.ID
  ) throws(Problem) -> String? {
    let account = account(of: device)
    var isDone = true
    var purchase: String?
    switch action {
    case .approve, .decline:
      let waiting = simulator.pendingPurchases.first { $0.account == account }
      isDone = waiting != nil
      guard let waiting else { break }
      if action == .approve {
        purchase = simulator.approve(waiting.id)?.word
      } else {
        isDone = simulator.decline(waiting.id)
      }
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
    case .setBilling(let fails): simulator.setBillingFailing(fails, for: account)
    default: isDone = false
    }
    guard isDone else {
      throw Problem(.invalidValue, "The store has nothing to do that with.")
    }
    return purchase
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

package import AppStoreSimulator
package import TollgateAppStore
import TollgateMutex

extension StoreSession {
  /// Performs an action on the store, and notifies the listeners of the result.
  ///
  /// Purchases count as made elsewhere: on another device of the account, or by the test.
  ///
  /// - Parameter action: The action on the store and the device's account; it must not call the session.
  @discardableResult
  package func act<Answer: Sendable>(
    _ action: (AppStoreSimulator, AccountID) -> Answer
  ) -> Answer {
    journal.withLock { journal in
      let answer = action(simulator, journal.account)
      tell(&journal)
      return answer
    }
  }

  /// Performs an action of the device's account on the store, and notifies the listeners of the result.
  @discardableResult
  package func perform(_ action: StoreAction) -> StoreAction.Result {
    act { $0.perform(action, for: $1) }
  }

  /// Notifies the listeners of what others did to the store: another device of the account, or the store itself.
  package func catchUp() { act { _, _ in } }

  /// Advances time to an instant; the listeners are notified of each event in order.
  ///
  /// An instant before ``now`` changes nothing.
  package func advance(to instant: Instant) {
    journal.withLock { journal in
      while let next = simulator.nextEvent, next <= instant {
        simulator.advance(to: next)
        tell(&journal)
      }
      simulator.advance(to: instant)
    }
  }

  /// Advances time by a duration.
  package func advance(by duration: Duration) {
    advance(to: now.advanced(by: duration))
  }

  /// Relaunches the app: its listeners end, and unfinished transactions are delivered again.
  package func relaunch() {
    endListening()
    payments.relaunch()
    journal.withLock { $0.boughtHere = [] }
  }

  /// Signs in with another account, either an existing one or a new one without purchases.
  ///
  /// - Parameter account: The account; nil creates one.
  @discardableResult
  package func signIn(_ account: AccountID? = nil) -> AccountID {
    payments.signOut()
    return journal.withLock { journal in
      journal.account = account ?? simulator.makeAccount()
      journal.boughtHere = []
      journal.lastUpdate = simulator.updates(of: journal.account).last?.sequence ?? 0
      journal.conditions = simulator.conditions(of: journal.account)
      journal.settings.apply(to: simulator, journal.account)
      return journal.account
    }
  }

  /// Deletes a transaction from everything that the app can see, as if it had never existed.
  package func delete(_ transactionID: String) {
    journal.withLock { journal in
      journal.deleted.insert(transactionID)
      simulator.refund(transactionID)
      tell(&journal)
    }
  }

  /// Who makes a purchase, and so receives the transaction as its result.
  enum Buyer: Sendable {
    /// The app, with `Product.purchase(options:)`.
    case product

    /// The app, with a payment; StoreKit 2 receives the transaction as an update.
    case payment

    /// The app, with a view of StoreKit's that has no action for the result; it receives the transaction as an update.
    case view

    /// Another device of the account, a test, or the store.
    case other
  }

  /// Performs a purchase by this app.
  func purchase(
    by buyer: Buyer, _ action: (AppStoreSimulator, AccountID) -> PurchaseResult
  ) -> PurchaseResult {
    journal.withLock { journal in
      tell(&journal)
      let result = action(simulator, journal.account)
      tell(&journal, by: buyer)
      return result
    }
  }

  /// Promotes a product: the app is notified that the customer wants to buy it.
  ///
  /// - Parameter offerID: One of its promotional or win-back offers.
  /// - Returns: Whether the product and the offer exist.
  @discardableResult
  package func intendPurchase(of productID: String, offerID: String? = nil) -> Bool {
    guard let product = product(productID) else { return false }
    let info = product.subscription
    let offers = (info?.winBackOffers ?? []) + (info?.promotionalOffers ?? [])
    let offer = offerID.flatMap { id in offers.first { $0.id == id } }
    guard offerID == nil || offer != nil else { return false }
    intents.publish(PurchaseIntent(product: product, offer: offer))
    payments.promote(product)
    return true
  }

  /// Notifies the listeners of what has happened since the last time.
  func tell(_ journal: inout Journal, by buyer: Buyer = .other) {
    for update in simulator.updates(of: journal.account, after: journal.lastUpdate) {
      journal.lastUpdate = update.sequence
      guard !journal.deleted.contains(update.transaction.payload.transactionId) else { continue }
      let isOwn = buyer != .other && update.cause == .purchase
      if isOwn, buyer == .product {
        journal.boughtHere.insert(update.transaction.payload.transactionId)
      } else {
        journal.boughtHere.remove(update.transaction.payload.transactionId)
        updates.publish(verified(update.transaction, journal.verificationFailure))
      }
      if !isOwn { payments.receive(update.transaction.payload) }
    }
    payments.reviewDeferred()
    let conditions = conditions(journal)
    for condition in conditions where !journal.conditions.contains(where: condition.isSame) {
      statuses.publish(status(condition, journal.verificationFailure))
      let earlier = journal.conditions.first { $0.line == condition.line }
      raise(condition, after: earlier, &journal)
    }
    journal.conditions = conditions
  }
}

extension SubscriptionCondition {
  /// The subscription.
  fileprivate var line: String { transaction.payload.originalTransactionId }

  /// Whether both have the same content, regardless of the signatures.
  fileprivate func isSame(as other: Self) -> Bool {
    status == other.status && transaction.payload == other.transaction.payload
      && renewalInfo.payload == other.renewalInfo.payload
  }
}

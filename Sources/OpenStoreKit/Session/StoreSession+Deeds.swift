package import AppStore
package import AppStoreSimulator
import Synchronization

extension StoreSession {
  /// Does something to the store, and tells the listeners what came of it.
  ///
  /// Purchases count as made elsewhere: on another device of the account, or by the test.
  ///
  /// - Parameter deed: What is done, to the store and the account of the device; it asks the session for
  ///   nothing.
  /// - Returns: What the deed returns.
  @discardableResult
  package func act<Answer: Sendable>(
    _ deed: (AppStoreSimulator, AccountID) -> Answer
  ) -> Answer {
    journal.withLock { journal in
      let answer = deed(simulator, journal.account)
      tell(&journal)
      return answer
    }
  }

  /// Tells the listeners what others have done to the store: another device of the account, or the store itself.
  package func catchUp() { act { _, _ in } }

  /// Lets time pass until an instant; the listeners are told of each event in its order.
  ///
  /// An instant before ``now`` changes nothing.
  package func advance(to instant: Milliseconds) {
    journal.withLock { journal in
      while let next = simulator.nextEvent, next <= instant {
        simulator.advance(to: next)
        tell(&journal)
      }
      simulator.advance(to: instant)
    }
  }

  /// Lets time pass.
  package func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    advance(to: now.adding(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
  }

  /// Starts the app anew: the listeners end, and what is unfinished comes again.
  package func relaunch() {
    endListening()
    journal.withLock { $0.boughtHere = [] }
  }

  /// Signs in with another account: one that there is already, or a new one that has bought nothing.
  ///
  /// - Parameter account: The account; nil makes one.
  /// - Returns: The account.
  @discardableResult
  package func signIn(_ account: AccountID? = nil) -> AccountID {
    journal.withLock { journal in
      journal.account = account ?? simulator.makeAccount()
      journal.boughtHere = []
      journal.lastUpdate = simulator.updates(of: journal.account).last?.sequence ?? 0
      journal.conditions = simulator.conditions(of: journal.account)
      journal.settings.apply(to: simulator, journal.account)
      return journal.account
    }
  }

  /// Takes a transaction out of everything that the app can see, as if it had never been.
  ///
  /// - Parameter transactionID: The transaction.
  package func delete(_ transactionID: String) {
    journal.withLock { journal in
      journal.deleted.insert(transactionID)
      simulator.refund(transactionID)
      tell(&journal)
    }
  }

  /// A purchase that this app makes: it gets the transaction as the result, not as an update.
  func purchase(
    _ deed: (AppStoreSimulator, AccountID) -> PurchaseResult
  ) -> PurchaseResult {
    journal.withLock { journal in
      tell(&journal)
      let result = deed(simulator, journal.account)
      tell(&journal, ownPurchases: true)
      return result
    }
  }

  /// Starts the promotion of a product: the app hears that the customer wants to buy it.
  ///
  /// - Parameters:
  ///   - productID: The product.
  ///   - offerID: A promotional or win-back offer of it.
  /// - Returns: Whether there is such a product and offer.
  @discardableResult
  package func intendPurchase(of productID: String, offerID: String? = nil) -> Bool {
    guard let product = product(productID) else { return false }
    let info = product.subscription
    let offers = (info?.winBackOffers ?? []) + (info?.promotionalOffers ?? [])
    let offer = offerID.flatMap { id in offers.first { $0.id == id } }
    guard offerID == nil || offer != nil else { return false }
    intents.publish(PurchaseIntent(product: product, offer: offer))
    return true
  }

  /// Tells the listeners what has happened since they were told last.
  func tell(_ journal: inout Journal, ownPurchases: Bool = false) {
    for update in simulator.updates(of: journal.account, after: journal.lastUpdate) {
      journal.lastUpdate = update.sequence
      guard !journal.deleted.contains(update.transaction.payload.transactionId) else { continue }
      if ownPurchases, update.cause == .purchase {
        journal.boughtHere.insert(update.transaction.payload.transactionId)
      } else {
        journal.boughtHere.remove(update.transaction.payload.transactionId)
        updates.publish(verified(update.transaction, journal.verificationFailure))
      }
    }
    let conditions = conditions(journal)
    for condition in conditions where !journal.conditions.contains(where: condition.isSame) {
      statuses.publish(status(condition, journal.verificationFailure))
    }
    journal.conditions = conditions
  }
}

extension SubscriptionCondition {
  /// Whether both say the same, whatever the signatures are.
  fileprivate func isSame(as other: Self) -> Bool {
    status == other.status && transaction.payload == other.transaction.payload
      && renewalInfo.payload == other.renewalInfo.payload
  }
}

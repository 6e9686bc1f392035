import AppStoreSimulator
import DequeModule
import Foundation
import TollgateAppStore
import TollgateMutex

/// What stands behind a session's payment queue: its observers and transactions, and what happens to them, in order.
///
/// Everything that observers can see changes on the main thread, one job after the other. A session may call it while
/// it holds its own lock, so it calls the session only from a job or without its own.
final class PaymentLine: Sendable {
  /// Something that happens on the main thread.
  typealias Job = @MainActor @Sendable (PaymentLine) async -> Void

  /// An observer, which the queue does not retain.
  private final class Observation: @unchecked Sendable {
    // Set once.
    private(set) weak var observer: (any SKPaymentTransactionObserver)?

    init(_ observer: any SKPaymentTransactionObserver) { self.observer = observer }
  }

  private final class Delegation: @unchecked Sendable {
    // Set once.
    private(set) weak var delegate: (any SKPaymentQueueDelegate)?

    init(_ delegate: any SKPaymentQueueDelegate) { self.delegate = delegate }
  }

  private struct State {
    weak var session: StoreSession?
    var waiting: [Observation] = []
    var observing: [Observation] = []
    var delegation: Delegation?
    var transactions: [SKPaymentTransaction] = []
    /// Those that no observer has seen: each first appears at its place among the other events.
    var unannounced: Set<ObjectIdentifier> = []
    var promoted: SKPayment.Details?

    /// What StoreKit 2 has finished since the last payment began.
    var finished: Set<String> = []

    /// The number of this launch: a sheet that stays open while the app is relaunched must not hold up the next one.
    var launch = 0

    /// Whether this launch's first observer has got what earlier launches left unfinished.
    var isRunning = false
    var jobs: Deque<Job> = []
    var isWorking = false

    /// The requests for products that have not been answered.
    var requests = 0
  }

  private let state = Mutex(State())

  /// The session; nil for the queue of none, and after the session's end.
  var session: StoreSession? {
    get { state.withLock { $0.session } }
    set { state.withLock { $0.session = newValue } }
  }

  var transactions: [SKPaymentTransaction] { state.withLock { $0.transactions } }

  var observers: [any SKPaymentTransactionObserver] {
    state.withLock { $0.observing + $0.waiting }.compactMap(\.observer)
  }

  var delegate: (any SKPaymentQueueDelegate)? {
    get { state.withLock { $0.delegation }?.delegate }
    set {
      let delegation = newValue.map { Delegation($0) }
      state.withLock { $0.delegation = delegation }
    }
  }

  /// Whether the app uses the queue: it has an observer, or had one during this launch.
  private var isUsed: Bool { state.withLock { $0.isRunning || !$0.waiting.isEmpty } }

  /// Whether everything has happened.
  var isIdle: Bool { state.withLock { !$0.isWorking && $0.requests == 0 } }

  /// Counts a request for products that has started, or that has ended.
  func countRequest(_ change: Int) {
    state.withLock { $0.requests += change }
  }

  /// Adds something to do on the main thread, after all that was added before.
  func enqueue(_ job: @escaping Job) {
    let starting: Int? = state.withLock { state in
      state.jobs.append(job)
      defer { state.isWorking = true }
      return state.isWorking ? nil : state.launch
    }
    if let starting { Task { @MainActor in await work(in: starting) } }
  }

  @MainActor
  private func work(in launch: Int) async {
    while let job = nextJob(of: launch) {
      guard let session else { continue }
      await session.run { await job(self) }
    }
  }

  private func nextJob(of launch: Int) -> Job? {
    state.withLock { state in
      guard state.launch == launch else { return nil }
      guard let job = state.jobs.popFirst() else {
        state.isWorking = false
        return nil
      }
      return job
    }
  }
}

// MARK: - Observers

extension PaymentLine {
  /// Adds an observer, unless it was added before.
  func add(_ observer: any SKPaymentTransactionObserver) {
    let observation = Observation(observer)
    let identity = ObjectIdentifier(observer)
    let isNew = state.withLock { state in
      state.observing.removeAll { $0.observer == nil }
      let isKnown = (state.observing + state.waiting).contains { known in
        known.observer.map { ObjectIdentifier($0) == identity } ?? false
      }
      if !isKnown { state.waiting.append(observation) }
      return !isKnown
    }
    if isNew { enqueue { $0.greet() } }
  }

  func remove(_ observer: any SKPaymentTransactionObserver) {
    let identity = ObjectIdentifier(observer)
    state.withLock { state in
      let isGone = { (observation: Observation) in
        observation.observer.map { ObjectIdentifier($0) == identity } ?? true
      }
      state.waiting.removeAll(where: isGone)
      state.observing.removeAll(where: isGone)
    }
  }

  /// Gives observers that were just added what the queue holds.
  @MainActor
  private func greet() {
    resume()
    let (new, transactions, promoted) = state.withLock { state in
      let new = state.waiting
      state.observing += new
      state.waiting = []
      defer { if !new.isEmpty { state.promoted = nil } }
      let told = state.transactions.filter {
        !state.unannounced.contains(ObjectIdentifier($0))
      }
      return (new, told, state.promoted)
    }
    guard let queue = session?.paymentQueue else { return }
    if !transactions.isEmpty {
      for observation in new {
        observation.observer?.paymentQueue(queue, updatedTransactions: transactions)
      }
    }
    if !new.isEmpty, let promoted { ask(about: promoted) }
  }

  /// Adds what earlier launches left unfinished, at the first observer of a launch.
  @MainActor
  private func resume() {
    guard let session, state.withLock({ !$0.isRunning }) else { return }
    let unfinished = session.unfinishedBeforeLaunch()
      .filter { $0.payload.revocationDate == nil }
      .map { SKPaymentTransaction($0.payload, .purchased) }
    state.withLock { state in
      state.isRunning = true
      state.transactions = unfinished + state.transactions
    }
  }

  /// Notifies every observer.
  @MainActor
  private func tell(_ event: (any SKPaymentTransactionObserver, SKPaymentQueue) -> Void) {
    guard let queue = session?.paymentQueue else { return }
    for observation in state.withLock({ $0.observing }) {
      if let observer = observation.observer { event(observer, queue) }
    }
  }

  @MainActor
  private func tellUpdated(_ transactions: [SKPaymentTransaction]) {
    tell { $0.paymentQueue($1, updatedTransactions: transactions) }
  }

  /// Forgets the launch: observers are gone, and what is unfinished comes again.
  func relaunch() {
    state.withLock { state in
      state.waiting = []
      state.observing = []
      state.transactions = []
      state.unannounced = []
      state.finished = []
      state.jobs = []
      state.isWorking = false
      state.isRunning = false
      state.launch += 1
    }
  }

  /// Forgets the account's transactions.
  func signOut() {
    state.withLock { $0.transactions = [] }
  }
}

// MARK: - Payments

extension PaymentLine {
  func add(_ payment: SKPayment) {
    add(payment.details)
  }

  private func add(_ details: SKPayment.Details) {
    let transaction = SKPaymentTransaction(details)
    let launch = state.withLock { state in
      state.transactions.append(transaction)
      state.unannounced.insert(ObjectIdentifier(transaction))
      return state.launch
    }
    enqueue { line in
      _ = line.state.withLock { $0.unannounced.remove(ObjectIdentifier(transaction)) }
      line.tellUpdated([transaction])
      line.state.withLock { $0.finished = [] }
      await line.process(transaction)
      guard line.state.withLock({ $0.launch == launch }) else {
        return line.passOn(transaction)
      }
      line.tellUpdated([transaction])
      // A listener of StoreKit 2 may have finished it before the queue knew that it was bought.
      if let bought = transaction.transactionIdentifier,
        line.state.withLock({ $0.finished.contains(bought) })
      {
        line.drop(bought)
      }
    }
  }

  @MainActor
  private func process(_ transaction: SKPaymentTransaction) async {
    guard let session else { return }
    let details = transaction.details
    guard let product = session.product(details.productIdentifier) else {
      return transaction.fail(SKError(.storeProductNotAvailable), at: session.currentDate)
    }
    if let loaded = details.product?.storefront, loaded != session.settings.storefront,
      let delegate,
      !delegate.paymentQueue(
        session.paymentQueue, shouldContinue: transaction,
        in: SKStorefront(session.settings.storefront))
    {
      return transaction.fail(SKError(.storeProductNotAvailable), at: session.currentDate)
    }
    do {
      switch try await session.purchase(product, details.options, by: .payment) {
      case .success(let signed): transaction.succeed(signed.payload)
      case .pending(let waiting) where waiting.reason == .askToBuy:
        transaction.contents.withLock { contents in
          contents.state = .deferred
          contents.waiting = waiting.id
        }
      case .cancelled: transaction.fail(SKError(.paymentCancelled), at: session.currentDate)
      case .pending, .failed: transaction.fail(SKError(.unknown), at: session.currentDate)
      }
    } catch {
      transaction.fail(SKError(payment: error), at: session.currentDate)
    }
  }

  /// Delivers what was bought in a sheet that was open when the app was relaunched, like a purchase without a payment of
  /// this launch; of a payment that ended otherwise, the launch learns nothing.
  @MainActor
  private func passOn(_ transaction: SKPaymentTransaction) {
    let bought = session?.unfinishedBeforeLaunch().first {
      $0.payload.transactionId == transaction.transactionIdentifier
    }
    if let bought { receive(bought.payload) }
  }

  func finish(_ transaction: SKPaymentTransaction) {
    precondition(
      transaction.transactionState != .purchasing, "Cannot finish a purchasing transaction")
    removeTransactions { $0 === transaction }
    if let identifier = transaction.transactionIdentifier { session?.finish(identifier) }
  }

  /// Removes what StoreKit 2's `Transaction.finish()` has finished.
  func drop(_ identifier: String) {
    state.withLock { state in
      if state.isWorking { state.finished.insert(identifier) }
    }
    removeTransactions {
      $0.transactionState == .purchased && $0.transactionIdentifier == identifier
    }
  }

  private func removeTransactions(where isGone: (SKPaymentTransaction) -> Bool) {
    let removed = transactions.filter(isGone)
    guard !removed.isEmpty else { return }
    state.withLock { state in
      state.transactions.removeAll { transaction in removed.contains { $0 === transaction } }
    }
    enqueue { line in line.tell { $0.paymentQueue($1, removedTransactions: removed) } }
  }

  func restore() {
    enqueue { line in
      guard let session = line.session else { return }
      line.resume()
      do {
        try session.check(.sync)
      } catch {
        let error = SKError(payment: error)
        line.tell { $0.paymentQueue($1, restoreCompletedTransactionsFailedWithError: error) }
        return
      }
      let restored = line.restorable(session)
      if !restored.isEmpty {
        line.state.withLock { $0.transactions += restored }
        line.tellUpdated(restored)
      }
      line.tell { $0.paymentQueueRestoreCompletedTransactionsFinished($1) }
    }
  }

  /// The customer's subscriptions and non-consumables, each with its first purchase.
  private func restorable(_ session: StoreSession) -> [SKPaymentTransaction] {
    let bought = session.transactions().map(\.payload).filter {
      [.nonConsumable, .autoRenewable].contains($0.type) && $0.revocationDate == nil
    }
    let byID = Dictionary(bought.map { ($0.transactionId, $0) }) { first, _ in first }
    return bought.map { payload in
      let original = byID[payload.originalTransactionId] ?? payload
      return SKPaymentTransaction(
        payload, .restored, original: SKPaymentTransaction(original, .purchased))
    }
  }
}

// MARK: - What the store does

extension PaymentLine {
  /// Takes a transaction that the store has made or changed without a payment of this queue.
  func receive(_ payload: TransactionPayload) {
    if isUsed { enqueue { $0.apply(payload) } }
  }

  @MainActor
  private func apply(_ payload: TransactionPayload) {
    guard let session, state.withLock({ $0.isRunning }) else { return }
    guard payload.revocationDate == nil else {
      let products = [payload.productId]
      return tell { $0.paymentQueue($1, didRevokeEntitlementsForProductIdentifiers: products) }
    }
    let transactions = transactions
    guard payload.isUpgraded != true, session.isUnfinished(payload.transactionId),
      !transactions.contains(where: { $0.transactionIdentifier == payload.transactionId })
    else { return }
    let deferred = transactions.first {
      $0.isWaiting && $0.details.productIdentifier == payload.productId
        && $0.details.quantity == payload.quantity
    }
    if let deferred {
      deferred.succeed(payload)
      return tellUpdated([deferred])
    }
    let transaction = SKPaymentTransaction(payload, .purchased)
    state.withLock { $0.transactions.append(transaction) }
    tellUpdated([transaction])
  }

  /// Notes which deferred payments a parent has declined: a later purchase of the same product is not theirs.
  ///
  /// The app learns nothing, as on Apple's systems: <https://developer.apple.com/forums/thread/685183>.
  func reviewDeferred() {
    guard transactions.contains(where: { $0.transactionState == .deferred }) else { return }
    enqueue { line in
      guard let session = line.session else { return }
      let waiting = Set(session.simulator.pendingPurchases.map(\.id))
      for transaction in line.transactions {
        transaction.contents.withLock { contents in
          if let purchase = contents.waiting, !waiting.contains(purchase) {
            contents.waiting = nil
          }
        }
      }
    }
  }

  /// Asks the app about a purchase that the customer has begun on its page, or else the next observer.
  func promote(_ product: Product) {
    var details = SKPayment.Details()
    details.productIdentifier = product.id
    details.product = product
    let promoted = details
    guard isUsed else { return state.withLock { $0.promoted = promoted } }
    enqueue { line in
      let isHeard = line.state.withLock { state in
        let isHeard = state.observing.contains { $0.observer != nil }
        if !isHeard { state.promoted = promoted }
        return isHeard
      }
      if isHeard { line.ask(about: promoted) }
    }
  }

  @MainActor
  private func ask(about promoted: SKPayment.Details) {
    guard let product = promoted.product else { return }
    var continues = false
    tell { observer, queue in
      let adds = observer.paymentQueue(
        queue, shouldAddStorePayment: SKPayment(promoted), for: SKProduct(product))
      continues = continues || adds
    }
    if continues { add(promoted) }
  }

  func changeStorefront() {
    if isUsed { enqueue { line in line.tell { $0.paymentQueueDidChangeStorefront($1) } } }
  }

  /// Asks the customer about a price increase, if the delegate lets the question be shown now.
  ///
  /// - Returns: Whether there is a delegate to decide.
  func askForPriceConsent() -> Bool {
    guard delegate != nil else { return false }
    enqueue { line in
      guard let session = line.session else { return }
      if line.delegate?.paymentQueueShouldShowPriceConsent(session.paymentQueue) ?? true {
        session.present(.priceConsent)
      }
    }
    return true
  }

  func showPriceConsent() {
    enqueue { line in
      guard let session = line.session, session.hasPriceConsentPending else { return }
      session.present(.priceConsent)
    }
  }

  func presentCodeRedemption() {
    enqueue { line in
      guard let session = line.session else { return }
      // Apple's method returns nothing; a redeemed code arrives as a transaction.
      _ = try? session.redeemCode()
    }
  }
}

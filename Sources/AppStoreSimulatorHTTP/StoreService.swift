public import AppStoreSimulator
public import TollgateAppStore

/// A simulated App Store with its server side: it implements the App Store Server API and posts notifications to the
/// app's server.
///
/// The store's activity is divided into turns: a turn changes something, or advances time, and ends when every
/// notification that is due was posted and acknowledged. When ``advance(to:)`` returns, the app's server therefore
/// knows what happened until then, unless ``FaultInjection`` prevents it. A call of the Server API, which the app's
/// server may make while it handles a notification, does not wait for a turn; its notifications are posted in the next
/// one.
///
/// ## Topics
/// - Turns: ``turn(_:)``, ``advance(to:)``, ``settle()``
/// - Notifications: ``post(to:)``, ``set(_:)``, ``notificationLog(after:)``
/// - The Server API: ``refuse(_:times:retryAfter:)``, ``consumption(of:)``
/// - Both: ``beginChaos(seed:)``, ``endChaos()``
public actor StoreService {
  public nonisolated let simulator: AppStoreSimulator

  /// The key that authorizes callers of the App Store Server API.
  public nonisolated let key: StoreKey

  nonisolated let tokenCheck: TokenCheck

  /// The messages for customers who are about to cancel.
  nonisolated let messaging: RetentionMessaging

  /// The clock that callers date their tokens with.
  nonisolated let callersClock: @Sendable () -> Instant

  /// Admits one turn at a time.
  private nonisolated let lock = TaskLock()
  private let poster: NotificationPoster

  /// Waits before a post that a fault slows down, in real time.
  private let sleep: @Sendable (Duration) async -> Void

  /// The URL to which notifications are posted; nil for none.
  private(set) var address: String?

  /// The faults injected into the delivery of notifications.
  private(set) var faults = FaultInjection.none

  /// The chaos that was begun; nil for none.
  private(set) var chaos: Chaos?

  /// How many requests to the Server API chaos has seen.
  private var requestCount = 0

  /// The delivery of each notification.
  private(set) var sender: NotificationSender

  /// The consumption information that the app sent for refund requests, by transaction.
  var consumptions: [String: JSONValue] = [:]

  /// The test notifications that the app's server has requested.
  var testNotifications = TestNotifications()

  /// When requests to extend many renewal dates were first completed.
  var massExtensionDates: [MassExtension: Instant] = [:]

  /// The rejection injected into the next requests; nil for none.
  private var fault: RequestFault?

  /// Adds a server side to a store.
  ///
  /// - Parameters:
  ///   - requester: Posts real-time requests for retention messages to the app's server.
  ///   - callersClock: The clock that callers date their tokens with; nil means the store's own.
  ///   - sleep: Waits before a delayed post.
  public init(
    _ simulator: AppStoreSimulator, key: StoreKey, notifying address: String? = nil,
    poster: NotificationPoster = .http(), requester: RetentionRequester = .http(),
    callersClock: (@Sendable () -> Instant)? = nil,
    sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    self.simulator = simulator
    self.key = key
    self.address = address
    self.poster = poster
    self.callersClock = callersClock ?? { simulator.now }
    self.sleep = sleep
    tokenCheck = TokenCheck(key: key, bundleID: simulator.bundleID)
    messaging = RetentionMessaging(simulator, requester: requester)
    sender = NotificationSender(environment: simulator.environment)
  }

  /// A request to extend the renewal dates of a product, by its sender's identifier.
  struct MassExtension: Hashable {
    var productID: String
    var requestID: String
  }

  /// Performs a change, and then posts every notification that is due.
  ///
  /// - Throws: ``StoreBusyError`` if too many turns are waiting, and what the change throws.
  @discardableResult
  public func turn<Answer: Sendable>(
    _ change: @Sendable (AppStoreSimulator) throws -> Answer
  ) async throws -> Answer {
    guard await lock.enter() else { throw StoreBusyError() }
    defer { lock.leave() }
    let answer = try change(simulator)
    await deliver()
    return answer
  }

  /// Advances time: events and posts up to an instant happen in order, each at its time.
  ///
  /// - Parameter instant: An instant of the store's clock; one before it changes nothing.
  /// - Throws: ``StoreBusyError`` if too many turns are waiting.
  public func advance(to instant: Instant) async throws {
    guard await lock.enter() else { throw StoreBusyError() }
    defer { lock.leave() }
    await deliver()
    while let next = nextEvent, next <= instant {
      simulator.advance(to: next)
      await deliver()
    }
    simulator.advance(to: instant)
    await deliver()
  }

  /// Posts what is due, and returns when all of it was acknowledged.
  ///
  /// - Throws: ``StoreBusyError`` if too many turns are waiting.
  public func settle() async throws {
    try await turn { _ in }
  }

  /// Sets the URL to which notifications are posted; nil for none.
  public func post(to address: String?) {
    self.address = address
  }

  /// Sets the faults injected into the delivery of notifications.
  ///
  /// - Parameter faults: The faults; ``FaultInjection/none`` for none.
  public func set(_ faults: FaultInjection) {
    self.faults = faults
    sender.set(faults, at: simulator.now)
  }

  /// Begins chaos at the current time of the store's clock; it replaces the faults of ``set(_:)``.
  public func beginChaos(seed: UInt64) {
    let chaos = Chaos(seed: seed, beginning: simulator.now)
    self.chaos = chaos
    requestCount = 0
    sender.outages = chaos
    set(chaos.faults)
  }

  /// Ends chaos and every fault in the delivery of notifications; what is delayed still arrives at its time.
  public func endChaos() {
    chaos = nil
    sender.outages = nil
    set(.none)
  }

  /// The consumption information that the app sent for a purchase with a refund request, or nil if there isn't one yet.
  ///
  /// - Returns: The JSON that the app sent last.
  public func consumption(of transactionID: String) -> JSONValue? {
    consumptions[transactionID]
  }

  /// Decides a refund request by the consumption information that the app sent last, in a turn.
  ///
  /// Without information, or without a preference in it, the refund is granted in full.
  ///
  /// - Returns: Whether a refund of it was requested.
  /// - Throws: ``StoreBusyError`` if too many turns are waiting.
  @discardableResult
  public func decideRefund(of transactionID: String) async throws -> Bool {
    var (preference, consumed): (RefundPreference?, Int?)
    if case .object(let fields)? = consumptions[transactionID] {
      preference = fields["refundPreference"]?.text.map(RefundPreference.init(rawValue:))
      consumed = fields["consumptionPercentage"]?.integer.map(Int.init)
    }
    return try await turn { [preference, consumed] in
      $0.decideRefund(transactionID, preferring: preference, consumed: consumed)
    }
  }

  /// Rejects the next authorized requests to the Server API.
  ///
  /// - Parameters:
  ///   - code: Apple's number; its first three digits are the status.
  ///   - times: How many requests; 0 for none.
  ///   - retryAfter: How long from now callers are asked to wait, for `rateLimitExceeded`.
  public func refuse(_ code: ServerAPIErrorCode, times: Int, retryAfter: Duration = .seconds(1)) {
    fault = times > 0 ? RequestFault(code: code, timesLeft: times, retryAfter: retryAfter) : nil
  }

  /// The injected rejection of a request, which uses it up; nil for none.
  func nextInjectedRefusal() -> ServerAPIRefusal? {
    defer { fault = fault?.next }
    return fault?.refusal(at: callersClock())
  }

  /// What chaos does to the next request; nothing without chaos.
  func nextDisturbance() -> Disturbance {
    guard let chaos else { return Disturbance() }
    requestCount += 1
    return chaos.disturbance(
      ofRequest: requestCount, at: simulator.now, callersNow: callersClock())
  }

  /// Waits before an answer that chaos slows down, in real time.
  func wait(_ duration: Duration) async { await sleep(duration) }

  /// The instant of the next scheduled event or post, or nil if there isn't one.
  var nextEvent: Instant? {
    [simulator.nextEvent, sender.nextDue].compactMap { $0 }.min()
  }

  /// Posts in the next turn what a call of the Server API has caused, without waiting for it.
  nonisolated func settleSoon() {
    Task { try await settle() }
  }

  /// Posts what is due, one notification after another, and what the app's server causes in the meantime.
  private func deliver() async {
    collect()
    while let post = sender.next(at: simulator.now) {
      let result = await send(post)
      sender.answered(post, result, at: simulator.now)
      collect()
    }
  }

  /// Passes the notifications that the store has created since to the delivery.
  private func collect() {
    for notification in simulator.notifications(after: sender.lastSequence) {
      sender.enter(notification.sequence, at: simulator.now, isAddressed: address != nil)
    }
  }

  /// Makes one attempt, unless a fault loses it on the way.
  private func send(_ post: NotificationSender.Post) async -> SendAttemptResult {
    guard let address, let jws = notification(post.sequence)?.jws else { return .other }
    if post.wait > .zero { await sleep(post.wait) }
    if post.isLost { return .noResponse }
    return await poster.post(Array(#"{"signedPayload":"\#(jws)"}"#.utf8), address)
  }

  /// The store's notification at a position; nil for one that was dropped.
  nonisolated func notification(_ sequence: Int) -> SignedNotification? {
    simulator.notifications(after: sequence - 1, limit: 1).first { $0.sequence == sequence }
  }
}

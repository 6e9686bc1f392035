public import AppStore
public import AppStoreSimulator

/// A simulated App Store with its server's side: it answers the App Store Server API and posts
/// notifications to the app's server.
///
/// What the store does by itself happens in turns: a turn changes something, or lets time pass, and ends
/// when every notification that is due was posted and answered. So when ``advance(to:)`` returns, the
/// app's server knows what happened until then, unless ``Mischief`` keeps it from it. A call of the
/// Server API, which the app's server may make while it takes a notification, waits for no turn; what it
/// causes is posted in the next.
///
/// ## Topics
/// - Turns: ``turn(_:)``, ``advance(to:)``, ``settle()``
/// - Notifications: ``post(to:)``, ``set(_:)``, ``notificationLog(after:)``
/// - The Server API: ``refuse(_:times:retryAfter:)``, ``consumption(of:)``
public actor StoreService {
  /// The store.
  public nonisolated let simulator: AppStoreSimulator

  /// The key that authorizes callers of the App Store Server API.
  public nonisolated let key: StoreKey

  nonisolated let tokenCheck: TokenCheck
  nonisolated let callersClock: @Sendable () -> Milliseconds
  private nonisolated let turnstile = Turnstile()
  private let poster: NotificationPoster
  private let sleep: @Sendable (_ milliseconds: Int64) async -> Void

  /// Where notifications are posted; nil for nowhere.
  private(set) var address: String?

  private(set) var mischief = Mischief.none
  private(set) var courier: Courier

  /// What the app told of purchases whose customers want their money back, by transaction.
  var consumptions: [String: JSONValue] = [:]

  /// The test notifications by their tokens.
  var testNotifications: [String: Int] = [:]

  /// When requests to extend the renewal dates of many were done.
  var massExtensionDates: [MassExtension: Milliseconds] = [:]

  var fault: Fault?

  /// Puts a server's side to a store.
  ///
  /// - Parameters:
  ///   - simulator: The store.
  ///   - key: The key that authorizes callers.
  ///   - address: Where notifications are posted; nil for nowhere.
  ///   - poster: What posts them.
  ///   - callersClock: The clock that callers date their tokens with; nil takes the store's own.
  ///   - sleep: Waits that many milliseconds before a post that is slowed.
  public init(
    _ simulator: AppStoreSimulator, key: StoreKey, notifying address: String? = nil,
    poster: NotificationPoster = .http(), callersClock: (@Sendable () -> Milliseconds)? = nil,
    sleep: @escaping @Sendable (_ milliseconds: Int64) async -> Void = { milliseconds in
      try? await Task.sleep(for: .milliseconds(milliseconds))
    }
  ) {
    self.simulator = simulator
    self.key = key
    self.address = address
    self.poster = poster
    self.callersClock = callersClock ?? { simulator.now }
    self.sleep = sleep
    tokenCheck = TokenCheck(key: key, bundleID: simulator.bundleID)
    courier = Courier(environment: simulator.environment)
  }

  struct MassExtension: Hashable {
    var productID: String
    var requestID: String
  }

  /// Changes something, and then posts every notification that is due.
  ///
  /// - Parameter change: What changes the store.
  /// - Returns: What the change gives.
  /// - Throws: ``StoreBusyError`` when too many turns wait, and what the change throws.
  @discardableResult
  public func turn<Answer: Sendable>(
    _ change: @Sendable (AppStoreSimulator) throws -> Answer
  ) async throws -> Answer {
    guard await turnstile.enter() else { throw StoreBusyError() }
    defer { turnstile.leave() }
    let answer = try change(simulator)
    await deliver()
    return answer
  }

  /// Lets time pass: what happens and what is posted until an instant comes in order, each at its time.
  ///
  /// - Parameter instant: An instant of the store's clock; one before it changes nothing.
  /// - Throws: ``StoreBusyError`` when too many turns wait.
  public func advance(to instant: Milliseconds) async throws {
    guard await turnstile.enter() else { throw StoreBusyError() }
    defer { turnstile.leave() }
    await deliver()
    while let next = [simulator.nextEvent, courier.nextDue].compactMap({ $0 }).min(),
      next <= instant
    {
      simulator.advance(to: next)
      await deliver()
    }
    simulator.advance(to: instant)
    await deliver()
  }

  /// Posts what is due, and returns when all of it was answered.
  ///
  /// - Throws: ``StoreBusyError`` when too many turns wait.
  public func settle() async throws {
    try await turn { _ in }
  }

  /// From now on posts notifications to another address; nil for nowhere.
  ///
  /// - Parameter address: An address of HTTP or HTTPS.
  public func post(to address: String?) {
    self.address = address
  }

  /// From now on lets other things go wrong with the posting of notifications.
  ///
  /// - Parameter mischief: What goes wrong; ``Mischief/none`` for nothing.
  public func set(_ mischief: Mischief) {
    self.mischief = mischief
    courier.set(mischief, at: simulator.now)
  }

  /// Posts in the next turn what a call of the Server API has caused, without waiting for it.
  nonisolated func settleSoon() {
    Task { try await settle() }
  }

  private func deliver() async {
    collect()
    while let post = courier.next(at: simulator.now) {
      let result = await send(post)
      courier.answered(post, result, at: simulator.now)
      collect()
    }
  }

  /// Hands the courier the notifications that the store has made since.
  private func collect() {
    for notification in simulator.notifications(after: courier.lastSequence) {
      courier.enter(notification.sequence, at: simulator.now, isAddressed: address != nil)
    }
  }

  private func send(_ post: Courier.Post) async -> SendAttemptResult {
    guard let address, let jws = notification(post.sequence)?.jws else { return .other }
    if post.wait > 0 { await sleep(post.wait) }
    if post.isLost { return .noResponse }
    return await poster.post(Array(#"{"signedPayload":"\#(jws)"}"#.utf8), address)
  }

  /// The notification with a place among the store's; nil for one that was forgotten.
  nonisolated func notification(_ sequence: Int) -> SignedNotification? {
    simulator.notifications(after: sequence - 1, limit: 1).first { $0.sequence == sequence }
  }
}

/// Why a turn was not taken: too many wait already.
public struct StoreBusyError: Error, Hashable, Sendable {
  /// The stable name of the reason.
  public let code = "busy"

  /// Whether the same call may succeed later.
  public var isRetryable: Bool { true }
}

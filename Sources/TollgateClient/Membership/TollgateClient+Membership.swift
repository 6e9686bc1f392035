public import Tollgate
import TollgateWire

extension TollgateClient {
  /// How many changes are buffered for a slow listener; the oldest are dropped.
  public static let changeLimit = 100

  /// The current membership, and each change to it; a slow listener gets only the latest.
  public var membershipChanges: AsyncStream<Membership> {
    streams.memberships.stream(beginningWith: membership)
  }

  /// Confirms the cached state with the server, creates an anonymous customer on the first launch, sends waiting
  /// reports, and delivers transactions that are not finished with the store.
  ///
  /// It never fails as a whole: ``connection`` says how far it got. Before the first unlock after a restart of the
  /// device, it is postponed until the device's storage can be read.
  ///
  /// An app starts once: calls at the same time, such as those of several windows, share one, and a later call begins
  /// no new session and confirms only what the server has not confirmed within ``Configuration/refreshPause``.
  public func launch() async {
    await tasks.launch.value { await self.start() }
  }

  private func start() async {
    if !cached.freshness.hasLaunched {
      cached.freshness.hasLaunched = true
      beginSession()
    } else if session.current != nil, !isRefreshDue, !deviceState.isLocked {
      return await deliverPending()
    }
    guard deviceState.isLocked else { return await confirmCache() }
    wait(for: .launch)
    await prepare()
  }

  private func confirmCache() async {
    await refreshBlueprint()
    await refreshQuietly()
    await deliverPending()
    cached.openedAt = now ?? cached.openedAt
    reportDevice()
    await reconcileNudges()
  }

  /// Fetches the customer again, and the blueprint if it has changed.
  ///
  /// - Throws: ``ClientError`` if the server could not confirm; the known state is kept.
  public func refresh() async throws(ClientError) {
    do {
      try await fetchCustomer()
    } catch {
      connection = .failed(error.error)
      throw error.error
    }
  }

  /// Fetches the customer again; ``connection`` says whether that failed.
  func refreshQuietly() async {
    do { try await refresh() } catch { connection = .failed(error) }
  }

  /// Fetches the customer again, and the blueprint if it has changed.
  func fetchCustomer() async throws(ServerCalls.Failure) {
    guard await prepare() else { throw ServerCalls.Failure(ClientError(.storageUnavailable)) }
    var isBlueprintStale = blueprint == nil
    if let current = session.current, let now, current.isExpiring(at: now),
      try await renew(current)
    {
      isBlueprintStale = isBlueprintStale || cached.isStale
    } else if session.current == nil {
      _ = try await ensureSession()
    } else {
      let response: ServerCalls.Response<DeviceSnapshot> = try await authorized(.me)
      merge(response.value, response.signed(.snapshot))
      isBlueprintStale = response.value.blueprintRevision != cached.cachedBlueprint?.revision
    }
    // Until the blueprint arrives, another response may show again that the customer has changed.
    cached.isStale = false
    if isBlueprintStale { await refreshBlueprint() }
  }

  private func refreshBlueprint() async {
    do {
      guard let signed = try await server.blueprint(unless: cached.cachedBlueprint?.tag)
      else { return }
      do throws(ClientError) {
        cached.adopt(try signed.verified(by: server.signatures))
        save(signed, as: .blueprint)
      } catch {
        note(error)
      }
      evaluate()
      reportDownload()
    } catch {
      connection = .failed(error.error)
    }
  }

  /// Merges a whole snapshot, unless the device now acts for another customer.
  func merge(_ snapshot: DeviceSnapshot, _ response: SignedResponse) {
    perform(
      cached.received(
        snapshot, response, for: customer, uptime: configuration.uptime()))
  }

  /// Merges the facts of one write, unless the device now acts for another customer.
  func merge(_ change: ChangeResponse, _ response: SignedResponse) {
    perform(
      cached.received(
        change, response, for: customer, uptime: configuration.uptime()))
  }

  func perform(_ actions: [MembershipCache.Action]) {
    for action in actions {
      switch action {
      case .saveClock: if let clock = cached.clock { save(clock, as: .clock) }
      case .saveCustomer:
        if let customer = cached.customer {
          save(customer.responses.filter { $0.kind != .session }, as: .customer)
        }
      case .identify(let account): update(\.session) { $0.identify(account) }
      case .confirm(let instant): connection = .confirmed(instant)
      case .evaluate: evaluate()
      }
    }
  }

  /// Evaluates the membership for the current time.
  func evaluate() {
    let (membership, customer) = cached.evaluate(
      outbox.writes, reserving: outbox.performing, at: now)
    if blueprint !== cached.blueprint { blueprint = cached.blueprint }
    localCustomer = customer
    self.membership = membership
    if let membership { perform(update(\.paywalls) { $0.settle(with: membership) }) }
    scheduleWake()
  }
}

extension TollgateClient {
  /// Reads and writes what the device's storage could not provide while it was locked, and sends waiting reports.
  ///
  /// Call it on `UIApplication.protectedDataDidBecomeAvailableNotification`; `TollgateRoot` does. It is cheap and
  /// changes nothing if nothing waits.
  public func protectedDataBecameAvailable() async {
    if await prepare() { await flush() }
  }

  /// Reads the device's storage if that was not possible before, and catches up with what happened since.
  ///
  /// - Returns: Whether the storage has been read.
  @discardableResult
  func prepare() async -> Bool {
    let waiting: [DeviceState.Event]
    switch deviceState {
    case .unlocked:
      await settle()
      return true
    case .locked(let events): waiting = events
    }
    guard readDevice() else { return false }
    // All of it is stored before anything is sent.
    for event in waiting {
      switch event {
      case .purchase(let purchase): record(purchase)
      case .report(let report): enqueue(report)
      case .onboardingSeen: onboardingSeen()
      case .signOut, .launch: break
      }
    }
    if waiting.contains(.signOut) { await signOut() }
    if waiting.contains(.launch) { await confirmCache() }
    return true
  }

  /// Keeps an event until the device's storage can be read.
  func wait(for event: DeviceState.Event) {
    if update(\.deviceState, { $0.wait(for: event) }) { note(ClientError(.queueFull)) }
  }

  /// Evaluates the membership for the current time, and sends waiting reports; it fetches nothing, as ``refresh()`` does.
  ///
  /// An app on a device never needs it. A client whose configuration has no `sleep`, as in tests, does nothing when time
  /// alone changes the membership until this is called. It is cheap and changes nothing if nothing is due.
  public func reevaluate() async {
    guard await prepare() else { return }
    perform(cached.timePassed(uptime: configuration.uptime()))
    if let now, let end = presentation?.content.nextEnd, end <= now { await reloadPaywall() }
    await flush()
    await reconcileNudges()
  }

  /// Wakes at the membership's next change, if the configuration can wait, or when a purchase takes effect without the
  /// server.
  private func scheduleWake() {
    tasks.wake.cancel()
    guard let sleep = configuration.sleep, let now,
      let next = [outbox.nextDecision(after: now), membership?.nextChange].compactMap({ $0 }).min()
    else { return }
    tasks.wake.start(after: max(.zero, now.duration(to: next)), sleep: sleep) { [weak self] in
      await self?.reevaluate()
    }
  }
}

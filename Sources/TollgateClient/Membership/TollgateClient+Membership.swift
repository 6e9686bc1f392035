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
    reportDevice()
    cached.openedAt = now ?? cached.openedAt
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

  /// Evaluates the membership after time has passed, and sends waiting reports.
  ///
  /// Call it when the app comes to the foreground, and at the membership's `nextChange` if the configuration has no
  /// `sleep`. It is cheap and changes nothing if nothing is due.
  public func timePassed() async {
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
      await self?.timePassed()
    }
  }
}

extension TollgateClient {
  /// Where the app navigates from its current screen, by the blueprint's routes; nil if no route matches.
  ///
  /// Query it at launch, and again after every change of ``membership``, ``account`` and ``hasJustSubscribed``.
  ///
  /// - Parameter screen: The screen the app is on; nil at launch, before the first screen.
  /// - Returns: The first route that matches. One whose `screen` is nil leaves the app on its current screen.
  public func route(from screen: String?) -> Route? {
    membership?.route(
      Route.Context(
        session: account == nil ? .signedOut : .signedIn, location: screen,
        hasSeenOnboarding: hasSeenOnboarding, hasJustSubscribed: hasJustSubscribed))
  }

  /// Records that onboarding was completed; this installation does not show it again, regardless of who signs in or out.
  public func onboardingSeen() {
    switch deviceState {
    case .locked: wait(for: .onboardingSeen)
    case .unlocked(var installation):
      installation.hasSeenOnboarding = true
      deviceState = .unlocked(installation)
      save(true, as: .onboarding)
    }
  }

  /// Records that the app followed ``route(from:)`` after a purchase, which counts once.
  public func acknowledgeSubscription() { update(\.paywalls) { $0.acknowledgeSubscription() } }
}

extension TollgateClient {
  /// The notifications that the membership plans for this device; none while it is not known.
  var plannedNudges: [PlannedNudge] {
    membership?.nudges(
      inTimeZone: configuration.timeZoneName, openedAt: cached.openedAt) ?? []
  }

  /// Updates the device's notifications to match the plan, in the fewest steps, one run at a time.
  func reconcileNudges() async {
    guard let scheduler = configuration.nudges else { return }
    await tasks.nudges.run { await self.reconcile(with: scheduler) }
  }

  private func reconcile(with scheduler: any NudgeScheduler) async {
    await reportDelivered()
    guard let membership, let now, membership.phase != .unknown else { return }
    let ticket = session.ticket
    // Notifications that the system holds and the client has no record of, as after a crash, are cancelled. Those that
    // the system no longer holds were delivered or cleared by the user; they are not sent again.
    if let waiting = await scheduler.waiting() {
      for stray in waiting.subtracting(cached.scheduledNudges.map(\.id)).sorted() {
        await scheduler.cancel(stray)
      }
    }
    // The plan of a person who has signed out meanwhile is no longer followed.
    guard session.standing(of: ticket) != .left else { return }
    for step in NudgeChange.steps(from: cached.scheduledNudges, to: plannedNudges) {
      switch step {
      case .add(let nudge), .move(let nudge):
        let line = text(nudge.text) ?? nudge.text.rawValue
        cached.scheduledNudges.removeAll { $0.id == nudge.id }
        let isScheduled = await scheduler.schedule(
          nudge, saying: line, in: now.duration(to: nudge.at))
        // A person who has signed out meanwhile gets no reminders.
        guard session.standing(of: ticket) != .left else { return await scheduler.cancel(nudge.id) }
        if isScheduled { cached.scheduledNudges.append(nudge) }
      case .cancel(let id):
        await scheduler.cancel(id)
        guard session.standing(of: ticket) != .left else { return }
        cached.scheduledNudges.removeAll { $0.id == id }
      }
      save(cached.scheduledNudges, as: .nudges)
    }
  }

  /// Reports the nudges whose instant has passed, so that none is repeated, here or on another device.
  private func reportDelivered() async {
    guard let now else { return }
    let delivered = cached.scheduledNudges.filter { $0.at <= now }
    guard !delivered.isEmpty else { return }
    cached.scheduledNudges.removeAll { $0.at <= now }
    save(cached.scheduledNudges, as: .nudges)
    for nudge in delivered { enqueue(.nudge(nudge.nudge, occurrence: nudge.occurrence)) }
    await flush()
  }

  /// Cancels every scheduled notification.
  func cancelNudges() async {
    guard let scheduler = configuration.nudges else { return }
    for nudge in cached.scheduledNudges { await scheduler.cancel(nudge.id) }
    cached.scheduledNudges = []
    remove(.nudges)
  }
}

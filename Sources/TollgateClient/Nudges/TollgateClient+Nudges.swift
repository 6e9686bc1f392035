public import Tollgate

extension TollgateClient {
  /// Asks the customer for the permission to send notifications, and schedules the nudges that waited for it.
  ///
  /// The client never asks by itself. The system shows its question once, so call this when the customer can see what
  /// the reminders are for, such as when a trial has begun. While no nudge is planned, nobody is asked.
  ///
  /// - Returns: Whether the app may send notifications; false also if nobody was asked.
  @discardableResult
  public func requestNotificationAuthorization() async -> Bool {
    guard let scheduler = configuration.nudges, !plannedNudges.isEmpty else { return false }
    guard await scheduler.requestAuthorization() else { return false }
    await reconcileNudges()
    return true
  }

  /// Shows the paywall that the blueprint names for a nudge, as the customer tapped its notification.
  ///
  /// The tap may have started the app: a client that knows nothing yet is launched first. For a push notification that
  /// your backend sends for a nudge `by: webhook`, pass the nudge's name.
  ///
  /// - Parameter nudge: The nudge, or the name under which one of its deliveries was scheduled.
  /// - Returns: The outcome; `notFound` if there is no such nudge or it opens no paywall. Nothing is shown to customers
  ///   who have what the paywall sells.
  @discardableResult
  public func nudgeTapped(_ nudge: Nudge.ID) async -> PaywallOutcome {
    let nudge = PlannedNudge.nudge(scheduledAs: nudge)
    if phase == .unknown { await launch() }
    let paywall = blueprint?.definition.nudges.first { $0.id == nudge }?.paywall
    guard let paywall else { return .skipped(.notFound) }
    return await showPaywall(paywall)
  }

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
    // If the person has signed out in the meantime, their plan is no longer followed.
    guard session.standing(of: ticket) != .left else { return }
    for step in NudgeChange.steps(from: cached.scheduledNudges, to: plannedNudges) {
      switch step {
      case .add(let nudge), .move(let nudge):
        let line =
          text(nudge.text, product: nil, offer: nil, feature: nil, readAt: nudge.at)
          ?? nudge.text.rawValue
        cached.scheduledNudges.removeAll { $0.id == nudge.id }
        let isScheduled = await scheduler.schedule(
          nudge, saying: line, in: now.duration(to: nudge.at))
        // A person who has signed out in the meantime gets no reminders.
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

import Tollgate

extension TollgateClient {
  /// Updates the device's notifications to match the plan, in the fewest steps, one run at a time.
  func reconcileNudges() async {
    guard let scheduler = configuration.nudges else { return }
    let previous = scheduling
    let task = Task {
      await previous?.value
      await reconcile(with: scheduler)
    }
    scheduling = task
    await task.value
  }

  private func reconcile(with scheduler: any NudgeScheduler) async {
    await reportDelivered()
    guard let membership, let now, membership.phase != .unknown else { return }
    // Notifications that the system holds and the client has no record of, as after a crash, are cancelled. Those that
    // the system no longer holds were delivered or cleared by the user; they are not sent again.
    if let waiting = await scheduler.waiting() {
      for stray in waiting.subtracting(scheduledNudges.map(\.id)).sorted() {
        await scheduler.cancel(stray)
      }
    }
    let signOuts = signOuts
    for step in NudgeChange.steps(from: scheduledNudges, to: membership.nudges) {
      switch step {
      case .add(let nudge), .move(let nudge):
        let line = text(nudge.text) ?? nudge.text.rawValue
        scheduledNudges.removeAll { $0.id == nudge.id }
        let isScheduled = await scheduler.schedule(
          nudge, saying: line, in: now.duration(to: nudge.at))
        // A person who has signed out meanwhile gets no reminders.
        guard signOuts == self.signOuts else { return await scheduler.cancel(nudge.id) }
        if isScheduled { scheduledNudges.append(nudge) }
      case .cancel(let id):
        await scheduler.cancel(id)
        guard signOuts == self.signOuts else { return }
        scheduledNudges.removeAll { $0.id == id }
      }
      save(scheduledNudges, as: .nudges)
    }
  }

  /// Reports the nudges whose instant has passed, so that none is repeated, here or on another device.
  private func reportDelivered() async {
    guard let now else { return }
    let delivered = scheduledNudges.filter { $0.at <= now }
    guard !delivered.isEmpty else { return }
    scheduledNudges.removeAll { $0.at <= now }
    save(scheduledNudges, as: .nudges)
    for nudge in delivered { enqueue(.nudge(nudge.id, occurrence: nudge.occurrence)) }
    await flush()
  }

  /// Cancels every scheduled notification.
  func cancelNudges() async {
    guard let scheduler = configuration.nudges else { return }
    for nudge in scheduledNudges { await scheduler.cancel(nudge.id) }
    scheduledNudges = []
    forget(.nudges)
  }
}

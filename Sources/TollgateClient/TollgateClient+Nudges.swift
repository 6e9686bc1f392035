import Tollgate

extension TollgateClient {
  /// Brings the device's notifications in line with the plan, by the fewest steps, one run at a time.
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
    // What the system holds and nobody remembers, as after a crash, is taken back. What it no longer holds has come, or
    // was swept away with the others: it is not sent again.
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
        let isScheduled = await scheduler.schedule(nudge, saying: line, in: nudge.at.since(now))
        // Somebody who has signed out meanwhile is not reminded of anything.
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

  /// Reports the nudges whose instant has come, so that none is sent again, here or on another device.
  private func reportDelivered() async {
    guard let now else { return }
    let delivered = scheduledNudges.filter { $0.at <= now }
    guard !delivered.isEmpty else { return }
    scheduledNudges.removeAll { $0.at <= now }
    save(scheduledNudges, as: .nudges)
    for nudge in delivered { enqueue(.nudge(nudge.id, occurrence: nudge.occurrence)) }
    await flush()
  }

  /// Takes back every scheduled notification.
  func cancelNudges() async {
    guard let scheduler = configuration.nudges else { return }
    for nudge in scheduledNudges { await scheduler.cancel(nudge.id) }
    scheduledNudges = []
    forget(.nudges)
  }
}

public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Records that a milestone was reached, and reports it in the background.
  ///
  /// It returns once the device has stored the report, without waiting for the network; ``phase`` and access follow at
  /// once.
  ///
  /// - Parameter milestone: The milestone; reporting it again changes nothing, and neither does reporting one that the
  ///   blueprint leaves to the app's backend.
  public func recordMilestone(_ milestone: Milestone.ID) async {
    expect(milestone, "milestone") { definition in
      definition.milestones.filter { !definition.backendMilestones.contains($0) }
    }
    if blueprint?.definition.backendMilestones.contains(milestone) ?? false { return }
    enqueue(.milestone(milestone))
    await reportInBackground()
  }

  /// Records that a prompt was dismissed, and reports it in the background; the prompt disappears at once if its
  /// patience is exhausted.
  ///
  /// It returns once the device has stored the report, without waiting for the network.
  public func dismiss(_ prompt: Prompt.ID) async {
    expect(prompt, "prompt") { $0.prompts.map(\.id) }
    enqueue(.dismissal(prompt))
    await reportInBackground()
  }
}

extension TollgateClient {
  /// Waits until what was just recorded is stored on the device, and sends it without being waited for.
  func reportInBackground() async {
    await settle()
    tasks.reports.start { [weak self] in
      await self?.flush()
      await self?.reconcileNudges()
    }
  }

  /// Waits until every report that was sent in the background has arrived or failed.
  package func reported() async { await tasks.reports.finish() }

  /// Stores a report on the device, to be sent as soon as the network allows.
  func enqueue(_ report: PendingWrite.Report) {
    guard !deviceState.isLocked else { return wait(for: .report(report)) }
    let write = PendingWrite(
      key: Idempotency.Key(configuration.makeID()), customer: customer, report: report, at: now,
      isAnonymous: session.isAnonymous)
    perform(update(\.outbox) { $0.append(write) })
  }
}

public import Tollgate

extension TollgateClient {
  /// Records that the app left the foreground.
  public func wentToBackground() { update(\.paywalls) { $0.leftForeground(at: now) } }

  /// Records that the app is back in the foreground, evaluates the membership after the time that has passed, and
  /// fetches what has changed on the server: grants, refunds, purchases elsewhere, a new blueprint.
  ///
  /// It contacts the server only if the server has not sent the whole customer within ``Configuration/refreshPause``;
  /// if it cannot be reached, ``connection`` says so and the known state is kept.
  ///
  /// The system may have removed a paywall's view without notice. The presentation follows what is
  /// really on screen, so that no later request is ignored.
  ///
  /// - Parameter paywall: The paywall whose view is on screen now; nil means none.
  public func cameToForeground(showing paywall: Paywall.ID?) async {
    perform(update(\.paywalls) { $0.enteredForeground(showing: paywall, at: now) })
    await catchUp()
  }

  /// Fetches what has changed on the server while the app is in the background, sends waiting reports, and updates the
  /// notifications.
  ///
  /// Call it in a background refresh task (`.backgroundTask(.appRefresh(…))`, `BGAppRefreshTask`) and when a silent
  /// push notification arrives (`application(_:didReceiveRemoteNotification:)`). The app need not have been launched.
  /// It shows nothing, and creates no customer.
  ///
  /// - Returns: Whether the customer's membership or the blueprint has changed.
  /// - Throws: ``ClientError`` if the server could not confirm, or with code `storageUnavailable` before the first
  ///   unlock after a restart of the device; the known state is kept.
  @discardableResult
  public func refreshInBackground() async throws(ClientError) -> Bool {
    guard await prepare() else { throw ClientError(.storageUnavailable) }
    guard session.current != nil else { return false }
    let before = membership
    await deliverPending()
    try await refresh()
    await reconcileNudges()
    guard let before, let membership else { return before != membership }
    return !before.answers(like: membership)
  }

  /// Evaluates the membership at the current time, and fetches what has changed on the server.
  private func catchUp() async {
    cached.openedAt = now ?? cached.openedAt
    await reevaluate()
    await tasks.launch.wait()
    reportOpening()
    guard isRefreshDue else { return }
    await tasks.refresh.value { await self.refreshQuietly() }
    reportDevice()
    await reconcileNudges()
  }

  /// Whether the state should be confirmed; after a sign-out, there is no customer to fetch.
  var isRefreshDue: Bool {
    guard !deviceState.isLocked else { return false }
    let isUnconfirmed =
      switch connection {
      case .remembered, .confirmed: false
      case .failed(let error): error.isRetryable
      }
    let isDue = cached.freshness.isDue(
      at: configuration.uptime(), after: configuration.refreshPause)
    return (session.current != nil || isUnconfirmed) && (blueprint == nil || isDue)
  }
}

extension TollgateClient {
  /// The paywall that a place shows; nil if another place shows it, or if there isn't one.
  package func presentation(in host: PaywallHost) -> PaywallPresentation? {
    paywalls.hosts.showing == host ? presentation : nil
  }

  /// Whether a place would show the paywall that the customer requested and that is being loaded.
  package func isLoadingPaywall(in host: PaywallHost) -> Bool {
    isLoadingPaywall && paywalls.hosts.next == host
  }

  /// How often the app has returned from the background.
  package var returns: Int { paywalls.returns }

  /// Records what happened to a place that can show a paywall.
  ///
  /// - Parameter event: The event. If the place's window became active, the client catches up with the server as in
  ///   ``cameToForeground(showing:)``.
  package func record(_ event: PaywallHost.Event, of host: PaywallHost) async {
    let actions = update(\.paywalls) { $0.record(event, of: host, at: now) }
    perform(actions)
    if event == .becameActive {
      await catchUp()
    } else if actions.contains(where: \.isReport) {
      await flush()
    }
  }
}

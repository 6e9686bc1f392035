public import Tollgate

extension TollgateClient {
  /// Decides anew after time has passed, and sends what waits.
  ///
  /// Call it when the app comes to the foreground, and at the membership's `nextChange` where the configuration has no
  /// `sleep`. It is cheap and changes nothing where nothing is due.
  public func timePassed() async {
    clock?.settle(uptime: configuration.uptime())
    saveClock()
    recompute()
    await flush()
    await reconcileNudges()
  }

  /// Begins a new session: a paywall may show by itself again.
  ///
  /// Launching begins one; call this when the app comes back after a long time in the background.
  public func beginSession() { hasShownPaywall = false }

  /// Wakes at the membership's next change, where the configuration can wait.
  func setAlarm() {
    alarm?.cancel()
    alarm = nil
    guard let sleep = configuration.sleep, let now, let next = membership?.nextChange else {
      return
    }
    let wait = Duration.milliseconds(max(0, next.since(now)))
    alarm = Task { [weak self] in
      do { try await sleep(wait) } catch { return }
      await self?.timePassed()
    }
  }

  /// The screen to start on, by the blueprint's table; nil where it has none.
  ///
  /// - Parameter hasSeenOnboarding: Whether onboarding was shown on this device.
  /// - Returns: The first route of the table whose condition holds.
  public func route(hasSeenOnboarding: Bool) -> Route? {
    membership?.route(
      Route.Context(
        session: session?.account == nil ? .none : .signedIn,
        hasSeenOnboarding: hasSeenOnboarding, hasJustSubscribed: hasJustSubscribed))
  }

  /// Says that the app went where ``route(hasSeenOnboarding:)`` led after a purchase, which counts once.
  public func acknowledgeSubscription() { hasJustSubscribed = false }
}

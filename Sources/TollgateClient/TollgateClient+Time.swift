public import Tollgate

extension TollgateClient {
  /// Evaluates the membership after time has passed, and sends waiting reports.
  ///
  /// Call it when the app comes to the foreground, and at the membership's `nextChange` if the configuration has no
  /// `sleep`. It is cheap and changes nothing if nothing is due.
  public func timePassed() async {
    clock?.settle(uptime: configuration.uptime())
    saveClock()
    recompute()
    await flush()
    await reconcileNudges()
  }

  /// How long the app may be in the background before a new session begins: 30 minutes.
  public static let sessionPatience = Duration.minutes(30)

  /// Begins a new session, in which a paywall may again show automatically.
  ///
  /// Launching begins one, and so does ``cameToForeground(showing:)`` after a long time.
  public func beginSession() { hasShownPaywall = false }

  /// Records that the app left the foreground.
  public func wentToBackground() { leftAt = now }

  /// Records that the app is back in the foreground, and evaluates the membership after the time that has passed.
  ///
  /// The system may have removed a paywall's view in the meantime without notice. The presentation follows what is
  /// really on screen, so that no later request is ignored.
  ///
  /// - Parameter paywall: The paywall whose view is on screen now; nil means none.
  public func cameToForeground(showing paywall: Paywall.ID?) async {
    if let now, let leftAt, leftAt.duration(to: now) >= Self.sessionPatience { beginSession() }
    leftAt = nil
    loading = nil
    if let presentation, presentation.paywall != paywall {
      endPresentation(presentation.stage.ending)
    }
    await timePassed()
  }

  /// Wakes at the membership's next change, if the configuration can wait, or when a purchase takes effect without the
  /// server.
  func setAlarm() {
    alarm?.cancel()
    alarm = nil
    guard let sleep = configuration.sleep, let now else { return }
    let decisions = outbox.filter { $0.key != awaited?.key }.compactMap(\.decidesAt).filter {
      now < $0
    }
    guard let next = (decisions + [membership?.nextChange].compactMap { $0 }).min() else { return }
    let wait = max(.zero, now.duration(to: next))
    alarm = Task { [weak self] in
      do { try await sleep(wait) } catch { return }
      await self?.timePassed()
    }
  }
}

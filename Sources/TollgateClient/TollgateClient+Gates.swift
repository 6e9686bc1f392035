public import Tollgate

extension TollgateClient {
  /// Shows a placement's paywall if the blueprint says so, waits until it is closed, and then performs the app's action
  /// if the outcome permits it (``PlacementOutcome/opens(gate:)``).
  ///
  /// - Parameters:
  ///   - placement: The placement's name in the blueprint.
  ///   - action: The action behind the placement.
  ///   - onShow: Called when the paywall is on screen.
  /// - Returns: The outcome.
  @discardableResult
  public func register(
    _ placement: Placement.ID, _ action: @MainActor () async -> Void = {},
    onShow: ((PaywallPresentation) -> Void)? = nil
  ) async -> PlacementOutcome {
    let showing = await show(at: placement)
    if let presentation = showing.presentation { onShow?(presentation) }
    let ending = await ending(of: showing)
    let outcome: PlacementOutcome =
      switch showing.outcome {
      case .skipped(let reason): .skipped(reason)
      case .shown(let paywall): .shown(paywall, ending)
      }
    if outcome.opens(gate: blueprint?.placement(placement)?.isGate ?? true) { await action() }
    return outcome
  }

  /// Performs an action that a feature allows; if access is denied, shows the paywall it names and checks again
  /// afterwards.
  ///
  /// Nothing is counted: counted uses go through ``use(_:item:cost:key:)``. While access is unknown the action is performed,
  /// because access is never removed on a guess.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - action: The action it allows.
  /// - Returns: The final access to the feature.
  @discardableResult
  public func gate(
    _ feature: Feature.ID, _ action: @MainActor () async -> Void
  ) async -> Access {
    if case .denied(let denial) = access(to: feature), denial.paywall != nil {
      _ = await ending(of: show(for: feature))
    }
    let access = access(to: feature)
    switch access {
    case .allowed, .unknown: await action()
    case .denied: break
    }
    return access
  }
}

extension TollgateClient {
  /// Waits for a paywall to end; meanwhile its showing is reported to the server.
  private func ending(of showing: Showing) async -> PlacementOutcome.Ending {
    guard let shown = showing.presentation else { return .dismissed }
    Task { await flush() }
    guard presentation?.id == shown.id else { return .dismissed }
    return await withCheckedContinuation { awaitingEnd.append($0) }
  }

  /// Removes the paywall from the screen and notifies those waiting for it.
  func endPresentation(_ ending: PlacementOutcome.Ending) {
    presentation = nil
    let waiting = awaitingEnd
    awaitingEnd = []
    for continuation in waiting { continuation.resume(returning: ending) }
  }
}

public import Tollgate

extension TollgateClient {
  /// Shows a placement's paywall where the blueprint says so, waits until it is closed, and then does what the app wants
  /// to do there, where the outcome opens it (``PlacementOutcome/opens(gate:)``).
  ///
  /// - Parameters:
  ///   - placement: The placement's name in the blueprint.
  ///   - action: What the app wants to do there.
  ///   - onShow: Called when the paywall is on screen.
  /// - Returns: What became of it.
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

  /// Does what a feature allows; where it is denied, the paywall it names shows first, and it is asked again afterwards.
  ///
  /// Nothing is counted: what counts is asked for with ``use(_:item:key:)``. While unknown it is done, for nothing is taken
  /// away on a guess.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - action: What it allows.
  /// - Returns: What the feature answers in the end.
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
  /// How a paywall ends, once it has; meanwhile the server is told that it shows.
  private func ending(of showing: Showing) async -> PlacementOutcome.Ending {
    guard let shown = showing.presentation else { return .dismissed }
    Task { await flush() }
    guard presentation?.id == shown.id else { return .dismissed }
    return await withCheckedContinuation { awaitingEnd.append($0) }
  }

  /// Takes the paywall off the screen and tells those who wait for it.
  func endPresentation(_ ending: PlacementOutcome.Ending) {
    presentation = nil
    let waiting = awaitingEnd
    awaitingEnd = []
    for continuation in waiting { continuation.resume(returning: ending) }
  }
}

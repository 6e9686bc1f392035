public import Tollgate

extension TollgateClient {
  /// The result of a request to show a paywall.
  public enum PaywallOutcome: Hashable, Sendable {
    /// The reason that no paywall was shown.
    public enum Reason: Hashable, Sendable, CaseIterable {
      /// It is not known what the customer has.
      case unknown
      /// The customer has everything it sells, or has bought it and the purchase waits for the server.
      case entitled
      /// The placement's condition does not hold, or the rule that denies the feature hides its paywall.
      case notNow
      /// One is on screen or being loaded, or a purchase is under way.
      case onScreen
      /// One was shown in this session already.
      case alreadyShown
      /// It was shown on this device not long ago.
      case coolingDown
      /// The customer has been shown as many paywalls, on all devices, as the blueprint's `paywallLimit` allows.
      case limitReached
      /// The customer is in the hold-out group that never sees it.
      case heldOut
      /// The blueprint has no such placement or paywall.
      case notFound
    }

    /// It is on screen.
    case shown(Paywall.ID)
    /// It is not.
    case skipped(Reason)
  }
}

/// The result of a visit to a placement.
public enum PlacementOutcome: Hashable, Sendable {
  /// How a paywall ended.
  public enum Ending: Hashable, Sendable {
    /// The customer bought.
    case purchased
    /// The customer turned out to have what it sells: restored, bought elsewhere or granted by support.
    case restored
    /// The customer closed it.
    case dismissed
    /// It was closed with a purchase that failed or is still pending.
    case failed(PurchaseProblem)
  }

  /// A paywall was shown, and this is how it ended.
  case shown(Paywall.ID, Ending)
  /// No paywall was shown.
  case skipped(TollgateClient.PaywallOutcome.Reason)

  /// Whether the app may now perform the action behind the placement.
  ///
  /// | outcome | a gate | not a gate |
  /// |---|---|---|
  /// | purchased, restored, entitled | yes | yes |
  /// | not now, held out, unknown | yes | yes |
  /// | dismissed, failed, already shown, cooling down, limit reached | no | yes |
  /// | on screen, not found | no | no |
  ///
  /// - Parameter gate: Whether the blueprint makes the placement a gate.
  /// - Returns: Whether the action may be performed.
  public func opens(gate: Bool) -> Bool {
    switch self {
    case .shown(_, .purchased), .shown(_, .restored): true
    case .shown(_, .dismissed), .shown(_, .failed): !gate
    case .skipped(let reason):
      switch reason {
      case .entitled, .notNow, .heldOut, .unknown: true
      case .alreadyShown, .coolingDown, .limitReached: !gate
      case .onScreen, .notFound: false
      }
    }
  }
}

extension PaywallPresentation.Stage {
  /// The ending of a paywall that is closed at this stage.
  var ending: PlacementOutcome.Ending {
    switch self {
    case .welcome: .purchased
    case .offering, .purchasing: .dismissed
    case .pending(let problem), .failed(let problem): .failed(problem)
    }
  }
}

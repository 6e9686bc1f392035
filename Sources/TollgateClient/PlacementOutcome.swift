public import Tollgate

extension TollgateClient {
  /// What became of a request to show a paywall.
  public enum PaywallOutcome: Hashable, Sendable {
    /// Why no paywall came.
    public enum Reason: Hashable, Sendable, CaseIterable {
      /// It could not be told what the customer has.
      case unknown
      /// The customer has everything it sells.
      case entitled
      /// The placement's condition does not hold.
      case notNow
      /// One is on screen or being loaded, or a purchase is under way.
      case onScreen
      /// One was shown in this session already.
      case alreadyShown
      /// It was shown on this device not long ago.
      case coolingDown
      /// The customer is among those who never see it.
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

/// What became of a placement that an app came by.
public enum PlacementOutcome: Hashable, Sendable {
  /// How a paywall ended.
  public enum Ending: Hashable, Sendable {
    /// The customer bought.
    case purchased
    /// The customer turned out to have what it sells: restored, bought elsewhere, or given by support.
    case restored
    /// The customer closed it.
    case dismissed
    /// It was closed with a purchase that failed or still waits.
    case failed(PurchaseProblem)
  }

  /// A paywall was shown, and this is how it ended.
  case shown(Paywall.ID, Ending)
  /// No paywall was shown.
  case skipped(TollgateClient.PaywallOutcome.Reason)

  /// Whether what the app wants to do at the placement may be done now.
  ///
  /// | outcome | a gate | not a gate |
  /// |---|---|---|
  /// | purchased, restored, entitled | yes | yes |
  /// | not now, held out, unknown | yes | yes |
  /// | dismissed, failed, already shown, cooling down | no | yes |
  /// | on screen, not found | no | no |
  ///
  /// - Parameter gate: Whether the placement is a gate by the blueprint.
  /// - Returns: Whether it opens.
  public func opens(gate: Bool) -> Bool {
    switch self {
    case .shown(_, .purchased), .shown(_, .restored): true
    case .shown(_, .dismissed), .shown(_, .failed): !gate
    case .skipped(let reason):
      switch reason {
      case .entitled, .notNow, .heldOut, .unknown: true
      case .alreadyShown, .coolingDown: !gate
      case .onScreen, .notFound: false
      }
    }
  }
}

extension PaywallPresentation.Stage {
  /// How a paywall ends that is closed at this stage.
  var ending: PlacementOutcome.Ending {
    switch self {
    case .welcome: .purchased
    case .offering, .purchasing: .dismissed
    case .pending(let problem), .failed(let problem): .failed(problem)
    }
  }
}

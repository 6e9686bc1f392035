/// A time in which a customer has some entitlements in addition to the plan: it changes no phase, limit or paywall.
///
/// A blueprint has one ``Trial``, the main trial, which affects the phase, and any number of these: three days of a
/// higher tier after a milestone, for example. Only the server starts one, once for each customer.
public struct AddOnTrial: Hashable, Sendable, Identifiable {
  /// The trial's name, which no other trial of the blueprint has.
  public typealias ID = Trial.ID

  /// What starts it.
  public enum Start: Hashable, Sendable {
    /// Opening the customer's first account.
    case signUp
    /// Being seen for the first time, as with the first launch of the app; no account is needed.
    case firstSeen
    /// Reaching a milestone, with or without an account.
    case milestone(Milestone.ID)
  }

  /// The trial's name.
  public let id: ID
  public let start: Start
  /// What must hold at that moment; if it does not, the trial never starts for the customer.
  ///
  /// It sees the customer after what starts the trial: the milestone is reached, the account is open.
  public let when: Condition
  /// How long it lasts.
  public let lasts: Period
  /// The entitlements that it gives, at least one.
  public let entitlements: [Entitlement.ID]
  /// How often a customer may have it.
  public let oncePer: Trial.Scope

  public init(
    id: ID, start: Start, when: Condition = .always, lasts: Period,
    entitlements: [Entitlement.ID], oncePer: Trial.Scope = .accountAndDevice
  ) {
    self.id = id
    self.start = start
    self.when = when
    self.lasts = lasts
    self.entitlements = entitlements
    self.oncePer = oncePer
  }

  /// What it gives, as its start records it.
  public var terms: Trial.Terms { Trial.Terms(lasts: lasts, entitlements: entitlements) }
}

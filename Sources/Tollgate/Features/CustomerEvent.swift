/// An event in a customer's past; conditions test when and how often it happened.
public enum CustomerEvent: Hashable, Sendable {
  /// The customer created an account; the first, if there are several.
  case signUp
  /// A device of the customer was first seen; the first device, if there are several.
  case firstSeen
  /// The app was opened; once on each day.
  case opened
  /// The app was opened in a later version than ever before; the first version that is known does not count.
  case updated
  case firstPurchase
  /// A purchase: a subscription begins, or begins again after it ended, or a product that does not renew is bought.
  ///
  /// Renewals and changes of plan belong to the purchase of their subscription. A purchase does not count once it is
  /// refunded or transferred to another customer, nor if a family member made it.
  case purchase
  /// The store renewed a subscription: at the end of a period, also of a free trial, or once it collected a payment that
  /// had failed.
  ///
  /// A period that replaces a running one, as after an upgrade, is not a renewal, nor is one that the customer buys after
  /// the subscription has ended. A renewal does not count once it is
  /// refunded or its purchase is transferred to another customer, nor if a family member paid for it.
  case renewal
  /// The customer turned off the renewal of a subscription that gave access; at most once in each of its periods.
  case cancellation
  /// A purchase or one period of a subscription was refunded to the customer.
  case refund
  /// The plan ended; it has not happened while something else gives the plan.
  ///
  /// It happens at the end of what was paid for or granted, even if a grace period follows.
  case lapse
  /// The trial that the membership shows started.
  case trialStart
  /// The trial that the membership shows ended, by time, with its last use or otherwise.
  case trialEnd
  /// A milestone was reached.
  case milestone(Milestone.ID)
  /// A feature was used; a use that only credits pay for does not count.
  case use(Feature.ID)
  /// A prompt was dismissed.
  case dismissal(Prompt.ID)
  /// A paywall was shown.
  case paywall(Paywall.ID)
  /// Any paywall was shown, whatever led to it.
  case anyPaywall
  /// A paywall was closed without buying.
  case closed(Paywall.ID)
  /// A product was bought, also after it ended, or a running subscription was changed to it; its renewals do not count.
  ///
  /// What counts is otherwise as for ``purchase``.
  case bought(CatalogProduct.ID)
  /// A date came, for everybody.
  case date(EventDate)
  /// A season began, for everybody; it counts only while the season is on.
  case season(Season)
  /// An end came near; it counts only until that end.
  case ending(Ending)
  /// The customer invited somebody to a team that they own; it counts until the invitation expires or the member leaves.
  case member(Team.ID)

  /// Whether it can happen more than once.
  public var isRepeatable: Bool { traits.contains(.repeats) }

  /// Whether it follows from when the app was opened, which clients report only if a blueprint depends on it.
  var isOpening: Bool { self == .opened || self == .updated }
}

/// What is true of some events: the engine, the advice and the explorer ask for these instead of naming every event.
package struct CustomerEventTraits: OptionSet, Sendable {
  /// It can happen more than once.
  package static let repeats = CustomerEventTraits(rawValue: 1)
  /// It happens because time passes.
  package static let comesWithTime = CustomerEventTraits(rawValue: 2)
  /// It happens only to customers who bought something or had a trial.
  package static let isOfBuyers = CustomerEventTraits(rawValue: 4)
  /// Only a device says that it happened, and no history of the explorer contains it.
  package static let isReported = CustomerEventTraits(rawValue: 8)
  /// A wallet can give credits for it.
  package static let givesCredits = CustomerEventTraits(rawValue: 16)
  /// Only owners of teams do this, and no history of the explorer has one.
  package static let isOfOwners = CustomerEventTraits(rawValue: 32)

  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension CustomerEvent {
  package var traits: CustomerEventTraits {
    switch self {
    case .signUp, .firstSeen, .milestone: .givesCredits
    case .use: [.repeats, .givesCredits]
    case .opened, .updated, .dismissal, .paywall, .anyPaywall, .closed: [.repeats, .isReported]
    case .purchase, .renewal, .cancellation, .refund, .bought: [.repeats, .isOfBuyers]
    case .firstPurchase, .trialStart: .isOfBuyers
    case .lapse, .trialEnd, .ending: [.comesWithTime, .isOfBuyers]
    case .date, .season: .comesWithTime
    case .member: [.repeats, .isOfOwners]
    }
  }
}

extension CustomerEvent {
  /// The kinds of events, by the words that blueprints have for them.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case signUp, firstSeen, opened, updated, firstPurchase, purchase, renewal, cancellation, refund,
      lapse
    case trialStart, trialEnd, milestone, use, dismissal, paywall, closed, bought
    case date, season, ending, member
  }

  /// The event of a kind, about what has a name; nil if the kind needs another name, or one at all.
  package init?(kind: Kind, name: String? = nil) {
    func named<Thing>(_ event: (Identifier<Thing>) -> CustomerEvent) -> CustomerEvent? {
      name.map { event(Identifier($0)) }
    }
    let event: CustomerEvent? =
      switch kind {
      case .signUp: .signUp
      case .firstSeen: .firstSeen
      case .opened: .opened
      case .updated: .updated
      case .firstPurchase: .firstPurchase
      case .purchase: .purchase
      case .renewal: .renewal
      case .cancellation: .cancellation
      case .refund: .refund
      case .lapse: .lapse
      case .trialStart: .trialStart
      case .trialEnd: .trialEnd
      case .milestone: named(CustomerEvent.milestone)
      case .use: named(CustomerEvent.use)
      case .dismissal: named(CustomerEvent.dismissal)
      case .paywall: name == nil ? .anyPaywall : named(CustomerEvent.paywall)
      case .closed: named(CustomerEvent.closed)
      case .bought: named(CustomerEvent.bought)
      case .date: name.flatMap { EventDate($0) }.map(CustomerEvent.date)
      case .season: name.flatMap { Season($0) }.map(CustomerEvent.season)
      case .ending: name.flatMap { Ending($0) }.map(CustomerEvent.ending)
      case .member: named(CustomerEvent.member)
      }
    guard let event else { return nil }
    self = event
  }

  package var kind: Kind { parts.kind }

  /// The name of what it is about; of a `date` or a `season` its dates, and of an `ending` what ends and how soon, as in
  /// `trialEnd/P2D`.
  package var name: String? { parts.name }

  private var parts: (kind: Kind, name: String?) {
    switch self {
    case .signUp: (.signUp, nil)
    case .firstSeen: (.firstSeen, nil)
    case .opened: (.opened, nil)
    case .updated: (.updated, nil)
    case .firstPurchase: (.firstPurchase, nil)
    case .purchase: (.purchase, nil)
    case .renewal: (.renewal, nil)
    case .cancellation: (.cancellation, nil)
    case .refund: (.refund, nil)
    case .lapse: (.lapse, nil)
    case .trialStart: (.trialStart, nil)
    case .trialEnd: (.trialEnd, nil)
    case .milestone(let id): (.milestone, id.rawValue)
    case .use(let id): (.use, id.rawValue)
    case .dismissal(let id): (.dismissal, id.rawValue)
    case .paywall(let id): (.paywall, id.rawValue)
    case .anyPaywall: (.paywall, nil)
    case .closed(let id): (.closed, id.rawValue)
    case .bought(let id): (.bought, id.rawValue)
    case .date(let date): (.date, date.description)
    case .season(let season): (.season, season.description)
    case .ending(let ending): (.ending, ending.description)
    case .member(let id): (.member, id.rawValue)
    }
  }
}

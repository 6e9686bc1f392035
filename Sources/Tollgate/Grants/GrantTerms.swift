/// A grant that the blueprint lists: what is given, by whom, for how long, and how often.
///
/// A referral, a voucher, a reward for a quest and an apology are such grants. Each gives either entitlements or credits; a
/// right that was bought elsewhere gives entitlements, and may fill a wallet each month.
public struct GrantTerms: Hashable, Sendable, Identifiable {
  /// The name under which the blueprint lists it.
  public typealias ID = Identifier<GrantTerms>

  /// Who gives it.
  public enum Giver: String, Hashable, Sendable, Codable, CaseIterable {
    /// Support alone.
    case support
    /// The app's own backend, and support.
    case backend
  }

  /// What a grant of entitlements waits for.
  public enum Wait: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing: it begins at once.
    case nothing
    /// The end of the grants that give all of it already.
    case grants
    /// Time in which nothing else gives all of it: no purchase, and no other grant.
    case purchases
  }

  /// The longest time that a grant may last, unless it never ends.
  public static let longest = Period(100, .year)
  /// The largest number of times that a grant may be given.
  public static let largestLimit = 100
  /// The windows in which its times can be counted.
  public static let windows: [Feature.Window] = [.day, .week, .month, .year, .ever]

  /// The name under which the blueprint lists it.
  public let id: ID
  /// Who gives it.
  public let giver: Giver
  /// What must hold for the customer when it is given; a right that was bought elsewhere has no condition.
  public let when: Condition
  /// The entitlements that it gives; empty if it gives credits.
  public let entitlements: [Entitlement.ID]
  /// The credits that it gives, in each of its months if it was bought elsewhere; nil for most grants of entitlements.
  public let credits: GrantedCredits?
  /// How long it lasts; nil means until ``until``, or that it never ends.
  public let lasts: Period?
  /// The date on which it ends at the latest, and from which it is given no more; nil for none.
  public let until: EventDate?
  /// What it waits for, so that no time of it is lost; credits always come at once.
  public let waitsFor: Wait
  /// How often a customer may have it in each ``window``; nil means as often as it is given.
  public let limit: Int?
  /// The window of ``limit``, one of ``windows``.
  public let window: Feature.Window
  /// How long each time counts, in place of a window; nil for the window.
  public let within: Period?
  /// Whether it is a right that was bought elsewhere, such as on the web, whose end the app's own backend states.
  public let isElsewhere: Bool

  /// Whether it ends and nobody pays for it, so that paywalls continue to sell what it gives.
  package var isLent: Bool { (lasts != nil || until != nil) && !isElsewhere }

  public init(
    id: ID, giver: Giver = .support, when: Condition = .always,
    entitlements: [Entitlement.ID] = [],
    credits: GrantedCredits? = nil, lasts: Period? = nil, until: EventDate? = nil,
    waitsFor: Wait = .grants, limit: Int? = nil, window: Feature.Window = .ever,
    within: Period? = nil, isElsewhere: Bool = false
  ) {
    self.id = id
    self.giver = giver
    self.when = when
    self.entitlements = entitlements
    self.credits = credits
    self.lasts = lasts
    self.until = until
    self.waitsFor = waitsFor
    self.limit = limit
    self.window = window
    self.within = within
    self.isElsewhere = isElsewhere
  }
}

/// Credits that a grant gives.
public struct GrantedCredits: Hashable, Sendable {
  /// The wallet that they fill.
  public let wallet: Wallet.ID
  public let amount: Int

  public init(wallet: Wallet.ID, amount: Int) {
    self.wallet = wallet
    self.amount = amount
  }

  /// Whether it is the one of two reports that counts: the smaller.
  func precedes(_ other: Self) -> Bool { (amount, wallet) < (other.amount, other.wallet) }
}

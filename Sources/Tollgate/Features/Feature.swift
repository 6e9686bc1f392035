/// Something an app lets a customer do, with the rules that decide when.
public struct Feature: Hashable, Sendable, Identifiable {
  /// The feature's name.
  public typealias ID = Identifier<Feature>

  /// The feature's name.
  public package(set) var id: ID
  /// The rules; the first whose condition holds decides, and access is denied if none does.
  public package(set) var rules: [Rule]
  /// The paywall that a denial shows if the rule names none.
  public package(set) var paywall: Paywall.ID?
  /// The description shown on a locked card or a paywall.
  public let pitch: Pitch?
  /// Whether the app shows a locked teaser, without fetching the content, if access is denied.
  public let isPassive: Bool
  /// How a use is handled while the server is unreachable.
  public let offline: OfflineUse
  /// How long a reservation of a use counts before it lapses.
  public let reservation: Period
  /// Whether held items beyond the limit can still be used.
  public let surplus: Surplus

  public init(
    id: ID, rules: [Rule], paywall: Paywall.ID? = nil, pitch: Pitch? = nil,
    isPassive: Bool = false, offline: OfflineUse = .refuse,
    reservation: Period = Feature.defaultReservation, surplus: Surplus = .kept
  ) {
    self.id = id
    self.rules = rules
    self.paywall = paywall
    self.pitch = pitch
    self.isPassive = isPassive
    self.offline = offline
    self.reservation = reservation
    self.surplus = surplus
  }

  /// The paywall that a denial by one of its rules shows; nil if there isn't one.
  package func paywall(of rule: Rule) -> Paywall.ID? {
    rule.hidesPaywall ? nil : rule.paywall ?? paywall
  }

  /// How long a reservation counts by default: ten minutes.
  public static let defaultReservation = Period(10, .minute)
  /// How long a reservation may count: from one minute to one day.
  ///
  /// It has to outlast the work; after a crash, the reserved use stays unavailable until it lapses.
  static let reservationLengths = Duration.seconds(60)...Duration.seconds(86_400)

  /// How a use is handled while the server is unreachable.
  public enum OfflineUse: Hashable, Sendable {
    /// The use is refused; retrying is up to the caller.
    case refuse
    /// The use waits on the device until the server can decide.
    case wait
    /// The device allows it if the last known membership does, up to a number of uses waiting to be reported.
    case allow(Int)

    /// How many uses may count beyond an allowance because they were made while the server was unreachable.
    public var beyondAllowance: Int {
      switch self {
      case .refuse, .wait: 0
      case .allow(let count): count
      }
    }
  }

  /// What happens to held items beyond the limit, for example after a plan has ended.
  public enum Surplus: String, Hashable, Sendable, Codable, CaseIterable {
    /// They stay usable; only new ones are denied.
    case kept
    /// Only those that were added first can be used, as many as the limit allows, until others are released.
    case blocked
  }

  /// The greatest number of uses in a window and of items held at once: 1,000,000.
  ///
  /// A rule that allows more says `unlimited`.
  public static let limit = 1_000_000

  /// The greatest size of a use or an item, and the greatest sum of sizes that a rule allows: 1,000,000,000,000.
  public static let sizeLimit = Wallet.limit

  /// The shortest time after which one use of a pool comes back, in milliseconds: a minute.
  static let shortestRefill: Int64 = 60_000

  /// A condition and the allowance it gives.
  public struct Rule: Hashable, Sendable {
    /// When the rule applies.
    public let when: Condition
    /// The allowance that it gives.
    public package(set) var allowance: Allowance
    /// The paywall that its denial shows, in place of the feature's.
    public let paywall: Paywall.ID?
    /// Whether its denial shows no paywall, though the feature has one.
    public let hidesPaywall: Bool

    public init(
      when: Condition = .always, allowance: Allowance, paywall: Paywall.ID? = nil,
      hidesPaywall: Bool = false
    ) {
      self.when = when
      self.allowance = allowance
      self.paywall = paywall
      self.hidesPaywall = hidesPaywall
    }
  }

  /// How much use a rule allows.
  public enum Allowance: Hashable, Sendable {
    /// Any number of uses.
    case unlimited
    /// A number of uses or of held items, or a sum of their sizes.
    case limited(Quota)
    /// As many uses as a wallet can pay for, or several that share each price in this order; if the cost is nil, each use
    /// states its own.
    case spend(Wallet.ID, then: [Wallet.ID] = [], cost: Int?)
    /// Several limits at once: a use is allowed while each of them allows it, and counts toward all.
    ///
    /// One part may be a wallet, which pays for every use.
    case all([Allowance])
    /// One after the other: the first that allows the use is charged.
    ///
    /// Limits come before wallets, since a use that a wallet pays for then counts toward no limit.
    case first([Allowance])
    /// No uses.
    case denied
  }

  /// The time window in which uses are counted together.
  public enum Window: String, Hashable, Sendable, Codable, CaseIterable {
    /// The running trial.
    case trial
    /// A day in the blueprint's time zone.
    case day
    /// A week from Monday in the blueprint's time zone.
    case week
    /// A calendar month in the blueprint's time zone.
    case month
    /// A calendar year in the blueprint's time zone.
    case year
    /// The billing period of the plan; a calendar month for customers without one.
    case period
    /// A month of the plan's billing period, from its anniversary, or of a right that was bought elsewhere, from its start;
    /// without either, a month from the customer's first day.
    case planMonth
    /// All time.
    case ever
    /// A single use, which limits its size: nothing adds up.
    case use
  }

  /// The description of a feature on a locked card or a paywall.
  public struct Pitch: Hashable, Sendable {
    public let title: LocalizedText.ID
    /// The sentence below it.
    public let detail: LocalizedText.ID?
    /// The icon's name.
    public let icon: String

    public init(title: LocalizedText.ID, detail: LocalizedText.ID?, icon: String) {
      self.title = title
      self.detail = detail
      self.icon = icon
    }
  }
}

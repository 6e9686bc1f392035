/// Something an app lets a customer do, and the rules that say when.
public struct Feature: Hashable, Sendable, Codable, Identifiable {
  /// The feature's name.
  public typealias ID = Identifier<Feature>

  /// The feature's name.
  public let id: ID
  /// The rules; the first whose condition holds decides, and where none does the answer is no.
  public let rules: [Rule]
  /// The paywall a denial shows, where the rule names none.
  public let paywall: Paywall.ID?
  /// What a locked card or a paywall says of it.
  public let pitch: Pitch?
  /// Whether nothing is fetched for those it denies, who see a locked teaser instead.
  public let isPassive: Bool
  /// What becomes of a use while the server cannot be reached.
  public let offline: OfflineUse

  /// Describes a feature.
  public init(
    id: ID, rules: [Rule], paywall: Paywall.ID? = nil, pitch: Pitch? = nil,
    isPassive: Bool = false, offline: OfflineUse = .refuse
  ) {
    self.id = id
    self.rules = rules
    self.paywall = paywall
    self.pitch = pitch
    self.isPassive = isPassive
    self.offline = offline
  }

  /// What becomes of a use while the server cannot be reached.
  public enum OfflineUse: Hashable, Sendable, Codable {
    /// It is refused: asking again later is the caller's.
    case refuse
    /// It waits on the device, and the server decides when it can be reached.
    case wait
    /// The device allows it where it believes that the customer may, up to so many uses that wait to be reported.
    case allow(Int)

    /// How many uses may be counted beyond an allowance, because they were made before the server could be asked.
    public var beyondAllowance: Int {
      switch self {
      case .refuse, .wait: 0
      case .allow(let count): count
      }
    }
  }

  /// A condition and what follows from it.
  public struct Rule: Hashable, Sendable, Codable {
    /// When the rule applies.
    public let when: Condition
    /// What it gives.
    public let allowance: Allowance
    /// The paywall its denial shows.
    public let paywall: Paywall.ID?

    /// Describes a rule.
    public init(when: Condition = .always, allowance: Allowance, paywall: Paywall.ID? = nil) {
      self.when = when
      self.allowance = allowance
      self.paywall = paywall
    }
  }

  /// How much a rule gives.
  public enum Allowance: Hashable, Sendable, Codable {
    /// Any number of uses.
    case unlimited
    /// A number of uses in each window.
    case upTo(Int, per: Window)
    /// A number of items held at once.
    case holding(Int)
    /// As many uses as a wallet pays for; a cost of nil is said with each use.
    case spend(Wallet.ID, cost: Int?)
    /// Nothing.
    case none
  }

  /// The time in which uses are counted together.
  public enum Window: String, Hashable, Sendable, Codable, CaseIterable {
    /// The running trial.
    case trial
    /// A day in the blueprint's time zone.
    case day
    /// A week from Monday in the blueprint's time zone.
    case week
    /// A calendar month in the blueprint's time zone.
    case month
    /// The billing period of the plan; a calendar month for those without a running one.
    case period
    /// All time.
    case ever
  }

  /// What a locked card or a paywall says of a feature.
  public struct Pitch: Hashable, Sendable, Codable {
    /// The title.
    public let title: Text.ID
    /// The sentence below it.
    public let detail: Text.ID?
    /// The icon's name.
    public let icon: String

    /// Describes a pitch.
    public init(title: Text.ID, detail: Text.ID?, icon: String) {
      self.title = title
      self.detail = detail
      self.icon = icon
    }
  }
}

extension Feature {
  /// Reads a feature; what an older server does not say of it is as if left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(ID.self, forKey: .id),
      rules: try container.decode([Rule].self, forKey: .rules),
      paywall: try container.decodeIfPresent(Paywall.ID.self, forKey: .paywall),
      pitch: try container.decodeIfPresent(Pitch.self, forKey: .pitch),
      isPassive: try container.decode(Bool.self, forKey: .isPassive),
      offline: try container.decodeIfPresent(OfflineUse.self, forKey: .offline) ?? .refuse)
  }
}

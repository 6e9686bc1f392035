extension Blueprint {
  /// What the blueprint says, as plain values.
  public struct Definition: Hashable, Sendable {
    public var app: App
    /// The terms of use and the privacy policy that paywalls link to; nil if there aren't any.
    public var legal: Legal?
    /// The look of paywalls; nil for the standard one.
    public var skin: Skin?
    /// The font files of the skin, which the server serves to web pages; a client's definition has none.
    public var fonts: [Skin.FontFile]
    /// What the store sells.
    public var products: [CatalogProduct]
    /// Who owns purchases, and how long a renewal may be late.
    public var purchases: PurchaseRules
    /// Points in the customer's lifecycle that the app or its backend reports.
    public var milestones: [Milestone.ID]
    /// Those of the milestones that only the app's own backend reports.
    public var backendMilestones: [Milestone.ID]
    /// What the app and its backend may set for a customer.
    public var attributes: [Attribute]
    /// The milestone that ends onboarding; nil if there is no onboarding.
    public var onboarding: Milestone.ID?
    /// Whether customers without a plan have a free tier (`free`) or are asked to buy (`blocked`).
    public var hasFreeTier: Bool
    /// The entitlements that determine the phase; if empty, they are derived from the trial and the products.
    public var plan: [Entitlement.ID]
    /// The entitlements that only a grant gives: no product and no trial does.
    public var granted: [Entitlement.ID]
    /// The grants that the app's own backend or support may give, with their terms.
    public var grants: [GrantTerms]
    /// The teams and households whose owners share entitlements.
    public var teams: [Team]
    /// The main trial, which affects the phase, if there is one.
    public var trial: Trial?
    /// The add-on trials, which give entitlements and do not change the phase.
    public var addOnTrials: [AddOnTrial]
    /// The wallets that purchases fill and features spend.
    public var credits: [Wallet]
    /// What the app lets a customer do.
    public var features: [Feature]
    /// The pages that sell products.
    public var paywalls: [Paywall]
    /// The places where paywalls show automatically.
    public var placements: [Placement]
    /// How many paywalls a customer may have been shown for one to show automatically; all of these must hold.
    public var paywallLimits: [PastTest.Count]
    /// Comparisons of variants of all this.
    public var experiments: [Experiment]
    /// How the store's questions about refunds are answered; nil means not at all.
    public var refunds: RefundPolicy?
    /// What the store shows customers who are about to cancel; the first rule that matches decides.
    public var retention: [RetentionRule]
    /// The features whose uses count for the answers to the store, in a client's definition, which has none of these
    /// answers.
    package var featuresOfAnswers: [Feature.ID] = []
    /// Suggestions that never block.
    public var prompts: [Prompt]
    /// Local notifications.
    public var nudges: [Nudge]
    /// The rows that a new account gets, with their initial values.
    public var profile: [ProfileTable]
    /// Where the app navigates from its current screen; the first match wins.
    public var routes: [Route]
    /// Everything the app says.
    public var texts: [LocalizedText]
    /// Phrases that no text may contain.
    public var neverSay: [String]

    public init(
      app: App, legal: Legal? = nil, skin: Skin? = nil, fonts: [Skin.FontFile] = [],
      products: [CatalogProduct] = [],
      purchases: PurchaseRules = PurchaseRules(),
      milestones: [Milestone.ID] = [], backendMilestones: [Milestone.ID] = [],
      attributes: [Attribute] = [],
      onboarding: Milestone.ID? = nil, hasFreeTier: Bool = false,
      plan: [Entitlement.ID] = [], granted: [Entitlement.ID] = [], grants: [GrantTerms] = [],
      teams: [Team] = [], trial: Trial? = nil,
      addOnTrials: [AddOnTrial] = [], credits: [Wallet] = [],
      features: [Feature] = [], paywalls: [Paywall] = [], placements: [Placement] = [],
      paywallLimits: [PastTest.Count] = [], experiments: [Experiment] = [],
      refunds: RefundPolicy? = nil,
      retention: [RetentionRule] = [], prompts: [Prompt] = [],
      nudges: [Nudge] = [],
      profile: [ProfileTable] = [],
      routes: [Route] = [], texts: [LocalizedText] = [], neverSay: [String] = []
    ) {
      self.app = app
      self.legal = legal
      self.skin = skin
      self.fonts = fonts
      self.products = products
      self.purchases = purchases
      self.milestones = milestones
      self.backendMilestones = backendMilestones
      self.attributes = attributes
      self.onboarding = onboarding
      self.hasFreeTier = hasFreeTier
      self.plan = plan
      self.granted = granted
      self.grants = grants
      self.teams = teams
      self.trial = trial
      self.addOnTrials = addOnTrials
      self.credits = credits
      self.features = features
      self.paywalls = paywalls
      self.placements = placements
      self.paywallLimits = paywallLimits
      self.experiments = experiments
      self.refunds = refunds
      self.retention = retention
      self.prompts = prompts
      self.nudges = nudges
      self.profile = profile
      self.routes = routes
      self.texts = texts
      self.neverSay = neverSay
    }
  }

  /// The app a blueprint describes.
  public struct App: Hashable, Sendable, Identifiable {
    /// The app's identifier on the wire.
    public typealias ID = Identifier<App>

    /// The app's identifier on the wire.
    public let id: ID
    /// The name people see.
    public let name: String
    /// The bundle identifier in the store.
    public let bundleID: String
    /// The app's number in the App Store; required in production notifications.
    public let appAppleID: Int64?
    /// The time zone in which a day begins and ends, by its IANA name; the customer's takes its place once it is known,
    /// if the app uses that.
    public let timeZone: String
    /// Whether days, weeks and months begin and end in the time zone of the customer's device.
    public let usesCustomerTimeZone: Bool
    /// The fallback language for texts.
    public let language: String

    public init(
      id: ID, name: String, bundleID: String, appAppleID: Int64? = nil, timeZone: String = "UTC",
      usesCustomerTimeZone: Bool = false, language: String = "en"
    ) {
      self.id = id
      self.name = name
      self.bundleID = bundleID
      self.appAppleID = appAppleID
      self.timeZone = timeZone
      self.usesCustomerTimeZone = usesCustomerTimeZone
      self.language = language
    }
  }

  /// Who owns purchases, and how long a renewal may be late.
  public struct PurchaseRules: Hashable, Sendable {
    /// What happens to an account's purchase when another customer presents it.
    public let transfer: TransferPolicy
    /// How long a subscription due to renew gives access after its period ends while the store has not yet reported the
    /// outcome.
    public let lateRenewal: LateRenewal

    public init(
      transfer: TransferPolicy = .keepWithOwner, lateRenewal: LateRenewal = .standard
    ) {
      self.transfer = transfer
      self.lateRenewal = lateRenewal
    }
  }
}

import Tollgate

/// The forms of names, one for each kind of thing, which messages mention: "the name of a paywall".
enum Names {
  /// The app's id in requests and in the ledger, which never changes.
  static let app = Form<Blueprint.App.ID>.name("the app")
  /// A condition under `conditions`.
  static let condition = Form<Identifier<Condition>>.name("a condition")
  /// An entitlement, which is declared by the products and the trial that give it, or under
  /// `granted` or `grants`.
  static let entitlement = Form<Entitlement.ID>.name("an entitlement")
  static let feature = Form<Feature.ID>.name("a feature")
  /// A subscription group of App Store Connect, or any name for it in a blueprint without a `.storekit` file.
  static let group = Form<SubscriptionGroup.ID>.name("a subscription group")
  /// A milestone under `milestones`.
  static let milestone = Form<Milestone.ID>.name("a milestone")
  /// An offer under a product's `offers`, or of a `.storekit` file.
  static let offer = Form<CatalogProduct.Offer.ID>.name("an offer")
  static let paywall = Form<Paywall.ID>.name("a paywall")
  /// A product identifier of App Store Connect.
  static let product = Form<CatalogProduct.ID>.name("a product")
  /// A prompt under `prompts`.
  static let prompt = Form<Prompt.ID>.name("a prompt")
  /// A screen of the app, which routes, placements and prompts name alike.
  static let screen = Form<Placement.ID>.name("a screen")
  /// A team under `teams`.
  static let team = Form<Team.ID>.name("a team")
  /// A text under `texts`.
  static let text = Form<LocalizedText.ID>.name("a text")
  /// A wallet under `credits`.
  static let wallet = Form<Wallet.ID>.name("a wallet")
  /// What uses and items belong to; the author's word, such as `project`.
  static let parentKind = Form<Parent.Kind>.name("a kind of parent")
  /// The name of what several features use together, such as `actions`.
  static let countedUses = Form<CountedUses.ID>.name("what is counted")
  /// The trial; a blueprint has at most one.
  static let trial = Form<Trial.ID>.name("the trial")

  /// One entitlement or several.
  static let entitlements = Form<[Entitlement.ID]>.oneOrMore(entitlement)
  /// One milestone or several.
  static let milestones = Form<[Milestone.ID]>.oneOrMore(milestone)
  /// An icon of the pages or an SF Symbol; see ``IconAdvice``.
  static let icon = Form<String>.line("the name of an icon")
}

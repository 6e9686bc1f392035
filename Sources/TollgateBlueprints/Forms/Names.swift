import Tollgate

/// The forms of names, one for each kind of thing.
enum Names {
  static let app = Form<Blueprint.App.ID>.name("the app")
  static let entitlement = Form<Entitlement.ID>.name("an entitlement")
  static let feature = Form<Feature.ID>.name("a feature")
  static let group = Form<SubscriptionGroup.ID>.name("a subscription group")
  static let milestone = Form<Milestone.ID>.name("a milestone")
  static let paywall = Form<Paywall.ID>.name("a paywall")
  static let product = Form<Product.ID>.name("a product")
  static let screen = Form<Placement.ID>.name("a screen")
  static let text = Form<LocalizedText.ID>.name("a text")
  static let wallet = Form<Wallet.ID>.name("a wallet")
  static let trial = Form<Trial.ID>.name("the trial")

  static let entitlements = Form<[Entitlement.ID]>.oneOrMore(entitlement)
  static let milestones = Form<[Milestone.ID]>.oneOrMore(milestone)
  static let icon = Form<String>.line("the name of an icon")
}

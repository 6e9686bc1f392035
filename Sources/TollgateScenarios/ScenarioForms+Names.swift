import Tollgate
import TollgateBlueprints

extension ScenarioForms {
  var feature: Form<Feature.ID> { .known("feature", in: definition.features.map(\.id)) }
  var product: Form<CatalogProduct.ID> { .known("product", in: definition.products.map(\.id)) }
  var offer: Form<CatalogProduct.Offer.ID> {
    .known("offer", in: Set(definition.products.flatMap(\.offers).map(\.id)).sorted())
  }
  /// A package, by its product, its offer and its billing, as a paywall of a blueprint has it: `coach.monthly`,
  /// `{ product: coach.monthly, offer: stay }`, `{ product: coach.monthly, offer: { code: FRIENDS } }` or
  /// `{ product: coach.yearly, billing: monthly }`.
  var package: Form<ShownPackage> {
    .either(
      "the name of a product, or a map such as `{ product: NAME, offer: NAME }`",
      scalar: product.map { ShownPackage(product: $0) },
      map: .object(
        "a package", atLeast: 2, .required("product", product), .optional("offer", packageOffer),
        .defaulted("billing", .choice(), to: BillingPlan.upFront)
      ) { ShownPackage(product: $0, offer: $1, billing: $2) })
  }
  /// The offer of a package: `stay`, or `{ code: FRIENDS }`.
  private var packageOffer: Form<CatalogProduct.Offer.ID> {
    .either(
      "the name of an offer, or `{ code: NAME }`", scalar: offer,
      map: .object("the offer of a package", key: .required("code", codeOffer)))
  }
  private var codeOffer: Form<CatalogProduct.Offer.ID> {
    let offers = definition.products.flatMap(\.offers).filter { $0.kind == .code }
    return .known("code offer", in: Set(offers.map(\.id)).sorted())
  }
  var paywall: Form<Paywall.ID> { .known("paywall", in: definition.paywalls.map(\.id)) }
  var prompt: Form<Prompt.ID> { .known("prompt", in: definition.prompts.map(\.id)) }
  var nudge: Form<Nudge.ID> { .known("nudge", in: definition.nudges.map(\.id)) }
  var milestone: Form<Milestone.ID> { .known("milestone", in: definition.milestones) }

  var trialName: Form<AddOnTrial.ID> {
    .known(
      "trial",
      in: [definition.trial?.id].compactMap { $0 } + definition.addOnTrials.map(\.id))
  }

  var entitlement: Form<Entitlement.ID> {
    .known("entitlement", in: definition.entitlements)
  }

  var listedGrant: Form<GrantTerms.ID> {
    .known("grant", in: definition.grants.map(\.id))
  }

  var team: Form<Team.ID> { .known("team", in: definition.teams.map(\.id)) }

  var screen: Form<String> {
    .known("screen", in: Set(definition.routes.compactMap(\.screen)).sorted())
  }

  var device: Form<Device.ID> { Form.known("device", in: deviceNames).map { Device.ID($0) } }
}

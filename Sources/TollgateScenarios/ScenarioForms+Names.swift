import Tollgate
import TollgateBlueprints

/// Names in the blueprint.
extension ScenarioForms {
  var feature: Form<Feature.ID> { .known("feature", in: definition.features.map(\.id)) }
  var product: Form<CatalogProduct.ID> { .known("product", in: definition.products.map(\.id)) }
  var offer: Form<CatalogProduct.Offer.ID> {
    .known("offer", in: Set(definition.products.flatMap(\.offers).map(\.id)).sorted())
  }
  /// A package, by its product and its offer: `coach.monthly`, or `{ product: coach.monthly, offer: stay }`.
  var package: Form<ShownPackage> {
    .either(
      "the name of a product, or a map", scalar: product.map { ShownPackage(product: $0) },
      map: .object(
        "a package", .required("product", product), .required("offer", offer)
      ) { ShownPackage(product: $0, offer: $1) })
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

  var screen: Form<String> {
    .known("screen", in: Set(definition.routes.compactMap(\.screen)).sorted())
  }

  var device: Form<Device.ID> { Form.known("device", in: deviceNames).map { Device.ID($0) } }
}

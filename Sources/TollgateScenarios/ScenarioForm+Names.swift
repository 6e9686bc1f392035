import Tollgate
import Yams

/// Names in the blueprint.
extension ScenarioForm {
  func feature(_ node: Node) -> Feature.ID? {
    named(node, "feature", definition.features.map(\.id))
  }

  func product(_ node: Node) -> Product.ID? {
    named(node, "product", definition.products.map(\.id))
  }

  func wallet(_ node: Node) -> Wallet.ID? { named(node, "wallet", definition.credits.map(\.id)) }

  func paywall(_ node: Node) -> Paywall.ID? {
    named(node, "paywall", definition.paywalls.map(\.id))
  }

  func prompt(_ node: Node) -> Prompt.ID? {
    named(node, "prompt", definition.prompts.map(\.id))
  }

  func nudge(_ node: Node) -> Nudge.ID? { named(node, "nudge", definition.nudges.map(\.id)) }

  func placement(_ node: Node) -> Placement.ID? {
    named(node, "placement", definition.placements.map(\.id))
  }

  func text(_ node: Node) -> LocalizedText.ID? { named(node, "text", definition.texts.map(\.id)) }

  func milestone(_ node: Node) -> Milestone.ID? {
    named(node, "milestone", definition.milestones)
  }

  func entitlement(_ node: Node) -> Entitlement.ID? {
    let given = definition.products.flatMap(\.entitlements)
    let tried = definition.trial?.terms.entitlements ?? []
    return named(node, "entitlement", Set(given + tried).sorted())
  }

  private func named<Kind>(
    _ node: Node, _ what: String, _ names: [Identifier<Kind>]
  ) -> Identifier<Kind>? {
    sheet.name(node, what, in: names.map(\.rawValue)).map { Identifier($0) }
  }
}

import Tollgate
import TollgateBlueprints
import TollgateServer

/// Why the server answers as it does about each feature, and what the phone believes instead where they differ.
struct FeatureReasons {
  /// The maximum number of changes looked at to find the one that changes a feature's answer.
  private static let changes = 64

  let file: BlueprintFile
  /// What the server knows of the customer; nil before it knows one.
  let customer: Customer?
  /// What the phone believes; nil while the app does not run.
  let phone: Membership?
  let now: Instant

  private var blueprint: Blueprint { file.blueprint }

  /// The features in the blueprint's order.
  var rows: [FeatureRow] {
    guard let customer else {
      return blueprint.definition.features.map { feature in
        FeatureRow(feature.id, phone?.access(to: feature.id) ?? .unknown)
      }
    }
    let membership = Membership(of: customer, in: blueprint, at: now)
    return blueprint.definition.features.compactMap { feature in
      blueprint.explain(feature.id, for: customer, at: now).map {
        row($0, of: feature, customer, membership)
      }
    }
  }

  private func row(
    _ explanation: Explanation, of feature: Feature, _ customer: Customer, _ membership: Membership
  ) -> FeatureRow {
    var row = FeatureRow(feature.id, explanation.access)
    row.rule =
      explanation.rule.map {
        "Rule \($0 + 1) of \(feature.rules.count), \(text(ofRule: $0, of: feature))"
      }
      ?? "No rule applies"
    row.lines = file.lines(ofRule: explanation.rule, in: feature.id).map {
      "\($0.lowerBound)-\($0.upperBound)"
    }
    row.limit = file.limit(ofRule: explanation.rule, in: feature.id).map {
      "\($0.line):\($0.column)"
    }
    row.skipped = explanation.skipped.map { skipped in
      "Rule \(skipped.position + 1), \(text(ofRule: skipped.position, of: feature)); not met: "
        + skipped.unmet.map(\.sentence).joined(separator: "; ")
    }
    row.change = change(of: feature.id, customer, membership).map { at, access in
      // The end of a trial changes the answer whether the store has renewed or not.
      let isRenewalDue =
        membership.subscription.map {
          $0.willRenew && ($0.expiresAt < at || $0.expiresAt == at && membership.phase != .trial)
        } ?? false
      let condition = isRenewalDue ? "unless the store renews, " : ""
      return "\(condition)\(Words.moment(at)), \(Words.until(at, from: now)): "
        + Words.answer(access)
    }
    if let phone, phone.access(to: feature.id) != explanation.access {
      row.phone = Words.answer(phone.access(to: feature.id))
    }
    return row
  }

  private func text(ofRule position: Int, of feature: Feature) -> String {
    let rule = feature.rules[position]
    let condition =
      rule.when == .always
      ? (position > 0 ? "otherwise" : "always") : "if \(rule.when.sentence)"
    return "\(condition): \(Words.allowance(rule.allowance))"
  }

  /// When the answer changes without a new fact, and the answer after that.
  private func change(
    of feature: Feature.ID, _ customer: Customer, _ membership: Membership
  ) -> (Instant, Access)? {
    let access = membership.access(to: feature)
    var latest = membership
    for _ in 0..<Self.changes {
      guard let next = latest.nextChange else { return nil }
      latest = Membership(of: customer, in: blueprint, at: next)
      if latest.access(to: feature) != access { return (next, latest.access(to: feature)) }
    }
    return nil
  }
}

extension FeatureRow {
  /// The row of an answer, without its reason.
  init(_ feature: Feature.ID, _ access: Access) {
    let (answer, tone): (String, BadgeTone) =
      switch access {
      case .unknown: ("unknown", .neutral)
      case .allowed: ("allowed", .good)
      case .denied: ("refused", .warning)
      }
    self.init(name: feature.rawValue, answer: answer, tone: tone, detail: Words.answer(access))
  }
}

import Tollgate

/// The check for features that a forged report unlocks although others pay for them.
///
/// A customer can forge the country, the language, the app version, the device and what the app sets. Whatever is
/// reported, a customer must get no more than with any other report under which there is something to buy. The check
/// assumes that the backend has set nothing, so a rule that also requires an attribute of the backend is fine: the
/// backend has decided for whom it holds.
///
/// ```yaml
/// features:
///   export:
///     - when: { country: CH }          # anyone can claim to be there
///       allow: unlimited
///     - when: { entitled: premium }
///       allow: unlimited
///     - otherwise: deny
/// ```
struct TrustAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks every feature that was read without a mistake.
  func note() {
    guard
      subject.isSound(
        "products", "trial", "milestones", "hasFreeTier", "onboarding", "attributes")
    else { return }
    for feature in definition.features
    where subject.isSound(feature.id.rawValue, of: "features") { note(feature) }
  }

  /// Records a feature that a claim unlocks, at its first rule that depends on one.
  ///
  /// With too many combinations nothing can be concluded, and it records a warning.
  private func note(_ feature: Feature) {
    let tests = Set(feature.rules.flatMap(\.when.parts).flatMap(\.audience.tests))
    let doubtful = tests.filter { !isTrusted($0) }
    guard let position = feature.rules.firstIndex(where: { asks($0, doubtful) }) else { return }
    let path = ["features", feature.id.rawValue, "\(position)", "when"]
    let claims = WorldAudience(of: doubtful, attributes: definition.attributes).combinations
    let worlds = subject.worlds.withPast(of: feature.rules.map(\.when))
    guard !claims.isEmpty, !worlds.isEmpty, worlds.count * claims.count <= Worlds.limit else {
      subject.warning(
        path, "too many combinations to tell whether a forged report unlocks `\(feature.id)`")
      return
    }
    guard opens(feature, worlds, claims) else { return }
    let names = Set(doubtful.map(\.subject)).sorted().joined(separator: ", ")
    subject.mistake(
      path,
      "`\(feature.id)` is sold, but a forged report unlocks it for free: a device can claim any value for "
        + names,
      expected: "`entitled`, or an attribute with `setBy: backend`, in the same condition")
  }

  /// Returns whether only the app's backend can make a test hold.
  private func isTrusted(_ test: AudienceTest) -> Bool {
    definition.attributes.contains { $0.id == test.attribute && $0.setBy == .backend }
  }

  /// Returns whether a rule's condition contains one of several tests, at any depth.
  private func asks(_ rule: Feature.Rule, _ tests: Set<AudienceTest>) -> Bool {
    rule.when.parts.contains { !tests.isDisjoint(with: $0.audience.tests) }
  }

  /// Returns whether one claim gives a customer more than another claim under which others pay.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - worlds: The possible customers, without their audience.
  ///   - claims: What a device can claim.
  /// - Returns: Whether it does.
  private func opens(
    _ feature: Feature, _ worlds: [World], _ claims: [Set<AudienceTest>]
  ) -> Bool {
    let answers = claims.map { claim in
      worlds.map { world -> Feature.Allowance in
        var world = world
        world.audience = claim
        return feature.allowance(in: world)
      }
    }
    let bought = answers.map { answers in
      Set(zip(worlds, answers).filter { $0.0.isPaying(in: definition) }.map(\.1))
    }
    return worlds.indices.contains { index in
      let most = Set(answers.map { $0[index] })
      return claims.indices.contains { claim in
        let own = answers[claim][index]
        let isSold = own.isSpend || bought[claim].contains { !$0.isAtMost(own) }
        return isSold && most.contains { !$0.isAtMost(own) }
      }
    }
  }
}

extension World {
  /// Whether the customer has something that is sold.
  fileprivate func isPaying(in definition: Blueprint.Definition) -> Bool {
    phase == .subscribed
      || definition.products.contains {
        !$0.entitlements.isEmpty && entitled.isSuperset(of: $0.entitlements)
      } && phase != .trial
  }
}

extension Feature.Allowance {
  /// Whether uses are paid for one by one.
  fileprivate var isSpend: Bool { if case .spend = self { true } else { false } }

  /// Returns whether it certainly gives no more than another.
  ///
  /// Limits in different windows are comparable only if this one is for ever; allowances of different kinds are not
  /// comparable.
  fileprivate func isAtMost(_ other: Feature.Allowance) -> Bool {
    switch (self, other) {
    case (.denied, _), (_, .unlimited): true
    case (.unlimited, _), (_, .denied): false
    case (.holding(let own), .holding(let most)): own <= most
    case (.upTo(let own, let window), .upTo(let most, let other)):
      own <= most && (window == other || window == .ever)
    case (.spend(let own, let cost), .spend(let wallet, let other)):
      own == wallet && (cost == other || (cost ?? 0) >= (other ?? .max))
    case (.upTo, _), (.holding, _), (.spend, _): false
    }
  }
}

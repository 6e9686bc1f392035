import Tollgate

/// Something that a paywall offers although the store would not sell it, or the customer has already paid for it.
struct UnsoundOffer {
  let world: World
  let facts: [Fact]
  let now: Instant
  let problem: String

  /// The first one in a world, without the facts that it does not need; nil if there isn't one.
  static func find(in world: World) -> UnsoundOffer? {
    for now in world.instants.prefix(8) {
      guard let found = first(world, world.facts, now) else { continue }
      return shrunk(found, world.facts) { facts in
        first(world, facts, now).flatMap { $0.problem == found.problem ? $0 : nil }
      }
    }
    return nil
  }

  private static func first(_ world: World, _ facts: [Fact], _ now: Instant) -> UnsoundOffer? {
    let membership = Membership(of: Customer(facts), in: world.blueprint, at: now)
    let reference = ReferenceDecider(world.blueprint.definition, facts: facts)
    let definition = world.blueprint.definition
    for paywall in definition.paywalls {
      let packages = membership.packages(of: paywall.id)
      let sold = packages.map(\.product)
      let problems =
        packages.compactMap { reference.reasonNotToShow($0, at: now) }
        + definition.products.filter { !sold.contains($0.id) }.compactMap {
          reference.reasonToShow($0, among: paywall.packages, at: now)
        } + (Set(sold).count < sold.count ? ["a product is shown twice"] : [])
      if let problem = problems.first {
        return UnsoundOffer(world: world, facts: facts, now: now, problem: problem)
      }
      for feature in definition.features {
        guard case .denied(let denial) = membership.access(to: feature.id) else { continue }
        if denial.paywall == paywall.id && packages.isEmpty {
          return UnsoundOffer(
            world: world, facts: facts, now: now,
            problem: "\(feature.id) shows a paywall that sells nothing")
        }
      }
    }
    for product in definition.products {
      let promised = membership.offersIntroductory(product.id)
      if let problem = reference.problem(withPromise: promised, of: product, at: now) {
        return UnsoundOffer(world: world, facts: facts, now: now, problem: problem)
      }
    }
    return nil
  }
}

extension UnsoundOffer: CustomStringConvertible {
  var description: String {
    """
    seed \(world.seed), at \(now), in \(Report.summary(of: world.blueprint.definition))
    \(facts.map { "  " + Report.line(of: $0) }.joined(separator: "\n"))
      \(problem)
    """
  }
}

import Tollgate

/// Something that a paywall offers although the store would not sell it, or the customer has already paid for it.
struct UnsoundOffer {
  let sample: Sample
  let facts: [Fact]
  let now: Instant
  let problem: String

  /// The first one in a sample, without the facts that it does not need; nil if there isn't one.
  static func find(in sample: Sample) -> UnsoundOffer? {
    for now in sample.instants.prefix(8) {
      guard let found = first(sample, sample.facts, now) else { continue }
      return shrunk(found, sample.facts) { facts in
        first(sample, facts, now).flatMap { $0.problem == found.problem ? $0 : nil }
      }
    }
    return nil
  }

  private static func first(_ sample: Sample, _ facts: [Fact], _ now: Instant) -> UnsoundOffer? {
    let membership = Membership(of: Customer(facts), in: sample.blueprint, at: now)
    let reference = ReferenceDecider(sample.blueprint.definition, facts: facts)
    let definition = sample.blueprint.definition
    for paywall in definition.paywalls {
      let packages = membership.packages(of: paywall.id)
      let sold = packages.map(\.product)
      let problems =
        packages.compactMap { reference.reasonNotToShow($0, at: now) }
        + definition.products.filter { !sold.contains($0.id) }.compactMap {
          reference.reasonToShow($0, among: paywall.packages, at: now)
        } + (Set(sold).count < sold.count ? ["a product is shown twice"] : [])
      if let problem = problems.first {
        return UnsoundOffer(sample: sample, facts: facts, now: now, problem: problem)
      }
      for feature in definition.features {
        guard case .denied(let denial) = membership.access(to: feature.id) else { continue }
        if denial.paywall == paywall.id && packages.isEmpty {
          return UnsoundOffer(
            sample: sample, facts: facts, now: now,
            problem: "\(feature.id) shows a paywall that sells nothing")
        }
      }
    }
    for product in definition.products {
      let promised = membership.offersIntroductory(product.id)
      if let problem = reference.problem(withPromise: promised, of: product, at: now) {
        return UnsoundOffer(sample: sample, facts: facts, now: now, problem: problem)
      }
    }
    return nil
  }
}

extension UnsoundOffer: CustomStringConvertible {
  var description: String {
    """
    seed \(sample.seed), at \(now), in \(Rendering.summary(of: sample.blueprint.definition))
    \(facts.map { "  " + Rendering.line(of: $0) }.joined(separator: "\n"))
      \(problem)
    """
  }
}

extension Blueprint {
  /// A feature's answer for a customer at an instant, for those who ask one thing and don't wait for its next change.
  public func access(to handle: FeatureHandle, of customer: Customer, at now: Instant) -> Access {
    access(to: handle, Standing(of: customer, in: self, at: now))
  }

  func access(to handle: FeatureHandle, _ standing: borrowing Standing) -> Access {
    if standing.phase == .unknown { return .unknown }
    let feature = features[handle.position]
    for rule in feature.rules where rule.when.holds(standing) {
      switch rule.allowance {
      case .unlimited: return .allowed(nil)
      case .none:
        return .denied(Denial(reason: .notIncluded, paywall: rule.paywall))
      case .upTo(let written, let position, let scope):
        let limit = position == standing.trialAllowance ? standing.trialLimit : written
        return answer(
          Limit(limit: limit, used: standing.counts[position], scope: scope), rule.paywall)
      case .holding(let limit, let position):
        return answer(
          Limit(limit: limit, used: standing.held[position], scope: .held), rule.paywall)
      }
    }
    return .denied(Denial(reason: .notIncluded, paywall: feature.paywall))
  }

  private func answer(_ limit: Limit, _ paywall: Paywall.ID?) -> Access {
    limit.used < limit.limit
      ? .allowed(limit)
      : .denied(Denial(reason: .limitReached, limit: limit, paywall: paywall))
  }

}

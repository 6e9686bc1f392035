extension Condition {
  /// What the condition requires, each requirement as a condition of its own; it holds if all of them do.
  ///
  /// Alternatives, such as several phases or the conditions of ``any``, are one requirement.
  public var requirements: [Condition] {
    var parts: [Condition] = []
    if !phases.isEmpty { parts.append(Condition(phases: phases)) }
    if !entitled.isEmpty { parts.append(Condition(entitled: entitled)) }
    parts += notEntitled.sorted().map { Condition(notEntitled: [$0]) }
    parts += reached.sorted().map { Condition(reached: [$0]) }
    parts += notReached.sorted().map { Condition(notReached: [$0]) }
    parts += past.map { Condition(past: [$0]) }
    if let held { parts.append(Condition(held: held)) }
    parts += left.map { Condition(left: [$0]) }
    if !products.isEmpty {
      // One subscription has to meet all of it.
      parts.append(Condition(subscription: subscription, willRenew: willRenew, products: products))
    } else {
      if !subscription.isEmpty { parts.append(Condition(subscription: subscription)) }
      if let willRenew { parts.append(Condition(willRenew: willRenew)) }
    }
    parts += audience.requirements.map { Condition(audience: $0) }
    if !any.isEmpty { parts.append(Condition(any: any)) }
    return parts + not.map { Condition(not: [$0]) }
  }
}

extension Audience {
  /// The requirements, each as an audience of its own.
  fileprivate var requirements: [Audience] {
    var parts: [Audience] = []
    if !countries.isEmpty { parts.append(Audience(countries: countries)) }
    if !languages.isEmpty { parts.append(Audience(languages: languages)) }
    if let appVersion { parts.append(Audience(appVersion: appVersion)) }
    if !devices.isEmpty { parts.append(Audience(devices: devices)) }
    if let ageRange { parts.append(Audience(ageRange: ageRange)) }
    if !regulatoryFeatures.isEmpty {
      parts.append(Audience(regulatoryFeatures: regulatoryFeatures))
    }
    if !consents.isEmpty { parts.append(Audience(consents: consents)) }
    if let boughtApp { parts.append(Audience(boughtApp: boughtApp)) }
    if !environments.isEmpty { parts.append(Audience(environments: environments)) }
    return parts + attributes.map { Audience(attributes: [$0]) }
  }
}

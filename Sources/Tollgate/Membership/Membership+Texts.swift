extension Membership {
  /// The number that a text shows for a placeholder; nil for placeholders that are not numbers or not known, and for a
  /// named feature without a limit.
  public func number(_ placeholder: LocalizedText.Placeholder) -> Int? {
    switch placeholder {
    case .trialDay: trial?.day
    case .trialDays: trial?.days
    case .trialDaysLeft: trial?.daysLeft
    case .trialUses: trial?.used
    case .trialUsesLeft: trial?.usesLeft
    case .trialLimit: trial?.limit
    case .left(of: let feature): access(to: feature).limit?.remaining
    case .limit(of: let feature): access(to: feature).limit?.limit
    case .appName, .planStartsOn, .planRenewsOn, .planEndsOn, .productName, .productPrice,
      .productPeriod, .productPerPeriod, .productPricePerMonth, .productSaving, .offerPrice,
      .offerLength, .offerLengthAdjective,
      .featureName, .featureLeft, .featureLimit, .featureRenewsAt, .renewsAt:
      nil
    }
  }

  /// The greatest number of changes of a membership that are searched for the renewal of a limit.
  private static let renewalLimit = 200

  /// When more is left of a feature than now, or it is allowed again, if nothing else happens.
  ///
  /// - Parameter customer: The customer whose membership this is.
  /// - Returns: The instant; nil if no limit decides now, and if time alone gives nothing back, or only after 200 other
  ///   changes of the membership.
  package func renewal(of feature: Feature.ID, for customer: Customer) -> Instant? {
    let now = access(to: feature)
    guard now.limit != nil else { return nil }
    var change = nextChange(for: customer)
    for _ in 0..<Self.renewalLimit {
      guard let instant = change else { return nil }
      let later = Membership(unchangingFor: customer, in: blueprint, at: instant)
      if later.access(to: feature).gives(moreThan: now) { return instant }
      change = later.nextChange(for: customer)
    }
    return nil
  }

  /// A text in a language, with the current numbers filled in.
  ///
  /// - Parameters:
  ///   - language: A BCP 47 code; nil means the app's own language.
  ///   - strings: Prices and dates, already formatted for the customer's locale.
  /// - Returns: The line, or nil for an unknown name.
  public func text(
    _ id: LocalizedText.ID, in language: String? = nil,
    strings: [LocalizedText.Placeholder: String] = [:]
  ) -> String? {
    localizedText(id)?.line(
      in: language ?? blueprint.app.language, fallback: blueprint.app.language,
      number: number,
      string: { strings[$0] ?? ($0 == .appName ? blueprint.app.name : nil) })
  }
}

extension Access {
  /// Whether it allows a feature that another answer denies, or leaves more of it.
  fileprivate func gives(moreThan other: Access) -> Bool {
    switch self {
    case .unknown, .denied: false
    case .allowed(nil): true
    case .allowed(let limit?): !other.isAllowed || (other.limit?.remaining ?? 0) < limit.remaining
    }
  }
}

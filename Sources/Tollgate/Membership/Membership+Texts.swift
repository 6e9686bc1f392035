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
      .featureName, .featureLeft, .featureLimit:
      nil
    }
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

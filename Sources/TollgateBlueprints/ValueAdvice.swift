import Tollgate

/// The check for values of a trial or of a named feature that a text shows but the blueprint does not have.
///
/// `{trial.daysLeft}`, for example, is always empty if only uses end the trial.
struct ValueAdvice {
  /// The definition, as far as it could be read.
  let definition: Blueprint.Definition
  /// The file, for positions.
  let root: YAMLNode
  /// Where findings are recorded.
  let reader: Reader

  /// Warns about each such value, in each language of each text.
  func note() {
    for text in definition.texts {
      let node = reader.blueprint.textNodes[text.id] ?? root["texts"]?[text.id.rawValue] ?? root
      for (language, wording) in text.wordings.sorted(by: { $0.key < $1.key }) {
        let place = node[language] ?? node
        for value in values(of: wording) {
          guard let reason = reason(without: value) else { continue }
          reader.report(
            .warning, at: place.position, place.path,
            "`{\(value.rawValue)}` has no value: \(reason)")
        }
      }
    }
  }

  /// The values of a wording, in the order in which placeholders are declared.
  private func values(of wording: LocalizedText.Wording) -> [LocalizedText.Placeholder] {
    var values: Set<LocalizedText.Placeholder> = wording.count.map { [$0] } ?? []
    for line in wording.forms.values {
      for case .value(let value) in LocalizedText.pieces(of: line) { values.insert(value) }
    }
    let named = values.filter { $0.feature != nil }.sorted { $0.rawValue < $1.rawValue }
    return LocalizedText.Placeholder.unnamed.filter(values.contains) + named
  }

  /// Returns why a value is always empty; nil if it is not.
  private func reason(without value: LocalizedText.Placeholder) -> String? {
    let trial = definition.trial
    switch value {
    case .trialDay, .trialDays, .trialDaysLeft:
      if trial == nil { return "there is no trial" }
      return definition.trialLengths.isEmpty ? "only uses end the trial" : nil
    case .trialUses: return trial == nil ? "there is no trial" : nil
    case .trialUsesLeft, .trialLimit, .planStartsOn:
      guard let trial else { return "there is no trial" }
      return trial.terms.uses == nil ? "no number of uses ends the trial" : nil
    case .left(of: let name), .limit(of: let name), .renewsAt(of: let name):
      guard let feature = definition.features.first(where: { $0.id == name }),
        trial?.terms.uses?.feature != name
      else { return nil }
      let limits = feature.rules.flatMap(\.allowance.parts)
        .filter { $0 != .unlimited && $0 != .denied }
      if limits.isEmpty { return "`\(name)` has no limit" }
      if case .renewsAt = value, feature.rules.allSatisfy(\.givesNothingBack) {
        return "no limit of `\(name)` renews with time"
      }
      // The line would show the number of a parent without uses.
      let kinds = limits.compactMap(\.parentKinds.first)
      if case .limit = value { return nil }
      guard kinds.count == limits.count, let kind = kinds.first else { return nil }
      return "what is left of `\(name)` is counted for each `\(kind)`"
    case .appName, .planRenewsOn, .planEndsOn, .productName, .productPrice, .productPeriod,
      .productPerPeriod, .productPricePerMonth, .productSaving, .offerPrice, .offerLength,
      .offerLengthAdjective, .featureName, .featureLeft, .featureLimit, .featureRenewsAt:
      return nil
    }
  }
}

extension Feature.Rule {
  /// Whether neither its limits nor its condition give back with time what was used.
  ///
  /// Credits may be granted each day.
  fileprivate var givesNothingBack: Bool {
    allowance.prices.isEmpty && when.parts.allSatisfy(\.past.isEmpty)
      && allowance.quotas.allSatisfy { quota in
        switch quota.window {
        case .ever, .use: true
        case .day, .week, .month, .year, .period, .planMonth, .trial: false
        case nil: !quota.countsUses
        }
      }
  }
}

import Tollgate
import TollgateWords

/// The check for values that are always empty, and for texts that nothing shows.
///
/// An empty value leaves a hole in a sentence and is a mistake. Values of the trial are left to ``ValueAdvice``.
///
/// ```yaml
/// texts:
///   plan.subscribed: "Renews on {plan.renewsOn}"  # always empty if no product renews
///   plan.free: You are on the free plan            # never shown without `hasFreeTier: true`
/// ```
struct TextAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks every text in every language.
  func note() {
    for text in definition.texts {
      for (language, wording) in text.wordings.sorted(by: { $0.key < $1.key }) {
        let path = ["texts", text.id.rawValue, language]
        guard subject.isSound("trial", "products") else { continue }
        for placeholder in wording.placeholders {
          // A saving depends on what else is sold.
          guard placeholder != .productSaving || subject.isSound("paywalls") else { continue }
          guard let reason = reason(against: placeholder) else { continue }
          subject.mistake(path, "`{\(placeholder.rawValue)}` is always empty: \(reason)")
        }
      }
      noteName(of: text)
    }
  }

  /// Returns why a value is never available; nil if it can be.
  private func reason(against placeholder: LocalizedText.Placeholder) -> String? {
    switch placeholder {
    case .planRenewsOn:
      definition.products.contains { $0.kind == .autoRenewable } ? nil : "no product renews"
    case .planEndsOn:
      definition.products.contains { $0.kind == .autoRenewable || $0.kind == .nonRenewing }
        ? nil : "no product ends"
    case .offerPrice, .offerLength, .offerLengthAdjective:
      definition.products.contains { $0.introductoryOffer != nil }
        || definition.paywalls.contains { $0.packages.contains { $0.offer != nil } }
        ? nil : "no product has an introductory offer"
    case .productPricePerMonth:
      definition.products.contains { $0.kind == .autoRenewable } ? nil : "no product renews"
    case .productSaving:
      definition.products.contains { product in
        product.price == nil
          || definition.comparison(for: product.id).flatMap(product.saving) != nil
      } ? nil : "no subscription on a paywall costs less over the same time than its shortest one"
    case .appName, .trialDay, .trialDays, .trialDaysLeft, .trialUses, .trialUsesLeft, .trialLimit,
      .planStartsOn, .productName, .productPrice, .productPeriod, .productPerPeriod, .featureName,
      .featureLeft, .featureLimit, .featureRenewsAt, .left, .limit, .renewsAt:
      nil
    }
  }

  /// Warns about standard texts of phases that do not occur, and names that resemble a standard text's.
  ///
  /// A text named `action.restor` is valid, since apps ask for texts of their own by name, but was probably meant to
  /// replace `action.restore`.
  private func noteName(of text: LocalizedText) {
    let path = ["texts", text.id.rawValue]
    guard subject.isSound("trial", "products", "hasFreeTier", "onboarding") else { return }
    for phase in Phase.allCases where text.id.rawValue == "plan.\(phase.rawValue)" {
      if subject.states.phases.contains(phase) || phase == .unknown { return }
      subject.warning(
        path, "the text is never shown: nobody is ever in the phase `\(phase.rawValue)`")
      return
    }
    // Other names are the app's own; one that nearly matches a standard text's replaces nothing.
    let names = StandardText.allCases.map(\.rawValue)
    guard !names.contains(text.id.rawValue), subject.node(path).path == path,
      let nearest = nearestName(to: text.id.rawValue, in: names),
      nearest.prefix(while: { $0 != "." }) == text.id.rawValue.prefix(while: { $0 != "." })
    else { return }
    subject.warning(
      path, "the text replaces no standard text, though it is named nearly like one",
      nearest: nearest)
  }
}

extension LocalizedText.Wording {
  /// The known placeholders of all forms, without duplicates, in alphabetical order.
  var placeholders: [LocalizedText.Placeholder] {
    let pieces = forms.values.flatMap { LocalizedText.pieces(of: $0) }
    let used = Set(pieces.compactMap { if case .value(let value) = $0 { value } else { nil } })
    return used.sorted { $0.rawValue < $1.rawValue }
  }
}

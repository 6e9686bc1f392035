import Tollgate

/// The check of literal prices and lengths in texts against the products.
///
/// A line of a package is compared with its product, a text about the trial with the trial, and any other text with all
/// products. Findings are warnings, since a number may mean something else.
///
/// ```yaml
/// products:
///   coach.monthly: { name: Coach, entitlements: premium, price: 9.99 USD, period: P1M }
/// paywalls:
///   plans:
///     title: Keep talking
///     packages:
///       - { product: coach.monthly, priceLine: $8.99 per month }  # warning: 8.99 is not a price
/// ```
struct ClaimAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks the packages' lines, then all other texts.
  func note() {
    guard subject.isSound("products", "trial") else { return }
    var checked: Set<LocalizedText.ID> = []
    for paywall in definition.paywalls {
      for package in paywall.packages {
        guard let product = subject.product(package.product) else { continue }
        for id in [package.offerLine, package.priceLine].compactMap({ $0 }) {
          checked.insert(id)
          note(id, about: [product], lengths: product.lengths)
        }
      }
    }
    let trial = definition.trialLengths
    for text in definition.texts where !checked.contains(text.id) {
      let isOfTrial = definition.trialTexts.contains(text.id)
      note(
        text.id, about: definition.products,
        lengths: isOfTrial && !trial.isEmpty ? trial + definition.nudges.map(\.moment.period) : nil)
    }
  }

  /// Warns about claims in a text that match no product.
  ///
  /// - Parameters:
  ///   - id: The text.
  ///   - products: The products that the text may be about.
  ///   - lengths: The lengths that it may state; nil leaves lengths unchecked.
  private func note(_ id: LocalizedText.ID, about products: [CatalogProduct], lengths: [Period]?) {
    guard let text = definition.texts.first(where: { $0.id == id }) else { return }
    let prices = products.flatMap(\.prices)
    for (language, wording) in text.wordings.sorted(by: { $0.key < $1.key }) {
      // A counted line says its own number: the form for one writes “1 day” where the others say `{trial.daysLeft}`.
      let counted = wording.count == nil ? wording.forms : wording.forms.filter { $0.key == .other }
      let claims = Set(counted.values.flatMap(Claim.claims))
      for claim in claims.sorted(by: { "\($0)" < "\($1)" }) {
        let path = ["texts", id.rawValue, language]
        switch claim {
        case .price(let amount, let written):
          if prices.isEmpty || prices.contains(amount) { continue }
          subject.warning(
            path, "the line says \(written), which is not a price of \(names(of: products))",
            expected: "`{product.price}` or `{offer.price}`, which the store fills in")
        case .length(let period, let written):
          guard let lengths, !lengths.contains(where: { $0.isAsLong(as: period) }) else { continue }
          subject.warning(
            path, "the line says “\(written)”, which is not a length of \(names(of: products))",
            expected: "`{product.period}`, `{offer.length}` or `{trial.days}`")
        }
      }
    }
  }

  /// The products in a message.
  private func names(of products: [CatalogProduct]) -> String {
    products.count == 1 ? "`\(products[0].id)`" : "any product"
  }
}

extension Blueprint.Definition {
  /// The texts about the trial: its status in settings, and its prompts and nudges.
  fileprivate var trialTexts: Set<LocalizedText.ID> {
    let prompts = prompts.filter {
      !$0.when.phases.isEmpty && $0.when.phases.isSubset(of: [.trial, .trialExpired])
    }
    let standard: [LocalizedText.ID] = [
      "plan.trial", "plan.trialExpired", "action.startTrial", "trial-status",
    ]
    return Set(
      prompts.map(\.text) + nudges.filter(\.isBeforeTrialEnd).map(\.text) + standard)
  }
}

extension Nudge {
  /// Whether it announces the end of the trial.
  fileprivate var isBeforeTrialEnd: Bool {
    if case .before(.trialEnd, _) = moment { true } else { false }
  }
}

extension CatalogProduct {
  /// Every amount that the store may charge for it, in thousandths: the price, and each and all periods of each offer.
  fileprivate var prices: [Int64] {
    let introductory = introductoryOffer.map { ($0.price, $0.periods) }
    let amounts = ([introductory].compactMap { $0 } + offers.map { ($0.price, $0.periods) })
      .flatMap { price, periods in
        price.map { [$0.milliunits, $0.milliunits * Int64(periods)] } ?? []
      }
    return [price?.milliunits].compactMap { $0 } + amounts
  }

  /// Every length that a line may state: the billing period, one period of an offer, and the whole offer.
  fileprivate var lengths: [Period] {
    let introductory = introductoryOffer.map { [$0.period, $0.length] } ?? []
    return [period].compactMap { $0 } + introductory
      + offers.flatMap { [$0.period, Period($0.period.count * $0.periods, $0.period.unit)] }
  }
}

extension Period {
  /// Whether two lengths are equal, such as 7 days and a week.
  func isAsLong(as other: Period) -> Bool { inWholeUnits == other.inWholeUnits }
}

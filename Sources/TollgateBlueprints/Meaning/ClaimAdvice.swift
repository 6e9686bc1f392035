import Tollgate

/// The check of what texts claim in their own words against the products.
///
/// A line of a package is compared with its product, a text about the trial with the trial, a text of a paywall with what
/// it sells, and any other text with all products. Findings are warnings, since a number or a word may mean something
/// else.
///
/// ```yaml
/// products:
///   coach.monthly: { name: Coach, entitlements: premium, price: 9.99 USD, period: P1M }
///   coach.ever: { kind: nonConsumable, name: Coach for ever, entitlements: premium, price: 99.99 USD }
/// paywalls:
///   plans:
///     title: 7 days free                                          # warning: nothing is free
///     packages:
///       - { product: coach.monthly, priceLine: $8.99 per month }  # warning: 8.99 is not a price
///       - { product: coach.ever, badge: Cancel any time }         # warning: it is bought once
/// ```
struct ClaimAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks the packages' lines, then all other texts.
  func note() {
    guard subject.isSound("products", "trial") else { return }
    let free = definition.freeLengths
    var checked: Set<LocalizedText.ID> = []
    for paywall in definition.paywalls {
      for package in paywall.packages {
        guard let product = subject.product(package.product) else { continue }
        for id in [package.offerLine, package.priceLine].compactMap({ $0 }) {
          checked.insert(id)
          note(
            id, about: [product], lengths: product.lengths, free: free + product.freeLengths,
            sold: [product])
        }
        if let badge = package.badge, checked.insert(badge).inserted {
          note(
            badge, about: definition.products, lengths: nil, free: free + product.freeLengths,
            sold: [product])
        }
      }
    }
    let sold = soldBesideTexts
    let trial = definition.trialLengths + definition.earnedLengths
    let allFree = free + definition.products.flatMap(\.freeLengths)
    for text in definition.texts where !checked.contains(text.id) {
      let isOfTrial = definition.trialTexts.contains(text.id)
      let ends = isOfTrial ? definition.nudges.map(\.moment.period) : []
      note(
        text.id, about: definition.products,
        lengths: isOfTrial && !trial.isEmpty ? trial + ends : nil, free: allFree + ends,
        sold: sold[text.id] ?? [])
    }
  }

  /// What the paywalls that show a text sell, and those that a prompt with the text opens.
  private var soldBesideTexts: [LocalizedText.ID: [CatalogProduct]] {
    var sold: [LocalizedText.ID: [CatalogProduct]] = [:]
    for paywall in definition.paywalls {
      let products = paywall.packages.compactMap { subject.product($0.product) }
      let prompts = definition.prompts.filter { $0.paywall == paywall.id }.map(\.text)
      for text in Set(paywall.texts + prompts) { sold[text, default: []] += products }
    }
    return sold
  }

  /// Warns about claims in a text that match no product.
  ///
  /// - Parameters:
  ///   - products: The products whose prices it may state.
  ///   - lengths: The lengths that it may state; nil leaves lengths unchecked.
  ///   - free: The lengths for which it may say that something is free.
  ///   - sold: What is sold beside it; if empty, what it says about renewals is unchecked.
  private func note(
    _ id: LocalizedText.ID, about products: [CatalogProduct], lengths: [Period]?, free: [Period],
    sold: [CatalogProduct]
  ) {
    guard let text = definition.texts.first(where: { $0.id == id }) else { return }
    let prices = products.flatMap(\.prices)
    for (language, wording) in text.wordings.sorted(by: { $0.key < $1.key }) {
      // A counted line says its own number: the form for one writes “1 day” where the others say `{trial.daysLeft}`.
      let counted = wording.count == nil ? wording.forms : wording.forms.filter { $0.key == .other }
      let claims = Set(counted.values.flatMap { Claim.claims(in: $0, language: language) })
      let path = ["texts", id.rawValue, language]
      var said: Set<String> = []
      for claim in claims.sorted(by: { "\($0)" < "\($1)" }) {
        switch claim {
        case .price(let amount, let written):
          if prices.isEmpty { continue }
          subject.warning(
            path,
            prices.contains(amount)
              ? "the line says \(written), which the store charges in one currency only"
              : "the line says \(written), which is not a price of \(names(of: products))",
            expected: "`{product.price}` or `{offer.price}`, which the store fills in")
        case .freeLength(let period, let written):
          guard !free.contains(where: { $0.isAsLong(as: period) }) else { continue }
          said.insert(written)
          subject.warning(
            path, "the line promises “\(written)” for free, and nothing is free for that long",
            expected: "`{offer.length}` or `{trial.days}`")
        case .length(let period, let written):
          guard let lengths, !lengths.contains(where: { $0.isAsLong(as: period) }),
            !said.contains(written)
          else { continue }
          subject.warning(
            path, "the line says “\(written)”, which is not a length of \(names(of: products))",
            expected: "`{product.period}`, `{offer.length}` or `{trial.days}`")
        }
      }
      noteRenewal(in: Array(counted.values), language, sold, path)
    }
  }

  /// Warns about a line that promises a renewal, or that it can be cancelled, beside products that do not renew.
  private func noteRenewal(
    in lines: [String], _ language: String, _ sold: [CatalogProduct], _ path: [String]
  ) {
    guard !sold.isEmpty, !sold.contains(where: { $0.kind == .autoRenewable }) else { return }
    let names = Set(sold.map(\.id)).sorted().map { "`\($0)`" }.joined(separator: ", ")
    let promises: [(words: ClaimedWords, promise: String)] = [
      (.renewal, "a renewal"), (.cancellation, "that it can be cancelled at any time"),
    ]
    for (words, promise) in promises
    where lines.contains(where: { words.areIn($0, language: language) }) {
      subject.warning(
        path, "the line promises \(promise), and nothing that it sells renews: \(names)")
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

extension Blueprint.Definition {
  /// The lengths of what can be earned in the trial, and of the trial with all of it.
  fileprivate var earnedLengths: [Period] {
    guard let terms = trial?.terms, !terms.earned.isEmpty else { return [] }
    let parts = terms.earned.flatMap { [$0.days, $0.most] }
    let own = terms.lasts?.duration.map { Int($0.components.seconds / 86_400) }
    let whole = own.map { $0 + terms.earned.reduce(0) { $0 + $1.most } }
    return (parts + [whole].compactMap(\.self)).map { Period($0, .day) }
  }

  /// The lengths for which something may be free whatever is bought: trials, grants, and rules about the past.
  fileprivate var freeLengths: [Period] {
    // The store's own free trial is an offer of a product.
    let trials = trial?.start == .introductoryOffer ? [] : trialLengths
    let variants = experiments.flatMap(\.variants).compactMap(\.trialLasts)
    return trials + earnedLengths + variants + addOnTrials.map(\.lasts) + grants.compactMap(\.lasts)
      + conditions.flatMap(\.parts).flatMap(\.past).flatMap(\.lengths)
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
    let own = [price, monthlyPrice, commitmentPrice]
    return own.compactMap { $0?.milliunits } + seatPrices.map(\.price.milliunits) + amounts
  }

  /// Every length that a line may state: the billing period, one period of an offer, and the whole offer.
  fileprivate var lengths: [Period] {
    let introductory = introductoryOffer.map { [$0.period, $0.length] } ?? []
    let month = monthlyPrice.map { _ in Period(1, .month) }
    return [period, month].compactMap { $0 } + introductory
      + offers.flatMap { [$0.period, Period($0.period.count * $0.periods, $0.period.unit)] }
  }

  /// Every length for which an offer may give it for nothing: one period, and the whole offer.
  fileprivate var freeLengths: [Period] {
    let introductory = introductoryOffer.map { [($0.payment, $0.period, $0.periods)] } ?? []
    let all = introductory + offers.map { ($0.payment, $0.period, $0.periods) }
    return all.flatMap { payment, period, periods in
      payment == .freeTrial ? [period, Period(period.count * periods, period.unit)] : []
    }
  }
}

extension Period {
  /// Whether two lengths are equal, such as 7 days and a week.
  func isAsLong(as other: Period) -> Bool { inWholeUnits == other.inWholeUnits }
}

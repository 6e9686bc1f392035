/// What the store shows a customer who is about to cancel a subscription.
public struct RetentionChoice: Hashable, Sendable {
  /// The UUID of the message.
  public let message: String
  /// What shows with it.
  public let action: RetentionRule.Action

  public init(message: String, action: RetentionRule.Action) {
    self.message = message
    self.action = action
  }

  /// Chooses by the blueprint's rules; nil if none of them matches.
  ///
  /// - Parameters:
  ///   - product: The subscription that the customer has, as the store says.
  ///   - purchase: The purchase that it belongs to.
  ///   - customer: The customer; an empty one if nobody has claimed the purchase.
  ///   - locale: The language and region of the customer's device, such as `de-DE`.
  ///   - signsOffers: Whether an offer can be signed; rules with one are skipped otherwise.
  ///   - now: The instant of the decision.
  public init?(
    for product: CatalogProduct.ID, of purchase: PurchaseID, _ customer: Customer, locale: String,
    signsOffers: Bool, in blueprint: Blueprint, at now: Instant
  ) {
    let period = customer.storeTransactions.last { $0.purchase == purchase }
    let use = period.map { PurchaseUse(of: $0, by: customer, in: blueprint, at: now) }
    let rule = blueprint.definition.retention.first { rule in
      (rule.products.isEmpty || rule.products.contains(product))
        && rule.used.map { $0.contains(use?.count(of: $0.feature) ?? 0) } ?? true
        && rule.action.isPossible(for: product, signsOffers: signsOffers, in: blueprint)
    }
    guard let rule,
      let message = rule.message(in: locale, orElse: blueprint.app.language)
    else { return nil }
    self.init(message: message, action: rule.action)
  }
}

extension RetentionRule {
  /// The message in the nearest language to a locale, or else in the app's.
  fileprivate func message(in locale: String, orElse language: String) -> String? {
    LanguageLookup.candidates(for: locale).lazy.compactMap { messages[$0] }.first
      ?? messages[language]
  }
}

extension RetentionRule.Uses {
  fileprivate func contains(_ count: Int) -> Bool {
    atLeast.map { $0 <= count } ?? true && lessThan.map { count < $0 } ?? true
  }
}

extension RetentionRule.Action {
  /// Whether the store would accept it for a subscription.
  fileprivate func isPossible(
    for product: CatalogProduct.ID, signsOffers: Bool, in blueprint: Blueprint
  ) -> Bool {
    switch self {
    case .message: true
    case .alternateProduct(let other):
      other != product && blueprint.product(other)?.group != nil
        && blueprint.product(other)?.group == blueprint.product(product)?.group
    case .offer(let offer):
      signsOffers
        && blueprint.product(product)?.offers.contains {
          $0.id == offer && $0.kind == .promotional
        } ?? false
    }
  }
}

/// The answer to the store's question about a refund, before it is sent.
public enum RefundDecision: Hashable, Sendable {
  case send(RefundReport)
  /// Send nothing.
  case withhold(RefundAnswer.Withholding)

  /// Decides from the customer's consent, the counted use of the purchase and the blueprint's policy.
  ///
  /// - Parameter now: The instant of the decision.
  public init(
    on request: RefundRequest, of customer: Customer, in blueprint: Blueprint, at now: Instant
  ) {
    let definition = blueprint.definition
    guard let policy = definition.refunds else {
      self = .withhold(.noPolicy)
      return
    }
    let key = PurchaseFacts.TransactionKey(
      environment: request.purchase.environment,
      id: StoreTransaction.ID(request.transaction.rawValue))
    guard let transaction = customer.purchases.transactions[key],
      transaction.ownership == .purchased
    else {
      self = .withhold(.notBought)
      return
    }
    let consent = definition.attributes.first { $0.id == policy.consent }
    guard let consent, customer.value(of: consent.id, setBy: consent.setBy) == .boolean(true) else {
      self = .withhold(.noConsent)
      return
    }
    let use = PurchaseUse(of: transaction, by: customer, in: blueprint, at: now)
    let rule = policy.rules.first { $0.matches(request, use) }
    self = .send(
      RefundReport(
        consumed: use.consumed,
        preference: use.possible(rule?.prefer ?? .nothing),
        hadSample: policy.hasSample ?? (definition.trial != nil)))
  }

  /// The outcome without a request to the store, if nothing is to be sent or it is too late.
  public func outcome(of request: RefundRequest, at now: Instant) -> RefundAnswer.Outcome? {
    switch self {
    case .withhold(let reason): .withheld(reason)
    case .send: now < request.deadline ? nil : .withheld(.late)
    }
  }
}

extension RefundPolicy.Rule {
  fileprivate func matches(_ request: RefundRequest, _ use: PurchaseUse) -> Bool {
    (products.isEmpty || products.contains(use.transaction.product))
      && (reasons.isEmpty || reasons.contains(request.reason))
      && used.map { $0.atLeast <= use.count(of: $0.feature) } ?? true
      && consumed.map { $0 * 1000 <= use.consumed ?? -1 } ?? true
  }
}

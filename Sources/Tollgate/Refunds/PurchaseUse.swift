/// How a customer used what one transaction bought.
struct PurchaseUse {
  /// The whole, in thousandths of a percent.
  static let whole = 100_000

  let transaction: StoreTransaction
  /// How much of its credits was spent, in thousandths of a percent; nil if it gave none or is a subscription.
  let consumed: Int?

  private let customer: Customer
  /// The time that it paid for, if that adds up with other purchases.
  private let span: AddedTime.Span?

  init(
    of transaction: StoreTransaction, by customer: Customer, in blueprint: Blueprint,
    at now: Instant
  ) {
    self.transaction = transaction
    self.customer = customer
    span = AddedTime(of: customer, in: blueprint).span(of: transaction)
    let isSubscription =
      transaction.group != nil || blueprint.product(transaction.product)?.kind == .autoRenewable
    guard !isSubscription else {
      consumed = nil
      return
    }
    let lots = customer.credits(in: blueprint, at: now).flatMap(\.lots).filter {
      $0.purchase == transaction.purchase && $0.transaction == transaction.id
    }
    let amount = lots.reduce(0) { $0 + $1.amount }
    let spent = min(amount, lots.reduce(0) { $0 + $1.spent })
    consumed =
      amount > 0
      ? amount.dividingFullWidth(spent.multipliedFullWidth(by: Self.whole)).quotient : nil
  }

  /// How often a feature was used while the transaction was paid for, by counted uses.
  func count(of feature: Feature.ID) -> Int {
    let start = span?.start ?? transaction.purchasedAt
    let uses = Occurrences(
      of: .use(feature), for: customer, trial: nil, lapsedAt: nil, at: start)
    let end = span?.end ?? transaction.expiresAt
    let total = end.map(uses.count(before:)) ?? uses.count
    return max(0, total - uses.count(before: start))
  }

  /// The preference that the store accepts: it prorates only a subscription, or what was used in part.
  func possible(_ preference: PreferredRefund) -> PreferredRefund {
    switch preference {
    case .decline, .grantFull, .nothing: return preference
    case .grantProrated:
      guard transaction.group == nil else { return .grantProrated }
      switch consumed {
      case nil: return .nothing
      case 0?: return .grantFull
      case Self.whole?: return .decline
      case .some: return .grantProrated
      }
    }
  }
}

extension CreditLot {
  /// How many of its credits were spent.
  fileprivate var spent: Int {
    switch state {
    case .coming: 0
    case .here: amount - left
    case .ended: drawn
    }
  }
}

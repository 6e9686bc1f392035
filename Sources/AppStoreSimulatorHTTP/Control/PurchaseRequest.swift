import AppStoreSimulator
import TollgateAppStore

/// A purchase request of the control API.
struct PurchaseRequest {
  /// The kinds of offer that a request can choose; an introductory offer applies by itself.
  private enum OfferType: String, CaseIterable {
    /// For current and former subscribers.
    case promotional

    /// Of an offer code.
    case code

    /// For customers who left.
    case winBack
  }

  /// How the price is billed.
  private enum BillingPlan: String, CaseIterable {
    /// Each period at its start.
    case upFront

    /// Each month, with a commitment to the product's period.
    case monthly
  }

  /// How the purchase ends: the customer's decision, or the failure to simulate.
  private enum Outcome: String, CaseIterable {
    /// The customer buys.
    case buy

    /// The customer closes the sheet.
    case cancel

    /// A parent has to approve it first.
    case askToBuy
    case paymentNotAllowed
    case paymentInvalid
    case network
    case productUnavailable
    case interrupted
    case unknown
  }

  /// The product, which the configuration has; it may be off sale.
  let product: String

  /// The buyer; an account is created if the request names none.
  let account: AccountID
  let options: PurchaseOptions
  let outcome: PurchaseOutcome

  /// Reads a request.
  ///
  /// - Throws: `unknownProduct`, `missingField` or `wrongField`.
  init(_ fields: ControlFields, _ store: AppStoreSimulator) throws(ControlProblem) {
    product = try fields.product(of: store)
    account =
      try fields.text("account") == nil ? store.makeAccount() : fields.anyAccount("account")
    let token = try fields.text("appAccountToken")
    guard token.map(IdentifierFormat.isUUID) ?? true else {
      throw ControlProblem(.wrongField, "`appAccountToken` must be a UUID.")
    }
    options = PurchaseOptions(
      appAccountToken: token, quantity: Int(try fields.integer("quantity", in: 1...1_000) ?? 1),
      offer: try Self.offer(fields),
      billingPlan: try fields.word("billingPlan", BillingPlan.self) == .monthly ? .monthly : nil)
    switch try fields.word("outcome", Outcome.self) {
    case nil, .buy: outcome = .buy
    case .cancel: outcome = .cancel
    case .askToBuy: outcome = .askToBuy
    case let word?: outcome = .fail(PurchaseFailure(rawValue: word.rawValue) ?? .unknown)
    }
  }

  /// The chosen offer; nil for none.
  ///
  /// An identifier needs the type of the offer, because a subscription lists the offers of each type separately.
  private static func offer(
    _ fields: ControlFields
  ) throws(ControlProblem) -> PurchaseOptions.Offer? {
    guard let id = try fields.text("offer") else { return nil }
    switch try fields.required("offerType", try fields.word("offerType", OfferType.self)) {
    case .promotional: return .promotional(id)
    case .code: return .code(id)
    case .winBack: return .winBack(id)
    }
  }
}

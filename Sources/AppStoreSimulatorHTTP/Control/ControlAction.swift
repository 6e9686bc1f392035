import AppStoreSimulator
import TollgateAppStore

/// An action that a person or a test performs on the store through the control API, with the account whose action it
/// is.
struct ControlAction: Sendable {
  let action: StoreAction

  /// The account; nil for the developer's actions, and for those that name a transaction.
  var account: AccountID?

  /// Performs the action; the answer is nil unless it is a purchase.
  func perform(on store: AppStoreSimulator) throws(ControlProblem) -> PurchaseAnswer? {
    switch store.perform(action, for: account) {
    case .done: return nil
    case .purchase(let result): return account.map { PurchaseAnswer(result, by: $0) }
    case .notExtended(let failure):
      guard case .extend(let purchase, _) = action else { return nil }
      throw ControlProblem(
        .nothingToDo, "The renewal date of \(purchase) was not extended: \(failure.rawValue).")
    case .nothingToDo, .ambiguous: throw ControlProblem(.nothingToDo, reason)
    }
  }

  /// Why the action had nothing to do.
  private var reason: String {
    let account = account?.description ?? ""
    return switch action {
    case .cancel: "\(account) has no subscription whose renewal could be turned off."
    case .resume: "\(account) has no running subscription whose renewal is off."
    case .renew: "\(account) has no subscription that could renew now."
    case .expire: "\(account) has no subscription that could end."
    case .settle: "\(account) has no unpaid renewal."
    case .acceptPrice: "\(account) has no price to agree to."
    case .requestPriceConsent: "\(account) has no renewal for which consent could be requested."
    case .share(let member): "\(account) shares with \(member) already, or with five others."
    case .stopSharing(let member): "\(account) does not share with \(member)."
    case .assignSeat(let member, _): "\(account) has no free seat, or \(member) has one already."
    case .revokeSeat(let member, _): "\(member) has no seat of \(account)."
    case .refund(let purchase, .seats, _): "\(purchase) does not have that many seats left."
    case .refund(let purchase, _, _):
      "\(purchase) has already been refunded, or cannot be refunded."
    case .refundRequest(let purchase, _): "\(purchase) has already been refunded, or was shared."
    case .refundDecline(let purchase): "Nobody asked for a refund of \(purchase)."
    case .refundReverse(let purchase): "\(purchase) was not refunded to its buyer."
    case .buy, .approve, .decline, .finish, .failBilling, .fixBilling, .askToBuy, .storefront,
      .boughtApp, .rescindConsent, .price, .onSale, .extend, .testNotification:
      "There is nothing to do."
    }
  }
}

extension ControlFields {
  /// The action with a name that the fields describe.
  func action(
    _ name: StoreAction.Name, of store: AppStoreSimulator
  ) throws(ControlProblem) -> ControlAction {
    switch name {
    case .buy:
      let purchase = try purchase(of: store)
      let account = try text("account") == nil ? store.makeAccount() : try anyAccount("account")
      return ControlAction(action: purchase, account: account)
    case .approve:
      let purchase = try pendingPurchase(of: store)
      return ControlAction(action: .approve(purchase.id), account: purchase.account)
    case .decline: return ControlAction(action: .decline(try pendingPurchase(of: store).id))
    case .cancel: return try change(store) { .cancel($0) }
    case .resume: return try change(store) { .resume($0) }
    case .acceptPrice: return try change(store) { .acceptPrice($0) }
    case .requestPriceConsent: return try change(store) { .requestPriceConsent($0) }
    case .renew: return try change(store) { .renew($0) }
    case .expire: return try change(store) { .expire($0) }
    case .settle: return try change(store) { .settle($0) }
    case .share:
      let account = try anyAccount("account")
      return ControlAction(action: .share(with: try anyAccount("with")), account: account)
    case .stopSharing:
      let account = try account(of: store)
      return ControlAction(action: .stopSharing(with: try anyAccount("with")), account: account)
    case .assignSeat:
      let account = try account(of: store)
      let member = try anyAccount("with")
      return ControlAction(
        action: .assignSeat(to: member, group: try text("group")), account: account)
    case .revokeSeat:
      let account = try account(of: store)
      let member = try anyAccount("with")
      return ControlAction(
        action: .revokeSeat(from: member, group: try text("group")), account: account)
    case .failBilling:
      return ControlAction(action: .failBilling, account: try anyAccount("account"))
    case .fixBilling: return ControlAction(action: .fixBilling, account: try account(of: store))
    case .askToBuy:
      let asks = try boolean("asks") ?? true
      return ControlAction(action: .askToBuy(asks), account: try anyAccount("account"))
    case .storefront:
      let storefront = Storefront(
        country: try requiredText("country"), id: try requiredText("id"),
        currency: try requiredText("currency"))
      return ControlAction(action: .storefront(storefront), account: try anyAccount("account"))
    case .boughtApp:
      return ControlAction(
        action: .boughtApp(try appPurchase()), account: try anyAccount("account"))
    case .rescindConsent:
      return ControlAction(action: .rescindConsent, account: try anyAccount("account"))
    case .refund: return ControlAction(action: try refund(of: store))
    case .refundRequest:
      let purchase = try purchased(in: store)
      let reason = try text("reason").map(ConsumptionRequestReason.init(rawValue:))
      return ControlAction(
        action: .refundRequest(purchase, reason: reason ?? .unintendedPurchase))
    case .refundDecline: return ControlAction(action: .refundDecline(try purchased(in: store)))
    case .refundReverse: return ControlAction(action: .refundReverse(try purchased(in: store)))
    case .finish: return ControlAction(action: .finish(try purchased(in: store)))
    case .price:
      let product = try product(of: store)
      guard let price = Milliunits(decimal: try requiredText("price")) else {
        throw ControlProblem(.wrongField, "`price` must be a string such as \"9.99\".")
      }
      let needsConsent = try boolean("needsConsent") ?? true
      return ControlAction(action: .price(price, of: product, needsConsent: needsConsent))
    case .onSale:
      let isOnSale = try required("isOnSale", try boolean("isOnSale"))
      return ControlAction(action: .onSale(isOnSale, try product(of: store)))
    case .extend:
      let purchase = try purchased(in: store)
      let days = try required("days", try integer("days", in: 1...90))
      return ControlAction(action: .extend(purchase, days: Int(days)))
    case .testNotification: return ControlAction(action: .testNotification)
    }
  }
}

extension StoreAction.Name {
  /// The fields that the control API accepts.
  ///
  /// - `quantity` is 1 to 10 of a consumable or a non-renewing subscription, or 1 to 1,000 seats of one that renews;
  ///   `billingPlan` is `upFront` or `monthly`.
  /// - Without `group` every group is meant.
  /// - `share` is in thousandths of a percent, `unused` for the rest of a period, and missing for all of it; `reason`
  ///   is 1 for an issue with the app and 0 for any other, or one of the reasons of
  ///   <https://developer.apple.com/documentation/appstoreservernotifications/consumptionrequestreason>.
  /// - `price` is in units of the currency, and `id` is Apple's number for the storefront.
  var fields: [String] {
    switch self {
    case .buy:
      [
        "product", "account", "quantity", "billingPlan", "offerType", "offer", "appAccountToken",
        "outcome",
      ]
    case .approve, .decline: ["purchase"]
    case .cancel, .resume, .acceptPrice, .requestPriceConsent, .renew, .expire, .settle:
      ["account", "group"]
    case .share, .stopSharing: ["account", "with"]
    case .assignSeat, .revokeSeat: ["account", "with", "group"]
    case .failBilling, .fixBilling, .rescindConsent: ["account"]
    case .askToBuy: ["account", "asks"]
    case .storefront: ["account", "country", "id", "currency"]
    case .boughtApp: ["account", "version", "platform", "date", "environment"]
    case .refund: ["transaction", "share", "seats", "reason"]
    case .refundRequest: ["transaction", "reason"]
    case .refundDecline, .refundReverse, .finish: ["transaction"]
    case .price: ["product", "price", "needsConsent"]
    case .onSale: ["product", "isOnSale"]
    case .extend: ["transaction", "days"]
    case .testNotification: []
    }
  }
}

extension ControlFields {
  /// How an account got the app itself.
  fileprivate func appPurchase() throws(ControlProblem) -> AppPurchase {
    guard let date = Instant(try requiredText("date")) else {
      throw ControlProblem(
        .wrongField, "`date` must be a date and time such as `2024-05-01T00:00:00Z`.")
    }
    return AppPurchase(
      version: try requiredText("version"),
      platform: try text("platform").map(PurchasePlatform.init(rawValue:)) ?? .iOS, date: date,
      environment: try text("environment").map(Environment.init(rawValue:)))
  }

  /// An action on an account's subscriptions, in a group or in all.
  fileprivate func change(
    _ store: AppStoreSimulator, _ make: (StoreAction.Subscriptions) -> StoreAction
  ) throws(ControlProblem) -> ControlAction {
    let account = try account(of: store)
    return ControlAction(
      action: make(try text("group").map { .group($0) } ?? .all), account: account)
  }

  /// The account named by the fields, which the store must know.
  private func account(of store: AppStoreSimulator) throws(ControlProblem) -> AccountID {
    let id = AccountID(rawValue: try requiredText("account"))
    guard store.accounts.contains(id) else {
      throw ControlProblem(.unknownAccount, "There is no account `\(id)`.")
    }
    return id
  }

  /// The account named by a field, created if the store does not know it.
  func anyAccount(_ name: String) throws(ControlProblem) -> AccountID {
    let text = try requiredText(name)
    guard (1...64).contains(text.count) else {
      throw ControlProblem(.wrongField, "`\(name)` must have 1 to 64 characters.")
    }
    return AccountID(rawValue: text)
  }

  /// The transaction named by the fields, which must exist.
  func transaction(of store: AppStoreSimulator) throws(ControlProblem) -> TransactionPayload {
    let id = try requiredText("transaction")
    guard let signed = store.transaction(id) else {
      throw ControlProblem(.unknownTransaction, "There is no transaction `\(id)`.")
    }
    return signed.payload
  }

  fileprivate func purchased(
    in store: AppStoreSimulator
  ) throws(ControlProblem) -> StoreAction.Purchase {
    .transaction(try transaction(of: store).transactionId)
  }

  /// The product named by the fields, which must be in the configuration; it may be off sale.
  func product(of store: AppStoreSimulator) throws(ControlProblem) -> String {
    let id = try requiredText("product")
    let configuration = store.configuration
    guard configuration.subscription(id) != nil || configuration.product(id) != nil else {
      throw ControlProblem(.unknownProduct, "There is no product `\(id)`.")
    }
    return id
  }

  /// The pending purchase that the fields name by its number.
  fileprivate func pendingPurchase(
    of store: AppStoreSimulator
  ) throws(ControlProblem) -> PendingPurchase {
    let id = try required("purchase", integer("purchase", in: 1...Int64(Int32.max)))
    guard let purchase = store.pendingPurchases.first(where: { $0.id == id }) else {
      throw ControlProblem(.notFound, "No purchase with the number \(id) is pending.")
    }
    return purchase
  }

  fileprivate func refund(of store: AppStoreSimulator) throws(ControlProblem) -> StoreAction {
    let purchase = try purchased(in: store)
    let reason: RevocationReason = try integer("reason", in: 0...1) == 1 ? .issue : .other
    if let seats = try integer("seats", in: 1...1_000) {
      return .refund(purchase, .seats(Int(seats)), reason: reason)
    }
    switch try text("share") {
    case nil: return .refund(purchase, reason: reason)
    case "unused": return .refund(purchase, .unused, reason: reason)
    case _?:
      let share = try required("share", try integer("share", in: 1...100_000))
      return .refund(purchase, .share(Int(share)), reason: reason)
    }
  }
}

/// How the price of a purchase is billed.
private enum BillingPlan: String, CaseIterable {
  case upFront, monthly
}

/// The kinds of offer that a purchase can choose; an introductory offer applies by itself.
private enum ChosenOffer: String, CaseIterable {
  case promotional, code, winBack
}

extension ControlFields {
  /// The purchase that the fields describe.
  fileprivate func purchase(of store: AppStoreSimulator) throws(ControlProblem) -> StoreAction {
    let product = try product(of: store)
    let token = try text("appAccountToken")
    guard token.map(IdentifierFormat.isUUID) ?? true else {
      throw ControlProblem(.wrongField, "`appAccountToken` must be a UUID.")
    }
    return .buy(
      product,
      PurchaseOptions(
        appAccountToken: token, quantity: Int(try integer("quantity", in: 1...1_000) ?? 1),
        offer: try offer(),
        billingPlan: try word("billingPlan", BillingPlan.self) == .monthly ? .monthly : nil),
      outcome: try word("outcome") ?? .buy)
  }

  /// The chosen offer; nil for none.
  ///
  /// An identifier needs the type of the offer, because a subscription lists the offers of each type separately.
  private func offer() throws(ControlProblem) -> PurchaseOptions.Offer? {
    guard let id = try text("offer") else { return nil }
    switch try required("offerType", try word("offerType", ChosenOffer.self)) {
    case .promotional: return .promotional(id)
    case .code: return .code(id)
    case .winBack: return .winBack(id)
    }
  }
}

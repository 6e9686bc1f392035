import AppStoreSimulator
import TollgateAppStore

extension ControlAction {
  /// The customers' actions.
  ///
  /// - `buy`: a purchase as in StoreKit's sheet; `outcome` decides how the sheet ends, and `quantity` is 1 to 10
  ///   of a consumable, or 1 to 1,000 seats of a subscription; `billingPlan` is `upFront` or `monthly`.
  /// - `approve`, `decline`: resolve a pending purchase by its number.
  /// - `cancel`, `resume`: turn renewal off and back on; without `group` in every group.
  /// - `accept-price`: consents to a price increase, without which the subscription ends with its period.
  /// - `share`, `stop-sharing`: start and end Family Sharing with one member.
  /// - `assign-seat`, `revoke-seat`: give one of the seats that an account bought to another, and take it back.
  /// - `refund-request`: requests a refund, with one of the reasons of
  ///   <https://developer.apple.com/documentation/appstoreservernotifications/consumptionrequestreason>.
  /// - `finish`: the device has delivered what a transaction bought.
  static let customers: [Self] = [
    Self(
      "buy",
      [
        "product", "account", "quantity", "billingPlan", "offerType", "offer", "appAccountToken",
        "outcome",
      ]
    ) { store, fields throws(ControlProblem) in
      let request = try PurchaseRequest(fields, store)
      return PurchaseAnswer(
        store.purchase(
          request.product, by: request.account, options: request.options, outcome: request.outcome),
        by: request.account)
    },
    Self("approve", ["purchase"]) { store, fields throws(ControlProblem) in
      let purchase = try fields.pendingPurchase(of: store)
      return store.approve(purchase.id).map { PurchaseAnswer($0, by: purchase.account) }
    },
    Self("decline", ["purchase"]) { store, fields throws(ControlProblem) in
      store.decline(try fields.pendingPurchase(of: store).id)
      return nil
    },
    Self("cancel", ["account", "group"]) { store, fields throws(ControlProblem) in
      let account = try fields.account(of: store)
      return try fields.expect(
        store.cancel(account, group: try fields.text("group")),
        or: "\(account) has no subscription whose renewal could be turned off.")
    },
    Self("resume", ["account", "group"]) { store, fields throws(ControlProblem) in
      let account = try fields.account(of: store)
      return try fields.expect(
        store.resume(account, group: try fields.text("group")),
        or: "\(account) has no running subscription whose renewal is off.")
    },
    Self("accept-price", ["account", "group"]) { store, fields throws(ControlProblem) in
      let account = try fields.account(of: store)
      return try fields.expect(
        store.acceptPriceIncrease(account, group: try fields.text("group")),
        or: "\(account) has no price to agree to.")
    },
    Self("share", ["account", "with"]) { store, fields throws(ControlProblem) in
      let account = try fields.anyAccount("account")
      let member = try fields.anyAccount("with")
      return try fields.expect(
        store.share(account, with: member),
        or: "\(account) shares with \(member) already, or with five others.")
    },
    Self("stop-sharing", ["account", "with"]) { store, fields throws(ControlProblem) in
      let account = try fields.account(of: store)
      let member = try fields.anyAccount("with")
      return try fields.expect(
        store.stopSharing(account, with: member), or: "\(account) does not share with \(member).")
    },
    Self("assign-seat", ["account", "with", "group"]) { store, fields throws(ControlProblem) in
      let account = try fields.account(of: store)
      let member = try fields.anyAccount("with")
      return try fields.expect(
        store.assignSeat(of: account, in: try fields.text("group"), to: member),
        or: "\(account) has no free seat, or \(member) has one already.")
    },
    Self("revoke-seat", ["account", "with", "group"]) { store, fields throws(ControlProblem) in
      let account = try fields.account(of: store)
      let member = try fields.anyAccount("with")
      return try fields.expect(
        store.revokeSeat(of: account, in: try fields.text("group"), from: member),
        or: "\(member) has no seat of \(account).")
    },
    Self("refund-request", ["transaction", "reason"]) { store, fields throws(ControlProblem) in
      let id = try fields.transaction(of: store).transactionId
      let reason =
        try fields.text("reason").map(ConsumptionRequestReason.init(rawValue:))
        ?? .unintendedPurchase
      return try fields.expect(
        store.requestRefund(id, reason: reason), or: "\(id) is paid back already, or was shared.")
    },
    Self("finish", ["transaction"]) { store, fields throws(ControlProblem) in
      store.finish(try fields.transaction(of: store).transactionId)
      return nil
    },
  ]
}

extension ControlFields {
  /// The pending purchase that the fields name by its number.
  fileprivate func pendingPurchase(
    of store: AppStoreSimulator
  ) throws(ControlProblem) -> PendingPurchase {
    let id = try required("purchase", integer("purchase", in: 1...Int64(Int32.max)))
    guard let purchase = store.pendingPurchases.first(where: { $0.id == id }) else {
      throw ControlProblem(.notFound, "No purchase with the number \(id) waits.")
    }
    return purchase
  }
}

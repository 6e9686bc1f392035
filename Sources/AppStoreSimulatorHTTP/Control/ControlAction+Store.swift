import AppStoreSimulator
import TollgateAppStore

extension ControlAction {
  /// The store's actions.
  ///
  /// - `renew`, `expire`: end the current period now, with or without another one; without `group` in every group.
  /// - `fail-billing`, `fix-billing`: make all payments of an account fail, and succeed again.
  /// - `refund`: refunds a purchase; `share` is in thousandths of a percent, `unused` for the rest of a period, and
  ///   missing for all of it; `reason` is 1 for an issue with the app and 0 for any other.
  /// - `refund-decline`: declines a refund request.
  /// - `refund-reverse`: takes a refund back; a period that is still running gives access again.
  /// - `ask-to-buy`: makes purchases of an account wait for a parent, or with `asks` false no longer.
  /// - `storefront`: moves an account to another country; `id` is Apple's number for the storefront.
  static let store: [Self] = [
    Self("renew", ["account", "group"]) { store, fields throws(ControlProblem) in
      let account = try fields.account(of: store)
      return try fields.expect(
        store.renewNow(account, group: try fields.text("group")),
        or: "\(account) has no subscription that could renew now.")
    },
    Self("expire", ["account", "group"]) { store, fields throws(ControlProblem) in
      let account = try fields.account(of: store)
      return try fields.expect(
        store.expireNow(account, group: try fields.text("group")),
        or: "\(account) has no subscription that could end.")
    },
    Self("fail-billing", ["account"]) { store, fields throws(ControlProblem) in
      store.setBillingFailing(true, for: try fields.anyAccount("account"))
      return nil
    },
    Self("fix-billing", ["account"]) { store, fields throws(ControlProblem) in
      store.setBillingFailing(false, for: try fields.account(of: store))
      return nil
    },
    Self("refund", ["transaction", "share", "seats", "reason"]) {
      store, fields throws(ControlProblem) in
      let id = try fields.transaction(of: store).transactionId
      let reason: RevocationReason =
        try fields.integer("reason", in: 0...1) == 1 ? .issue : .other
      if let seats = try fields.integer("seats", in: 1...1_000) {
        return try fields.expect(
          store.refundSeats(id, count: Int(seats)), or: "\(id) does not have so many seats left.")
      }
      let done: Bool
      switch try fields.text("share") {
      case nil: done = store.refund(id, reason: reason)
      case "unused": done = store.refundShare(id, reason: reason)
      default:
        let share = try fields.integer("share", in: 1...100_000)
        done = store.refundShare(id, share: share.map(Int.init), reason: reason)
      }
      return try fields.expect(done, or: "\(id) is paid back already, or cannot be.")
    },
    Self("refund-decline", ["transaction"]) { store, fields throws(ControlProblem) in
      let id = try fields.transaction(of: store).transactionId
      return try fields.expect(
        store.declineRefund(id), or: "Nobody asked for a refund of \(id).")
    },
    Self("refund-reverse", ["transaction"]) { store, fields throws(ControlProblem) in
      let id = try fields.transaction(of: store).transactionId
      return try fields.expect(
        store.reverseRefund(id), or: "\(id) was not paid back to who bought it.")
    },
    Self("ask-to-buy", ["account", "asks"]) { store, fields throws(ControlProblem) in
      store.setAsksToBuy(
        try fields.boolean("asks") ?? true, for: try fields.anyAccount("account"))
      return nil
    },
    Self("storefront", ["account", "country", "id", "currency"]) {
      store, fields throws(ControlProblem) in
      store.setStorefront(
        Storefront(
          country: try fields.requiredText("country"), id: try fields.requiredText("id"),
          currency: try fields.requiredText("currency")), for: try fields.anyAccount("account"))
      return nil
    },
  ]
}

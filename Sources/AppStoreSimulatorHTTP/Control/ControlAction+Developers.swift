import AppStoreSimulator
import TollgateAppStore

extension ControlAction {
  /// The developer's actions in App Store Connect.
  ///
  /// - `price`: changes a price, written in units of the currency; with `needsConsent`, the default, subscribers
  ///   have to agree to a higher one.
  /// - `on-sale`: removes a product from sale, so that its subscriptions end instead of renewing, or puts it back.
  /// - `extend`: extends the renewal date of a subscription, named by any of its transactions, by 1 to 90 days.
  /// - `test-notification`: posts a notification that only tests the connection.
  static let developers: [Self] = [
    Self("price", ["product", "price", "needsConsent"]) { store, fields throws(ControlProblem) in
      let product = try fields.product(of: store)
      guard let price = Milliunits(decimal: try fields.requiredText("price")) else {
        throw ControlProblem(.wrongField, "`price` must be a text such as 9.99.")
      }
      store.setPrice(
        price, of: product, needsConsent: try fields.boolean("needsConsent") ?? true)
      return nil
    },
    Self("on-sale", ["product", "isOnSale"]) { store, fields throws(ControlProblem) in
      store.setOnSale(
        try fields.required("isOnSale", try fields.boolean("isOnSale")),
        try fields.product(of: store))
      return nil
    },
    Self("extend", ["transaction", "days"]) { store, fields throws(ControlProblem) in
      let payload = try fields.transaction(of: store)
      let days = try fields.required("days", try fields.integer("days", in: 1...90))
      switch store.extendRenewal(of: payload.originalTransactionId, days: Int(days)) {
      case .success: return nil
      case .failure(let failure):
        throw ControlProblem(
          .nothingToDo, "The renewal date of \(payload.transactionId) stays: \(failure.rawValue).")
      }
    },
    Self("test-notification", []) { store, _ in
      store.sendTestNotification()
      return nil
    },
  ]
}

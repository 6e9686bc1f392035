import TollgateAppStore

/// How many transactions of an account the page shows.
private let transactionLimit = 10

extension StorePage {
  /// Describes the state in words, with the newest notifications and transactions first.
  init(_ state: StoreState, _ log: [NotificationLogEntry]) {
    self.init(
      bundle: state.bundleId, environment: state.environment.rawValue, now: state.instant,
      next: state.nextEvent.map(ClockMove.text), notify: state.notify ?? "",
      faults: Self.words(state.faults),
      products: state.products.map {
        Product(
          id: $0.product, name: $0.name.isEmpty ? $0.product : $0.name,
          terms: [$0.type, $0.price, $0.period].compactMap(\.self).joined(separator: ", "))
      }, accounts: state.accounts.map(Account.init),
      pending: state.pending.map {
        Pending(
          number: $0.purchase,
          text:
            "\($0.account) wants \($0.product); \($0.reason == "askToBuy" ? "a parent is asked" : "interrupted")."
        )
      }, notifications: log.reversed().map(Notification.init))
  }

  /// The faults in words; nil if there aren't any.
  private static func words(_ faults: FaultInjection) -> String? {
    guard faults != .none else { return nil }
    let parts = [
      (faults.duplicate, "\(faults.duplicate) % twice"),
      (faults.drop, "\(faults.drop) % lost"), (faults.delay, "\(faults.delay) % late"),
      (faults.reorder, "shuffled in \(faults.reorder)"),
      (Int(faults.slow), "slowed by \(faults.slow) ms"),
    ]
    return parts.filter { $0.0 > 0 }.map(\.1).joined(separator: ", ")
  }
}

extension StorePage.Account {
  fileprivate init(_ state: AccountState) {
    let about = [
      state.country, state.billingFails ? "payments fail" : nil,
      state.asksToBuy ? "a parent is asked" : nil,
      state.sharesWith.isEmpty ? nil : "shares with \(state.sharesWith.joined(separator: ", "))",
    ]
    self.init(
      account: state.account, about: about.compactMap(\.self).joined(separator: " · "),
      billingFails: state.billingFails, subscriptions: state.subscriptions.map { .init($0) },
      transactions: state.transactions.reversed().prefix(transactionLimit).map {
        StorePage.Transaction(
          id: $0.transactionId, product: $0.product, date: ClockMove.text($0.purchaseDate),
          revoked: $0.revocationDate != nil, shared: $0.isShared)
      })
  }
}

extension StorePage.Subscription {
  fileprivate init(_ state: AccountState.Subscription) {
    let names = ["active", "expired", "billing retry", "grace period", "revoked"]
    let tones = ["good", "bad", "warning", "warning", "bad"]
    let index = names.indices.contains(state.status - 1) ? state.status - 1 : 1
    let end = state.expiresDate.map(ClockMove.text) ?? ""
    let renewal = state.renewsTo.map { "renews to \($0)" } ?? "does not renew"
    self.init(
      product: state.product, status: names[index], tone: tones[index],
      ending: "until \(end), \(renewal)\(state.isShared ? ", shared" : "")",
      renews: state.willRenew)
  }
}

extension StorePage.Notification {
  fileprivate init(_ entry: NotificationLogEntry) {
    let tone =
      switch entry.delivery {
      case "delivered": "good"
      case "givenUp": "bad"
      default: "warning"
      }
    let delivery =
      switch entry.delivery {
      case "unaddressed": "no address"
      case "gathered": "held to be shuffled"
      case "givenUp": "given up"
      case "waiting":
        entry.nextAttempt.map { "posted at \(ClockMove.text($0))" } ?? "waiting"
      default: entry.delivery
      }
    self.init(
      date: ClockMove.text(entry.at),
      kind: [entry.notificationType, entry.subtype].compactMap(\.self).joined(separator: " "),
      about: entry.account ?? "", delivery: delivery, tone: tone,
      attempts: entry.sendAttempts.map {
        "\(ClockMove.text($0.attemptDate)) \($0.sendAttemptResult.rawValue)"
      })
  }
}

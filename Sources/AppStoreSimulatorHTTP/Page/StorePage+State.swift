import Foundation
import TollgateAppStore

/// How many transactions of an account the page shows.
private let transactionLimit = 10

extension StorePage {
  /// Describes the state in words, with the newest notifications and transactions first, and prices in a currency.
  init(_ state: StoreState, in currency: String, _ log: [NotificationLogEntry]) {
    self.init(
      bundle: state.bundleId, environment: state.environment.rawValue, now: Self.day(state.now),
      next: state.nextEvent.map {
        "\(Self.day($0)), \(RelativeTime.text(of: $0, at: state.now))"
      }, notify: state.notify ?? "",
      faults: Self.faults(of: state),
      products: state.products.map {
        Product(
          id: $0.product, name: $0.name.isEmpty ? $0.product : $0.name,
          terms: "\($0.type), \(Self.price($0.price, in: currency, per: $0.period))")
      }, accounts: state.accounts.map { Account($0, at: state.now) },
      pending: state.pending.map {
        Pending(
          number: $0.purchase,
          text:
            "\($0.account) wants \($0.product); \($0.reason == "askToBuy" ? "a parent is asked" : "interrupted")."
        )
      }, notifications: log.reversed().map { Notification($0, at: state.now) })
  }

  /// A price of the configuration, which names no currency, such as "9.99 USD per month", "29.99 USD per 3 months" or
  /// "free".
  ///
  /// - Parameters:
  ///   - price: The amount in units of the currency.
  ///   - currency: The ISO 4217 code.
  ///   - period: The billing period in ISO 8601; nil for a product that does not renew.
  /// - Returns: The price, in English.
  static func price(_ price: String, in currency: String, per period: String?) -> String {
    guard let amount = Decimal(string: price), amount != 0 else { return "free" }
    let digits = amount.formatted(
      .currency(code: currency).grouping(.never).locale(Locale(identifier: "en_US"))
    ).drop { !$0.isNumber }
    let money = "\(digits) \(currency)"
    return period.map { "\(money) per \(Self.length($0))" } ?? money
  }

  /// A period of ISO 8601 in words: "month" or "3 months"; as it is if it has several units.
  private static func length(_ period: String) -> String {
    let units = ["D": "day", "W": "week", "M": "month", "Y": "year"]
    guard let match = period.wholeMatch(of: /P(\d+)([DWMY])/), let unit = units[String(match.2)]
    else { return period }
    return match.1 == "1" ? unit : "\(match.1) \(unit)s"
  }

  /// An instant to the minute, in UTC.
  static func day(_ instant: Instant) -> String {
    String(instant.description.prefix(16)).replacing("T", with: " ")
  }

  /// The faults in words; nil if there aren't any.
  private static func faults(of state: StoreState) -> String? {
    let faults = state.faults
    let parts = [
      (faults.duplicate, "\(faults.duplicate) % twice"),
      (faults.drop, "\(faults.drop) % lost"), (faults.delay, "\(faults.delay) % late"),
      (faults.reorder, "shuffled in \(faults.reorder)"),
      (Int(faults.slow), "slowed by \(faults.slow) ms"),
    ]
    let chaos = state.chaos.map { "chaos of the seed \($0)" }
    let words = parts.filter { $0.0 > 0 }.map(\.1) + [chaos].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension StorePage.Account {
  fileprivate init(_ state: AccountState, at now: Instant) {
    let about = [
      state.country, state.billingFails ? "payments fail" : nil,
      state.asksToBuy ? "a parent is asked" : nil,
      state.sharesWith.isEmpty ? nil : "shares with \(state.sharesWith.joined(separator: ", "))",
    ]
    self.init(
      account: state.account, about: about.compactMap(\.self).joined(separator: " · "),
      billingFails: state.billingFails, shares: !state.sharesWith.isEmpty,
      subscriptions: state.subscriptions.map { .init($0, at: now) },
      transactions: state.transactions.reversed().prefix(transactionLimit).map {
        StorePage.Transaction(
          id: $0.transactionId, product: $0.product, date: StorePage.day($0.purchaseDate),
          ago: RelativeTime.text(of: $0.purchaseDate, at: now), fate: $0.fate,
          canRefund: $0.isRefundable,
          canRefundRest: $0.revocationDate == nil && $0.isRefundable && $0.isRunning(at: now),
          isRequested: $0.isRefundRequested,
          canReverse: $0.revocationDate != nil && !$0.isShared)
      })
  }
}

extension AccountState.Transaction {
  /// How many seats were refunded; nil unless some are left.
  private var refundedSeats: Int? { revokedSeatQuantity.flatMap { $0 < quantity ? $0 : nil } }

  fileprivate var isRefundable: Bool {
    (revocationDate == nil || refundedSeats != nil) && !isShared
  }

  fileprivate func isRunning(at now: Instant) -> Bool { expiresDate.map { $0 > now } ?? false }

  fileprivate var fate: String? {
    if let refundedSeats, !isRefundRequested {
      return "\(refundedSeats) of \(quantity) seats refunded"
    }
    return switch (revocationDate != nil && refundedSeats == nil, isShared) {
    case (true, true): "no longer shared"
    case (true, false): "revoked"
    case (false, true): "shared"
    case (false, false): isRefundRequested ? "refund requested" : nil
    }
  }
}

extension StorePage.Subscription {
  fileprivate init(_ state: AccountState.Subscription, at now: Instant) {
    let names = ["active", "expired", "billing retry", "grace period", "revoked"]
    let tones = ["good", "bad", "warning", "warning", "bad"]
    let index = names.indices.contains(state.status - 1) ? state.status - 1 : 1
    let isRunning = [1, 3, 4].contains(state.status) && !state.isShared
    let parts = [
      state.expiresDate.map { RelativeTime.text(of: $0, at: now) },
      state.renewsTo.map { "renews to \($0)" } ?? "does not renew",
      state.isShared ? "shared" : nil,
    ]
    self.init(
      product: state.product, status: names[index], tone: tones[index],
      verb: state.expiresDate.map { $0 > now } ?? false ? "until" : "ended",
      end: state.expiresDate.map(StorePage.day) ?? "",
      ending: parts.compactMap(\.self).joined(separator: ", "),
      group: state.group, canCancel: isRunning && state.willRenew,
      canResume: isRunning && !state.willRenew, isRunning: isRunning,
      mustConsent: state.mustConsent)
  }
}

extension StorePage.Notification {
  fileprivate init(_ entry: NotificationLogEntry, at now: Instant) {
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
        entry.nextAttempt.map { "posted \(RelativeTime.text(of: $0, at: now))" } ?? "waiting"
      default: entry.delivery
      }
    self.init(
      date: StorePage.day(entry.at), ago: RelativeTime.text(of: entry.at, at: now),
      kind: [entry.notificationType, entry.subtype].compactMap(\.self).joined(separator: " "),
      about: entry.account ?? "", delivery: delivery, tone: tone,
      attempts: entry.sendAttempts.map {
        "\(StorePage.day($0.attemptDate)) \($0.sendAttemptResult.rawValue)"
      })
  }
}

import ArgumentParser
import Foundation
import Tollgate
import TollgateAppStore
import TollgateServer

/// The form of a file with purchases.
enum ImportFormat: String, CaseIterable, ExpressibleByArgument {
  /// RevenueCat's scheduled export of transactions.
  case revenuecat
  /// Superwall's webhook events, one a line.
  case superwall
  /// Our own columns, in CSV.
  case csv
  /// The same names, in a JSON object a line.
  case jsonl

  /// Whether each line is a JSON object.
  var isJSON: Bool {
    switch self {
    case .revenuecat, .csv: false
    case .superwall, .jsonl: true
    }
  }

  /// The names of what is read.
  struct Columns {
    let user: String
    var alias: String?
    let transaction: String
    let product: String
    /// The first of these with a value.
    let ends: [String]
    /// Says the environment, or whether it is the sandbox.
    let environment: String
    let store: String
    let refund: String
    /// The id of the row's own transaction.
    var latest: String?
    var firstSeen: String?
    /// The entitlements of a grant, as a JSON array or separated by commas.
    var entitlements: String?
    /// Objects with attributes, in JSON.
    var attributes: [String] = []

    /// Every name that is read.
    var all: Set<String> {
      Set([user, transaction, product, environment, store, refund] + ends + attributes)
        .union([alias, latest, firstSeen, entitlements].compactMap(\.self))
    }
  }

  var columns: Columns {
    switch self {
    case .revenuecat:
      Columns(
        user: "rc_last_seen_app_user_id_alias", alias: "rc_original_app_user_id",
        transaction: "original_store_transaction_id", product: "product_identifier",
        ends: ["effective_end_time", "grace_period_end_time", "end_time"],
        environment: "is_sandbox", store: "store", refund: "refunded_at",
        latest: "store_transaction_id", firstSeen: "first_seen_time",
        entitlements: "entitlement_identifiers",
        attributes: ["reserved_subscriber_attributes", "custom_subscriber_attributes"])
    case .superwall:
      Columns(
        user: "originalAppUserId", transaction: "originalTransactionId", product: "productId",
        ends: ["expirationAt"], environment: "environment", store: "store", refund: "refundedAt")
    case .csv, .jsonl:
      Columns(
        user: "app_user_id", alias: "alias", transaction: "original_transaction_id",
        product: "product_id", ends: ["expires_at"], environment: "environment", store: "store",
        refund: "refunded_at", latest: "transaction_id", firstSeen: "first_seen_at",
        entitlements: "entitlements", attributes: ["attributes"])
    }
  }
}

extension ImportFormat {
  /// Why a row cannot be read: its column and the reason.
  struct Mistake: Error, Hashable {
    let column: String
    let reason: String
  }

  /// The names of anonymous people in Superwall's SDK, which no app knows.
  private static let superwallAlias = "$SuperwallAlias:"

  /// Reads a row.
  ///
  /// - Parameter fields: The row's values by column; an empty one counts as missing.
  /// - Throws: ``Mistake`` for the first column that is not understood, also for a row of ``otherStore(_:)``.
  func purchase(_ fields: [String: String]) throws(Mistake) -> ImportedPurchase {
    let columns = columns
    func value(_ column: String) -> String? { Self.value(of: column, in: fields) }
    func required(_ column: String) throws(Mistake) -> String {
      guard let value = value(column) else { throw Mistake(column: column, reason: "is missing") }
      return value
    }
    let store = store(fields)
    let isGrant = store == Self.grants
    guard isGrant || Self.appStores.contains(store) else {
      throw Mistake(column: columns.store, reason: "is not the name of a store")
    }
    let person = try person(fields)
    let product = try required(columns.product)
    let transaction =
      isGrant
      ? value(columns.transaction) ?? "\(person.user) \(product)"
      : try required(columns.transaction)
    guard isGrant ? transaction.utf8.count <= 600 : Self.isTransaction(transaction)
    else { throw Mistake(column: columns.transaction, reason: "is not a transaction id") }
    var expiresAt: Instant?
    for column in columns.ends where expiresAt == nil {
      expiresAt = try value(column).map { text throws(Mistake) in try Self.instant(text, column) }
    }
    let refundedAt = try value(columns.refund).map { text throws(Mistake) in
      try Self.instant(text, columns.refund)
    }
    return ImportedPurchase(
      of: person,
      purchase: PurchaseID(StoreTransaction.OriginalID(transaction), in: try environment(fields)),
      product: CatalogProduct.ID(product), expiresAt: expiresAt,
      isRefunded: refundedAt != nil,
      grantedEntitlements: isGrant
        ? Self.entitlements(columns.entitlements.flatMap { value($0) }, grantedBy: product) : nil,
      transaction: columns.latest.flatMap { value($0) }.flatMap {
        Self.isTransaction($0) ? StoreTransaction.OriginalID($0) : nil
      })
  }

  /// The person in a row whose purchase is not imported; nil for a row of the sandbox, which says nothing about
  /// customers, and for one that is not understood.
  func personOnly(_ fields: [String: String]) -> ImportedPerson? {
    do throws(Mistake) {
      let person = try person(fields)
      return try environment(fields) == .production && person.isNamed ? person : nil
    } catch {
      return nil
    }
  }

  /// Reads the person that a row is about.
  private func person(_ fields: [String: String]) throws(Mistake) -> ImportedPerson {
    let columns = columns
    func value(_ column: String) -> String? { Self.value(of: column, in: fields) }
    let alias = columns.alias.flatMap { value($0) }
    guard let user = value(columns.user) ?? alias else {
      throw Mistake(column: columns.alias ?? columns.user, reason: "is missing")
    }
    guard !user.hasPrefix(Self.superwallAlias) else {
      throw Mistake(
        column: columns.user, reason: "is not an app user id; the device will post the purchase")
    }
    var firstSeenAt: Instant?
    if let column = columns.firstSeen, let text = value(column) {
      firstSeenAt = try Self.instant(text, column)
    }
    var attributes: [String: JSONValue] = [:]
    for column in columns.attributes {
      guard let text = value(column) else { continue }
      guard case .object(let members)? = Self.json(text) else {
        throw Mistake(column: column, reason: "is not a JSON object")
      }
      attributes.merge(members) { first, _ in first }
    }
    return ImportedPerson(
      user: user, alias: alias, firstSeenAt: firstSeenAt, attributes: attributes)
  }

  /// The store of a row if it is another one than Apple's, whose purchases are not imported.
  func otherStore(_ fields: [String: String]) -> String? {
    let store = store(fields)
    return Self.otherStores.contains(store) ? store : nil
  }

  /// The store of a row, as RevenueCat writes its name; the App Store without one.
  private func store(_ fields: [String: String]) -> String {
    let name = fields[columns.store]?.lowercased().replacing(" ", with: "_") ?? ""
    return ["", "null"].contains(name) ? "app_store" : name
  }

  private static func isTransaction(_ text: String) -> Bool {
    (1...24).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func json(_ text: String) -> JSONValue? {
    do { return try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) } catch {
      return nil
    }
  }

  /// The entitlements of a grant: those that the row lists, or the one in the name of RevenueCat's product, such as
  /// `rc_promo_pro_monthly`.
  private static func entitlements(
    _ list: String?, grantedBy product: String
  ) -> [Entitlement.ID] {
    var names: [String] = []
    if let list {
      if case .array(let values)? = json(list) {
        names = values.compactMap { if case .string(let name) = $0 { name } else { nil } }
      } else {
        names = list.split(whereSeparator: { ",{}[]\"".contains($0) })
          .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      }
    }
    if names.isEmpty, product.hasPrefix(promotional) {
      let rest = product.dropFirst(promotional.count)
      if let length = promotionalLengths.first(where: { rest.hasSuffix($0) }) {
        names = [String(rest.dropLast(length.count))]
      }
    }
    return names.map { Entitlement.ID($0) }
  }

  /// The store of what was granted without a purchase.
  private static let grants = "promotional"
  private static let promotional = "rc_promo_"
  /// How RevenueCat names the length of a grant, the longer names first.
  private static let promotionalLengths = [
    "_three_day", "_two_week", "_two_month", "_three_month", "_six_month", "_daily", "_weekly",
    "_monthly", "_yearly", "_lifetime", "_custom",
  ]

  private static let appStores: Set = ["app_store", "mac_app_store"]
  /// The other stores of RevenueCat and Superwall.
  private static let otherStores: Set = [
    "amazon", "external", "galaxy", "paddle", "play_store", "rc_billing", "roku", "stripe",
    "test_store",
  ]

  /// A value of a row; nil for an empty one.
  private static func value(of column: String, in fields: [String: String]) -> String? {
    fields[column].flatMap { ["", "null"].contains($0.lowercased()) ? nil : $0 }
  }

  private func environment(_ fields: [String: String]) throws(Mistake) -> StoreEnvironment {
    let column = columns.environment
    switch Self.value(of: column, in: fields)?.lowercased() {
    case nil, "production", "false", "f", "0": return .production
    case "sandbox", "true", "t", "1": return .sandbox
    default: throw Mistake(column: column, reason: "is neither production nor the sandbox")
    }
  }

  /// Reads a time: in ISO 8601 or as `2026-03-02 09:00:00`, in UTC, or in milliseconds since 1970.
  private static func instant(_ text: String, _ column: String) throws(Mistake) -> Instant {
    if let milliseconds = Int64(text) { return Instant(milliseconds: milliseconds) }
    var time = text.replacing(" ", with: "T")
    for zone in ["+00:00", "+00", "TUTC"] where time.hasSuffix(zone) {
      time = String(time.dropLast(zone.count))
    }
    if time.hasSuffix("Z") { time.removeLast() }
    let parts = time.split(separator: ".", maxSplits: 1)
    if parts.count == 2 { time = "\(parts[0]).\((parts[1] + "000").prefix(3))" }
    let isDay = !time.contains("T")
    guard let instant = Instant(isDay ? time : time + "Z") else {
      throw Mistake(column: column, reason: "is not a date and time in UTC")
    }
    return instant
  }
}

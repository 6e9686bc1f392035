import ArgumentParser
import Foundation
import Tollgate
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

    /// Every name that is read.
    var all: Set<String> {
      Set(
        [user, transaction, product, environment, store, refund] + ends + (alias.map { [$0] } ?? [])
      )
    }
  }

  var columns: Columns {
    switch self {
    case .revenuecat:
      Columns(
        user: "rc_last_seen_app_user_id_alias", alias: "rc_original_app_user_id",
        transaction: "original_store_transaction_id", product: "product_identifier",
        ends: ["effective_end_time", "grace_period_end_time", "end_time"],
        environment: "is_sandbox", store: "store", refund: "refunded_at")
    case .superwall:
      Columns(
        user: "originalAppUserId", transaction: "originalTransactionId", product: "productId",
        ends: ["expirationAt"], environment: "environment", store: "store", refund: "refundedAt")
    case .csv, .jsonl:
      Columns(
        user: "app_user_id", alias: "alias", transaction: "original_transaction_id",
        product: "product_id", ends: ["expires_at"], environment: "environment", store: "store",
        refund: "refunded_at")
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
  /// - Returns: The purchase.
  /// - Throws: ``Mistake`` for the first column that is not understood.
  func purchase(_ fields: [String: String]) throws(Mistake) -> ImportedPurchase {
    let columns = columns
    func value(_ column: String) -> String? {
      fields[column].flatMap { ["", "null"].contains($0.lowercased()) ? nil : $0 }
    }
    func required(_ column: String) throws(Mistake) -> String {
      guard let value = value(column) else { throw Mistake(column: column, reason: "is missing") }
      return value
    }
    if let store = value(columns.store), !Self.appStores.contains(store.lowercased()) {
      throw Mistake(column: columns.store, reason: "is not the App Store")
    }
    let named = columns.alias.flatMap { value(columns.user) == nil ? $0 : nil } ?? columns.user
    let user = try required(named)
    guard !user.hasPrefix(Self.superwallAlias) else {
      throw Mistake(
        column: columns.user, reason: "is not a name of the app: the device posts the purchase")
    }
    let transaction = try required(columns.transaction)
    guard transaction.utf8.allSatisfy({ (48...57).contains($0) }), transaction.utf8.count <= 24
    else { throw Mistake(column: columns.transaction, reason: "is not a transaction id") }
    var expiresAt: Instant?
    for column in columns.ends where expiresAt == nil {
      expiresAt = try value(column).map { text throws(Mistake) in try Self.instant(text, column) }
    }
    let refundedAt = try value(columns.refund).map { text throws(Mistake) in
      try Self.instant(text, columns.refund)
    }
    return ImportedPurchase(
      user: user, alias: columns.alias.flatMap { value($0) },
      purchase: PurchaseID(
        StoreTransaction.OriginalID(transaction),
        in: try environment(value(columns.environment), columns.environment)),
      product: CatalogProduct.ID(try required(columns.product)), expiresAt: expiresAt,
      isRefunded: refundedAt != nil)
  }

  private static let appStores: Set = ["app_store", "mac_app_store", "app store"]

  private func environment(
    _ text: String?, _ column: String
  ) throws(Mistake) -> StoreEnvironment {
    switch text?.lowercased() {
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

import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

/// A session over `Market.storekit`, which has every kind of product and offer.
enum Bazaar {
  /// 2026-01-01T00:00:00Z.
  static let start = Date(timeIntervalSince1970: 1_767_225_600)

  static func session() throws -> SKTestSession {
    try SKTestSession(configurationFileNamed: "Market", now: start)
  }

  static func days(_ count: Int) -> Date { start.addingTimeInterval(Double(count) * 86_400) }
}

extension SKTestSession {
  /// Buys in the app and finishes the transaction, as when the customer taps the button.
  @discardableResult
  func buy(
    _ id: Product.ID, options: Set<Product.PurchaseOption> = []
  ) async throws -> Transaction {
    let result = try await purchase(id, options: options)
    guard case .success(let verification) = result else {
      throw Unexpected(result: "\(result)")
    }
    let transaction = try verification.payloadValue
    await transaction.finish()
    return transaction
  }

  /// Buys in the app.
  func purchase(
    _ id: Product.ID, options: Set<Product.PurchaseOption> = []
  ) async throws -> Product.PurchaseResult {
    try await run {
      let product = try #require(try await Product.products(for: [id]).first)
      return try await product.purchase(options: options)
    }
  }

  /// The products that the customer is entitled to.
  func entitlements() async -> [Product.ID] {
    await run {
      var ids: [Product.ID] = []
      for await case .verified(let transaction) in Transaction.currentEntitlements {
        ids.append(transaction.productID)
      }
      return ids
    }
  }

  /// The transactions that the app has not finished.
  func unfinished() async -> [Transaction.ID] {
    await run {
      var ids: [Transaction.ID] = []
      for await result in Transaction.unfinished { ids.append(result.unsafePayloadValue.id) }
      return ids
    }
  }

  /// The group's only subscription, if there ever was one.
  func status() async throws -> Product.SubscriptionInfo.Status? {
    try await run { try await Product.SubscriptionInfo.status(for: "plans").first }
  }

  func state() async throws -> Product.SubscriptionInfo.RenewalState? {
    try await status()?.state
  }

  func renewalInfo() async throws -> Product.SubscriptionInfo.RenewalInfo? {
    try await status()?.renewalInfo.payloadValue
  }
}

struct Unexpected: Error {
  let result: String
}

/// Records what an app receives from `Transaction.updates`, and finishes it.
@MainActor
final class UpdateLog {
  private(set) var transactions: [Transaction] = []
  private(set) var unverified: [Transaction] = []
  private var listener: Task<Void, Never>?

  /// Starts listening to the session of the calling task.
  init() {
    listener = Task.detached { [weak self] in
      for await result in Transaction.updates { await self?.take(result) }
    }
  }

  deinit {
    listener?.cancel()
  }

  var lines: [String] {
    transactions.map { transaction in
      transaction.revocationDate == nil ? transaction.productID : "\(transaction.productID) revoked"
    }
  }

  private func take(_ result: VerificationResult<Transaction>) async {
    switch result {
    case .verified(let transaction):
      transactions.append(transaction)
      await transaction.finish()
    case .unverified(let transaction, _): unverified.append(transaction)
    }
  }
}

import Tollgate
import TollgateLedger
import TollgateWire

extension CustomerRecords {
  /// Whether a customer may have what the store signed; always true outside the sandbox.
  ///
  /// - Parameter customer: The customer; nil for a purchase that nobody has posted yet.
  /// - Returns: Whether the app's policy allows it.
  /// - Throws: Why the ledger could not be read.
  func allows(
    _ update: StoreUpdate, for customer: Customer.ID?, in app: ServedApp
  ) async throws(Problem) -> Bool {
    try await allows(update.purchase, for: customer, in: app)
  }

  private func allows(
    _ purchase: PurchaseID, for customer: Customer.ID?, in app: ServedApp
  ) async throws(Problem) -> Bool {
    switch purchase.environment {
    case .production, .xcode: true
    case .sandbox: try await allowsSandbox(for: customer, in: app)
    }
  }

  /// Rejects a sandbox update for a customer who may not have it; nil for one that nobody has posted yet.
  ///
  /// - Parameter update: What the store signed.
  /// - Throws: `Problem` with code `sandbox_not_allowed`, or if the ledger cannot be read.
  func requireAllowed(
    _ update: StoreUpdate, for customer: Customer.ID?, in app: ServedApp
  ) async throws(Problem) {
    try await requireAllowed(update.purchase, for: customer, in: app)
  }

  /// Rejects a purchase of the sandbox for a customer who may not have it.
  ///
  /// - Throws: `Problem` with code `sandbox_not_allowed`, or if the ledger cannot be read.
  func requireAllowed(
    _ purchase: PurchaseID, for customer: Customer.ID?, in app: ServedApp
  ) async throws(Problem) {
    guard try await allows(purchase, for: customer, in: app) else {
      throw Problem(
        .sandboxNotAllowed, "The app takes no purchases of the sandbox from this customer.")
    }
  }

  /// The record without what the app's policy excludes, so that a changed policy also applies to what is recorded.
  ///
  /// Nothing is removed from the ledger: a policy that allows the purchases again shows them again.
  ///
  /// - Parameter record: The record as the ledger has it.
  /// - Returns: The record, or one with the same version and without the sandbox's facts.
  /// - Throws: Why the ledger could not be read.
  func applyingSandboxPolicy(
    to record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord {
    switch app.sandbox {
    case .allowed: return record
    case .testers, .refused:
      let sandboxed = record.customer.storeTransactions.filter { $0.environment == .sandbox }
      guard !sandboxed.isEmpty else { return record }
      let isPlaceholder = sandboxed.contains { .placeholder(for: $0.purchase) == record.id }
      guard !(try await allowsSandbox(for: isPlaceholder ? nil : record.id, in: app)) else {
        return record
      }
      return CustomerRecord(
        id: record.id, version: record.version,
        customer: Customer(
          record.customer.facts.filter { $0.relatedPurchase?.environment != .sandbox }),
        mergedInto: record.mergedInto, absorbed: record.absorbed,
        sessionGeneration: record.sessionGeneration)
    }
  }

  private func allowsSandbox(
    for customer: Customer.ID?, in app: ServedApp
  ) async throws(Problem) -> Bool {
    switch app.sandbox {
    case .allowed: return true
    case .refused: return false
    case .testers(let customers, let emails):
      // A purchase that nobody has posted yet waits for a customer who may have it.
      guard let customer else { return true }
      if customers.contains(customer) { return true }
      for email in emails.sorted() {
        if try await credentials(of: try EmailAddress(email), in: app)?.customer == customer {
          return true
        }
      }
      return false
    }
  }
}

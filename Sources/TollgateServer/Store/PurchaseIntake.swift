import Tollgate
import TollgateLedger
public import TollgateWire

/// Records the purchases that customers post and restore, and moves purchases between customers.
public struct PurchaseIntake: Sendable {
  let writer: CustomerWriter
  let reader: CustomerReader

  var records: CustomerRecords { writer.records }
  var updates: StoreUpdateRecorder { StoreUpdateRecorder(writer: writer) }

  /// Records a signed transaction of the caller.
  ///
  /// A purchase of an anonymous customer, or of nobody yet, becomes the caller's together with everything else of that
  /// customer; for one that belongs to an account, the blueprint's transfer policy decides. A caller who was merged
  /// into an account may still post: the account then has the purchase.
  ///
  /// - Parameters:
  ///   - request: The transaction, and its renewal info if there is any.
  ///   - caller: The caller, authenticated with merged customers accepted.
  /// - Returns: The outcome, and the caller's snapshot afterwards.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, `renewal_mismatch`, `sandbox_not_allowed` or
  ///   `owned_by_another_customer`.
  public func post(
    _ request: TransactionRequest, by caller: Caller
  ) async throws(Problem) -> PurchaseResponse {
    let updates = try await caller.app.verified(
      transactions: [request.signedTransaction],
      renewals: request.signedRenewalInfo.map { [$0] } ?? [],
      at: caller.now)
    for update in updates { try await record(update, for: caller, isRestore: false) }
    return PurchaseResponse(
      recorded: updates.flatMap(\.transactions).map(\.id),
      snapshot: try await snapshotAfterwards(of: caller))
  }

  /// Records everything that the store has signed for the caller's store account.
  ///
  /// Nothing is recorded if any of it cannot be verified. Purchases of other accounts stay there and are reported as
  /// refused, as are sandbox purchases if the app does not accept them from the caller.
  ///
  /// - Parameter caller: The caller, authenticated with merged customers accepted.
  /// - Returns: The outcomes, and the caller's snapshot afterwards.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, `renewal_mismatch` or `invalid_value`.
  public func restore(
    _ request: RestoreRequest, by caller: Caller
  ) async throws(Problem) -> PurchaseResponse {
    var recorded: [StoreTransaction.ID] = []
    var refused: [PurchaseResponse.Refusal] = []
    for update in try await verified(request, by: caller) {
      do {
        try await record(update, for: caller, isRestore: true)
        recorded += update.transactions.map(\.id)
      } catch {
        guard [.ownedByAnotherCustomer, .sandboxNotAllowed].contains(error.code) else {
          throw error
        }
        refused += update.transactions.map {
          PurchaseResponse.Refusal(transaction: $0.id, code: error.code)
        }
      }
    }
    return PurchaseResponse(
      recorded: recorded, refused: refused, snapshot: try await snapshotAfterwards(of: caller))
  }

  /// Verifies everything of a restore, all or none.
  ///
  /// - Parameters:
  ///   - request: The transactions and renewal infos, at most `RestoreRequest.limit` together.
  ///   - caller: The caller, whose app and instant they are verified for.
  /// - Returns: One update for each purchase, in the order of the request.
  /// - Throws: `Problem` with code `invalid_value`, `renewal_mismatch` or one that begins with `signed_data_`.
  func verified(
    _ request: RestoreRequest, by caller: Caller
  ) async throws(Problem) -> [StoreUpdate] {
    let renewals = request.signedRenewalInfos ?? []
    guard request.signedTransactions.count + renewals.count <= RestoreRequest.limit else {
      throw Problem(
        .invalidValue, "A restore takes at most \(RestoreRequest.limit) signed values.")
    }
    return try await caller.app.verified(
      transactions: request.signedTransactions, renewals: renewals, at: caller.now)
  }

  /// The caller's snapshot; nil for a merged caller, who no longer has one.
  private func snapshotAfterwards(
    of caller: Caller
  ) async throws(Problem) -> CustomerSnapshot? {
    caller.mergedInto == nil ? try await reader.snapshot(of: caller) : nil
  }
}

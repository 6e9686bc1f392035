import Tollgate
import TollgateLedger
import TollgateWire

extension FeatureUses {
  /// The response to a use that was counted before: the first response, or the current access once the ledger no longer
  /// keeps that one.
  ///
  /// The use itself is kept longer than its response, so that even a device that was offline for years counts it once.
  ///
  /// - Parameters:
  ///   - handle: The feature in the caller's blueprint.
  ///   - state: What the decision is based on.
  /// - Returns: The response, which is not stored again.
  func repeated(
    _ key: Idempotency.Key, _ purpose: String, _ feature: Feature.ID, _ handle: FeatureHandle,
    _ parent: Parent.ID?, _ state: UseState, by caller: Caller
  ) async throws(Problem) -> LedgerAnswer {
    if let first = try await records.response(to: key, of: caller) { return first }
    let response = UseResponse(
      feature: feature,
      access: AccessSummary(
        caller.app.blueprint.access(to: handle, of: state.customer, in: parent, at: state.now)),
      facts: [], version: state.record.version, serverTime: state.now)
    return LedgerAnswer(
      key: key, purpose: purpose, status: 200, body: try JSON.bytes(response))
  }
}

extension CustomerRecord {
  /// Whether a use with a key was counted or paid for, or added its item, by the customer or by one who was merged into
  /// it.
  ///
  /// A use that the caller shares with the owner of a trial does not count here: both may use the same key.
  func isMade(_ feature: Feature.ID, _ key: Idempotency.Key, _ item: Item.ID?) -> Bool {
    customer.isMade(feature, key, item: item, by: id)
      || absorbed.contains { customer.isMade(feature, key, item: item, by: $0) }
  }
}

import Tollgate
import TollgateLedger

/// The result of a write that was committed, unnecessary, or made before.
struct WriteResult {
  /// The customer after the write.
  var record: CustomerRecord
  /// The instant of the decision; for a repeated request, the instant of the repetition.
  let at: Instant
  /// The facts that were appended by this request; empty for a repeated one.
  var facts: [Fact] = []
  /// The response kept under the idempotency key, whether stored now or before; nil for a write without a key.
  var answer: LedgerAnswer?
  /// Whether the answer was stored by an earlier request with the same key.
  var isReplay = false
}

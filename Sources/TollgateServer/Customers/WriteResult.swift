import Tollgate
import TollgateLedger

/// The result of a write.
struct WriteResult {
  var record: CustomerRecord
  /// The instant of the decision; for a repeated request, the instant of the repetition.
  let at: Instant
  var facts: [Fact] = []
  var answer: LedgerAnswer?
  var isReplay = false
}

import Tollgate

/// A refund that a customer requested, and the answer to the store's question about it once there is one.
///
/// ```json
/// { "answer": { "at": 1767225660000, "consumed": 33333, "hadSample": true, "outcome": "sent",
///     "prefer": "grantProrated" },
///   "askedAt": 1767225600000, "id": "a1b2", "kind": "refundRequest", "purchase": "1000", "reason": "unsatisfied",
///   "transaction": "1001" }
/// ```
///
/// `outcome` is `sent`, `withheld` with a `reason`, or `refused` with the store's `code`.
extension RefundRequest: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      id: try wire.decode(RefundRequest.ID.self, forKey: .id),
      purchase: try wire.decode(PurchaseID.self, forKey: .purchase),
      transaction: try wire.decode(Transaction.ID.self, forKey: .transaction),
      reason: try wire.decode(RefundReason.self, forKey: .reason),
      askedAt: try wire.decode(Instant.self, forKey: .askedAt),
      answer: try wire.decodeIfPresent(RefundAnswer.self, forKey: .answer))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(purchase, forKey: .purchase)
    try wire.encode(transaction, forKey: .transaction)
    try wire.encode(reason, forKey: .reason)
    try wire.encode(askedAt, forKey: .askedAt)
    try wire.encodeIfPresent(answer, forKey: .answer)
  }
}

/// The answer to the store's question: what was sent, or why nothing was.
extension RefundAnswer: WireForm {
  private enum Kind: String, Codable { case sent, withheld, refused }

  init(wire: WireReader<FactKey>) throws {
    let outcome: Outcome =
      switch try wire.decode(Kind.self, forKey: .outcome) {
      case .sent:
        .sent(
          RefundReport(
            consumed: wire.contains(.consumed) ? try wire.decode(Int.self, forKey: .consumed) : nil,
            preference: try wire.decode(PreferredRefund.self, forKey: .prefer),
            hadSample: try wire.decode(Bool.self, forKey: .hadSample)))
      case .withheld: .withheld(try wire.decode(Withholding.self, forKey: .reason))
      case .refused: .refused(try wire.decode(String.self, forKey: .code))
      }
    self.init(outcome, at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    switch outcome {
    case .sent(let report):
      try wire.encode(Kind.sent, forKey: .outcome)
      try wire.encodeIfPresent(report.consumed, forKey: .consumed)
      try wire.encode(report.preference, forKey: .prefer)
      try wire.encode(report.hadSample, forKey: .hadSample)
    case .withheld(let reason):
      try wire.encode(Kind.withheld, forKey: .outcome)
      try wire.encode(reason, forKey: .reason)
    case .refused(let code):
      try wire.encode(Kind.refused, forKey: .outcome)
      try wire.encode(code, forKey: .code)
    }
    try wire.encode(at, forKey: .at)
  }
}

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
extension RefundRequest: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: RefundRequest?) throws {
    try self.init(
      id: wire.required(.id, value?.id),
      purchase: wire.required(.purchase, value?.purchase),
      transaction: wire.required(.transaction, value?.transaction),
      reason: wire.required(.reason, value?.reason),
      askedAt: wire.required(.askedAt, value?.askedAt),
      answer: wire.optional(.answer, value?.answer))
  }
}

/// The answer to the store's question: what was sent, or why nothing was.
extension RefundAnswer: WireObject {
  fileprivate enum Kind: String, Codable, CaseIterable { case sent, withheld, refused }

  init(_ wire: WireMembers<FactKey>, _ value: RefundAnswer?) throws {
    let outcome: Outcome =
      switch try wire.choice(.outcome, value?.outcome.kind) {
      case .sent:
        .sent(
          RefundReport(
            consumed: try wire.optional(.consumed, value?.outcome.report?.consumed),
            preference: try wire.required(.prefer, value?.outcome.report?.preference),
            hadSample: try wire.required(.hadSample, value?.outcome.report?.hadSample)))
      case .withheld: .withheld(try wire.required(.reason, value?.outcome.withholding))
      case .refused: .refused(try wire.required(.code, value?.outcome.code))
      }
    self.init(outcome, at: try wire.required(.at, value?.at))
  }
}

extension RefundAnswer.Outcome {
  fileprivate var kind: RefundAnswer.Kind {
    switch self {
    case .sent: .sent
    case .withheld: .withheld
    case .refused: .refused
    }
  }

  fileprivate var report: RefundReport? { if case .sent(let report) = self { report } else { nil } }

  fileprivate var withholding: RefundAnswer.Withholding? {
    if case .withheld(let reason) = self { reason } else { nil }
  }

  fileprivate var code: String? { if case .refused(let code) = self { code } else { nil } }
}

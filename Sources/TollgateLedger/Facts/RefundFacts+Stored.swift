import Tollgate

extension RefundRequest: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      id: try stored.decode(RefundRequest.ID.self, forKey: .id),
      purchase: try stored.decode(PurchaseID.self, forKey: .purchase),
      transaction: try stored.decode(Transaction.ID.self, forKey: .transaction),
      reason: try stored.decode(RefundReason.self, forKey: .reason),
      askedAt: try stored.decode(Instant.self, forKey: .askedAt),
      answer: try stored.decodeIfPresent(RefundAnswer.self, forKey: .answer))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(id, forKey: .id)
    try stored.encode(purchase, forKey: .purchase)
    try stored.encode(transaction, forKey: .transaction)
    try stored.encode(reason, forKey: .reason)
    try stored.encode(askedAt, forKey: .askedAt)
    try stored.encodeIfPresent(answer, forKey: .answer)
  }
}

extension RefundAnswer: StoredForm {
  private enum Kind: String, Codable { case sent, withheld, refused }

  init(stored: StoredMembers) throws {
    let outcome: Outcome =
      switch try stored.decode(Kind.self, forKey: .outcome) {
      case .sent:
        .sent(
          RefundReport(
            consumed: try stored.decodeIfPresent(Int.self, forKey: .consumed),
            preference: try stored.decode(PreferredRefund.self, forKey: .prefer),
            hadSample: try stored.decode(Bool.self, forKey: .hadSample)))
      case .withheld: .withheld(try stored.decode(Withholding.self, forKey: .reason))
      case .refused: .refused(try stored.decode(String.self, forKey: .code))
      }
    self.init(outcome, at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    switch outcome {
    case .sent(let report):
      try stored.encode(Kind.sent, forKey: .outcome)
      try stored.encodeIfPresent(report.consumed, forKey: .consumed)
      try stored.encode(report.preference, forKey: .prefer)
      try stored.encode(report.hadSample, forKey: .hadSample)
    case .withheld(let reason):
      try stored.encode(Kind.withheld, forKey: .outcome)
      try stored.encode(reason, forKey: .reason)
    case .refused(let code):
      try stored.encode(Kind.refused, forKey: .outcome)
      try stored.encode(code, forKey: .code)
    }
    try stored.encode(at, forKey: .at)
  }
}

import Tollgate

extension MemoryTables {
  /// Counts failed attempts; see ``Ledger/add(_:in:at:)``.
  mutating func add(_ added: [LedgerAttempts], at instant: Instant) {
    for attempt in added {
      let open = attempts[attempt.subject].flatMap { $0.endsAt > instant ? $0 : nil }
      attempts[attempt.subject] = LedgerAttempts(
        subject: attempt.subject, count: attempt.count + (open?.count ?? 0),
        endsAt: open?.endsAt ?? attempt.endsAt)
    }
    guard attempts.count > LedgerAttempts.limit else { return }
    attempts = attempts.filter { $0.value.endsAt > instant }
    guard attempts.count > LedgerAttempts.limit else { return }
    let fewest = attempts.values.sorted {
      ($0.count, $0.endsAt, $0.subject) < ($1.count, $1.endsAt, $1.subject)
    }
    for attempt in fewest.prefix(attempts.count - LedgerAttempts.remaining) {
      attempts[attempt.subject] = nil
    }
  }

  /// Stores a one-time code, and drops codes that have expired.
  mutating func save(_ code: LedgerEmailCode, at instant: Instant) {
    codes = codes.compactMapValues { kinds in
      let open = kinds.filter { $0.value.code.expiresAt > instant }
      return open.isEmpty ? nil : open
    }
    codes[code.customer, default: [:]][code.kind] = (code, 0)
  }

  /// Uses a one-time code; see ``Ledger/use(_:in:at:)``.
  mutating func use(_ code: LedgerEmailCode, at instant: Instant) -> Bool {
    guard let stored = codes[code.customer]?[code.kind] else { return false }
    guard stored.code.expiresAt > instant, stored.tries < LedgerEmailCode.tryLimit,
      stored.code.hash == code.hash
    else {
      codes[code.customer]?[code.kind]?.tries += 1
      return false
    }
    codes[code.customer]?[code.kind] = nil
    return true
  }
}

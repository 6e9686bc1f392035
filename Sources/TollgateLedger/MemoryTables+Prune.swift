import Tollgate

extension MemoryTables {
  /// Records that a customer is still there; see ``Ledger/see(_:in:at:)``.
  mutating func see(_ customer: Customer.ID, at instant: Instant) {
    guard let row = rows[customer], row.seenAt.advanced(by: LedgerPruning.sightInterval) <= instant
    else { return }
    rows[customer]?.seenAt = instant
  }

  /// Removes what is old enough, as far as the limit of rows allows; see ``Ledger/prune(_:)``.
  ///
  /// - Parameters:
  ///   - pruning: What to remove.
  ///   - app: The app whose tables these are.
  ///   - last: The last sequence number given out in any app.
  ///   - pruned: What other apps' tables removed, which this app's is added to.
  mutating func prune(
    _ pruning: LedgerPruning, in app: Blueprint.App.ID, lastSequence last: Int,
    _ pruned: inout LedgerPruned
  ) {
    switch pruning.kind {
    case .customers: pruneCustomers(pruning, in: app, lastSequence: last, &pruned)
    case .answers, .refusals, .endedSessions, .notifications, .reservations, .attributes,
      .revocations:
      let expired = expired(pruning, lastSequence: last)
      let taken = pruning.isDryRun ? expired[...] : expired.prefix(pruning.rows - pruned.rows)
      pruned.count += taken.count
      guard !pruning.isDryRun else { return }
      for row in taken { remove(row) }
      pruned.rows += taken.count
      if pruned.rows > 0 { pruned.next = .start }
    }
  }

  /// The name of a row that is pruned by its own age.
  private enum Name {
    case answer(Customer.ID, Idempotency.Key)
    case refusal(String)
    case claim(LedgerClaim)
    case fact(sequence: Int)
    case revocation(Int)
  }

  /// The rows of a kind that are old enough, the oldest first.
  private func expired(_ pruning: LedgerPruning, lastSequence last: Int) -> [Name] {
    let dated: [(at: Instant, name: Name)] =
      switch pruning.kind {
      case .answers:
        rows.flatMap { id, row in row.answers.map { ($0.value.at, .answer(id, $0.key)) } }
      case .refusals: refusals.map { ($0.at, .refusal($0.notification)) }
      case .endedSessions, .notifications:
        claims.keys.filter { $0.prunedAs == pruning.kind }
          .map { (claimedAt[$0] ?? .distantPast, .claim($0)) }
      case .reservations:
        log.filter { $0.sequence < last && $0.fact.concernsReservation }
          .map { ($0.at, .fact(sequence: $0.sequence)) }
      case .attributes:
        log.filter { $0.sequence < last && isReplaced($0.fact, of: $0.customer) }
          .map { ($0.at, .fact(sequence: $0.sequence)) }
      case .revocations: revocations.map { ($0.dueAt, .revocation($0.id)) }
      case .customers: []
      }
    return dated.filter { pruning.includes($0.at) }.sorted { $0.at < $1.at }.map(\.name)
  }

  /// Whether a later value of the same attribute was set for the same customer.
  private func isReplaced(_ fact: Fact, of customer: Customer.ID) -> Bool {
    guard case .attribute(let change) = fact, !change.isTimeZone else { return false }
    return log.contains { entry in
      guard entry.customer == customer, case .attribute(let other) = entry.fact else {
        return false
      }
      return other.attribute == change.attribute && other.setBy == change.setBy
        && change.at < other.at
    }
  }

  private mutating func remove(_ name: Name) {
    switch name {
    case .answer(let customer, let key): rows[customer]?.answers[key] = nil
    case .refusal(let notification): forgetRefusal(of: notification)
    case .claim(let claim):
      claims[claim] = nil
      claimedAt[claim] = nil
    case .fact(let sequence):
      guard let index = log.firstIndex(where: { $0.sequence == sequence }) else { return }
      let customer = log.remove(at: index).customer
      rows[customer]?.customer = Customer(log.filter { $0.customer == customer }.map(\.fact))
    case .revocation(let id): revocations.removeAll { $0.id == id }
    }
  }

  private mutating func pruneCustomers(
    _ pruning: LedgerPruning, in app: Blueprint.App.ID, lastSequence last: Int,
    _ pruned: inout LedgerPruned
  ) {
    guard app.rawValue >= pruning.position.app else { return }
    for id in rows.keys.sorted() {
      guard (app.rawValue, id.rawValue) > (pruning.position.app, pruning.position.customer),
        isAbandoned(id, pruning, lastSequence: last)
      else { continue }
      guard !pruning.isDryRun else {
        pruned.count += 1
        continue
      }
      guard pruned.rows < pruning.rows else { return }
      pruned.next = pruning.position
      keepFirstFact(of: id)
      let entries = log.filter { $0.customer == id && !LedgerPruning.isKept($0.fact) }
        .prefix(pruning.rows - pruned.rows)
      log.removeAll { entry in entries.contains { $0.sequence == entry.sequence } }
      pruned.rows += entries.count
      for key in (rows[id]?.answers ?? [:]).keys.prefix(pruning.rows - pruned.rows) {
        rows[id]?.answers[key] = nil
        pruned.rows += 1
      }
      for claim in claims.keys.filter({ claims[$0] == id }).prefix(pruning.rows - pruned.rows) {
        remove(.claim(claim))
        pruned.rows += 1
      }
      guard pruned.rows < pruning.rows else { return }
      removeName(of: id)
      pruned.rows += 1
      pruned.count += 1
      pruned.customers[app, default: []].insert(id)
    }
  }

  /// Replaces the first fact of a customer who is being removed, unless it stays anyway.
  private mutating func keepFirstFact(of id: Customer.ID) {
    let own = log.indices.filter { log[$0].customer == id }
    guard
      let first = own.min(by: { (log[$0].at, log[$0].sequence) < (log[$1].at, log[$1].sequence) }),
      !LedgerPruning.isKept(log[first].fact)
    else { return }
    log[first] = LedgerEntry(
      sequence: log[first].sequence, customer: id, at: log[first].at,
      fact: LedgerPruning.firstFact)
  }

  /// Removes a customer's row, and gives what stays a name that leads to nobody.
  private mutating func removeName(of id: Customer.ID) {
    let version = rows.removeValue(forKey: id)?.version ?? 0
    let own = log.indices.filter { log[$0].customer == id }
    guard let first = own.first else { return }
    let name = Customer.ID("\(Customer.ID.removedPrefix)\(log[first].sequence)")
    rows[name] = Row(version: version, isErased: true)
    for index in own {
      log[index] = LedgerEntry(
        sequence: log[index].sequence, customer: name, at: log[index].at, fact: log[index].fact)
    }
  }

  /// Whether a customer owns and did nothing that counts, and was not seen for long enough.
  private func isAbandoned(
    _ id: Customer.ID, _ pruning: LedgerPruning, lastSequence last: Int
  ) -> Bool {
    guard let row = rows[id], pruning.includes(row.seenAt), row.mergedInto == nil, !row.isErased,
      row.absorbed.isEmpty, !id.isPlaceholder, signInTokens[id] == nil,
      !credentials.values.contains(where: { $0.customer == id })
    else { return false }
    let entries = log.filter { $0.customer == id }
    return claims.allSatisfy { $0.value != id || $0.key.isRemovable }
      && entries.allSatisfy {
        LedgerPruning.removableFacts.contains($0.fact.kind) && pruning.includes($0.at)
          && $0.sequence < last
      }
  }
}

extension LedgerPruning {
  /// How often a customer is seen at most: once a day, so that few requests write for it.
  package static let sightInterval = Duration.days(1)

  /// How many values of an attribute that one setter gave a customer are kept, whatever their age: the current one and
  /// those that it replaced last.
  package static let attributeValues = 20
}

extension LedgerClaim {
  /// The kind as which the claim is pruned by its age; nil if it is kept as long as its owner.
  fileprivate var prunedAs: LedgerPruning.Kind? {
    switch self {
    case .endedSession: .endedSessions
    case .notification: .notifications
    case .purchase, .trial, .email, .identity, .share, .appTransaction, .alias, .imported: nil
    }
  }

  /// Whether the claim goes with an abandoned customer.
  fileprivate var isRemovable: Bool {
    switch self {
    case .endedSession, .appTransaction: true
    case .purchase, .trial, .email, .notification, .identity, .share, .alias, .imported: false
    }
  }
}

extension Fact {
  fileprivate var concernsReservation: Bool { [.reservation, .reservationRelease].contains(kind) }
}

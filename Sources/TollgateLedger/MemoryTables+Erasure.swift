import Tollgate

extension MemoryTables {
  /// Erases a customer and everyone merged into it; see ``Ledger/erase(_:)``.
  ///
  /// - Parameters:
  ///   - erasure: Whom to erase.
  ///   - sequence: The last sequence number given out in any app; increased by one for each fact.
  /// - Returns: The customers whose records have changed.
  /// - Throws: ``LedgerError`` with code `conflict`.
  mutating func erase(
    _ erasure: LedgerErasure, sequence: inout Int
  ) throws(LedgerError) -> Set<Customer.ID> {
    guard let row = rows[erasure.customer], row.version == erasure.expectedVersion else {
      throw .versionConflict
    }
    guard row.mergedInto == nil else { throw .merged }
    guard !row.isErased else { throw .erased }
    for release in erasure.releases where claims[.purchase(release.purchase)] != erasure.customer {
      throw .versionConflict
    }
    for release in erasure.releases { separate(release.placeholder) }
    let erased = (rows[erasure.customer]?.absorbed ?? []).union([erasure.customer])
    for id in erased.sorted() {
      if let token = signInTokens.removeValue(forKey: id) { revoke(token, at: erasure.at) }
      rows[id] = Row(version: (rows[id]?.version ?? 0) + 1, isErased: !id.isPlaceholder)
    }
    for id in erased { codes[id] = nil }
    team.erase(erased)
    let kept = keep(erasure.releases, of: erased)
    credentials = credentials.filter { !erased.contains($0.value.customer) }
    for (claim, owner) in claims where erased.contains(owner) {
      switch claim.afterErasure {
      case .kept: claims[claim] = .erased
      case .deleted: claims[claim] = nil
      }
    }
    for release in erasure.releases {
      var row = rows[release.placeholder] ?? Row()
      row.version += 1
      for fact in kept[release.purchase] ?? [] { row.customer.join(fact) }
      append(release.facts, to: &row, of: release.placeholder, at: erasure.at, &sequence)
      rows[release.placeholder] = row
      claims[.purchase(release.purchase)] = release.placeholder
    }
    if let entry = erasure.audit { team.record(entry) }
    return erased.union(erasure.releases.map(\.placeholder))
  }

  /// Removes the entries of erased customers, except those of released purchases, which move to the placeholders.
  ///
  /// - Returns: The facts that are kept, by their purchase.
  private mutating func keep(
    _ releases: [LedgerErasure.Release], of erased: Set<Customer.ID>
  ) -> [PurchaseID: [Fact]] {
    let released = Set(releases.map(\.purchase))
    var kept: [PurchaseID: [Fact]] = [:]
    log = log.compactMap { entry in
      guard erased.contains(entry.customer) else { return entry }
      guard let purchase = entry.fact.storePurchase, released.contains(purchase) else { return nil }
      kept[purchase, default: []].append(entry.fact)
      return LedgerEntry(
        sequence: entry.sequence, customer: .placeholder(for: purchase), at: entry.at,
        fact: entry.fact)
    }
    return kept
  }

  /// Separates a customer from the one it was merged into, who keeps its facts.
  private mutating func separate(_ id: Customer.ID) {
    guard let row = rows[id], let owner = row.mergedInto else { return }
    rows[owner]?.customer.join(row.customer)
    rows[owner]?.absorbed.remove(id)
    rows[id] = Row(version: row.version)
    for index in log.indices where log[index].customer == id {
      let entry = log[index]
      log[index] = LedgerEntry(
        sequence: entry.sequence, customer: owner, at: entry.at, fact: entry.fact)
    }
  }

  /// Stores the token to revoke when a customer is erased, or revokes it if they are.
  mutating func keep(_ token: LedgerSignInToken, of customer: Customer.ID, at instant: Instant) {
    if let row = rows[customer], !row.isErased {
      signInTokens[customer] = token
    } else {
      revoke(token, at: instant)
    }
  }

  /// Returns the revocations that are due, the longest overdue first.
  func revocations(dueAt instant: Instant) -> [LedgerRevocation] {
    revocations.filter { $0.dueAt <= instant }.sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
  }

  /// Postpones a revocation, or removes it if `next` is nil; does nothing unless it is stored exactly as given.
  mutating func settle(_ revocation: LedgerRevocation, next: Instant?) {
    guard let index = revocations.firstIndex(of: revocation) else { return }
    guard let next else {
      revocations.remove(at: index)
      return
    }
    revocations[index] = LedgerRevocation(
      id: revocation.id, token: revocation.token, dueAt: next, tries: revocation.tries + 1)
  }

  private mutating func revoke(_ token: LedgerSignInToken, at instant: Instant) {
    lastRevocation += 1
    revocations.append(LedgerRevocation(id: lastRevocation, token: token, dueAt: instant))
  }
}

import Algorithms
import Tollgate

/// The contents of an in-memory ledger for one app.
///
/// It is the reference for the SQL ledgers: the same conditions in the same order, without a database.
struct MemoryTables {
  /// What is stored under one customer's id.
  struct Row {
    /// The number of writes; 0 before the first.
    var version = 0
    /// The fold of the facts written under this id, without those of absorbed customers.
    var customer = Customer()
    /// The customer this one was merged into, at the end of any chain of merges.
    var mergedInto: Customer.ID?
    /// Whether the customer was erased; nothing but the version is then left.
    var isErased = false
    /// How often all sessions were ended.
    var sessionGeneration = 0
    /// All customers merged into this one, directly or through another.
    var absorbed: Set<Customer.ID> = []
    /// The first answers by their keys, with when they were given.
    var answers: [Idempotency.Key: DatedAnswer] = [:]
    /// When the customer was last written to or seen.
    var seenAt = Instant.distantPast
  }

  /// An answer with its age.
  struct DatedAnswer {
    let answer: LedgerAnswer
    let at: Instant
  }

  /// The customers by id.
  var rows: [Customer.ID: Row] = [:]
  /// All entries, by ascending sequence number.
  var log: [LedgerEntry] = []
  /// The scheduled check of each subscription.
  private var checks: [PurchaseID: LedgerCheck] = [:]
  /// The refused notifications, the first one first.
  var refusals: [LedgerRefusal] = []
  /// The secret keys by their ids.
  private(set) var secretKeys: [String: LedgerSecretKey] = [:]
  /// The token to revoke when a customer is erased.
  var signInTokens: [Customer.ID: LedgerSignInToken] = [:]
  /// The tokens that are to be revoked, the oldest first.
  var revocations: [LedgerRevocation] = []
  /// The number of the last revocation.
  var lastRevocation = 0
  /// The named instants.
  private(set) var marks: [LedgerMark: Instant] = [:]
  /// The owner of each claim.
  var claims: [LedgerClaim: Customer.ID] = [:]
  /// When each claim was first made.
  var claimedAt: [LedgerClaim: Instant] = [:]
  /// The credentials by lowercased email address.
  var credentials: [String: LedgerCredentials] = [:]
  /// The failed attempts by their subjects.
  var attempts: [String: LedgerAttempts] = [:]
  /// The one-time codes of each customer, each with how often it was tried.
  var codes: [Customer.ID: [LedgerEmailCode.Kind: (code: LedgerEmailCode, tries: Int)]] = [:]

  /// The people who may sign in to the operators' pages, and what operators did.
  var team = MemoryTeam()

  /// Returns a customer's record, joined with everyone merged into it; nil if it was never written.
  func record(of id: Customer.ID) -> CustomerRecord? {
    guard let row = rows[id] else { return nil }
    var customer = row.customer
    for absorbed in row.absorbed {
      if let other = rows[absorbed] { customer.join(other.customer) }
    }
    return CustomerRecord(
      id: id, version: row.version, customer: customer, mergedInto: row.mergedInto,
      isErased: row.isErased, absorbed: row.absorbed, sessionGeneration: row.sessionGeneration)
  }

  /// Returns the first answer under a key; nil if there isn't one.
  func answer(to key: Idempotency.Key, of customer: Customer.ID) -> LedgerAnswer? {
    rows[customer]?.answers[key]?.answer
  }

  /// Returns the entries after a sequence number, found by binary search as other apps' entries leave gaps.
  func entries(after sequence: Int, limit: Int) -> [LedgerEntry] {
    let first = log.partitioningIndex { $0.sequence > sequence }
    return Array(log[first...].prefix(max(0, limit)))
  }

  /// Returns the lifecycle entries of a customer and of everyone merged into it up to a sequence number.
  func lifecycle(of customer: Customer.ID, through sequence: Int) -> [LedgerEntry] {
    let customers = (rows[customer]?.absorbed ?? []).union([customer])
    let end = log.partitioningIndex { $0.sequence > sequence }
    return log.prefix(end).filter {
      customers.contains($0.customer) && LedgerEntry.lifecycleKinds.contains($0.fact.kind)
    }
  }

  /// Returns what was recorded for a customer and for those merged into it.
  func history(of customer: Customer.ID) -> [RecordedFact] {
    let customers = (rows[customer]?.absorbed ?? []).union([customer])
    return log.filter { customers.contains($0.customer) }
      .map { RecordedFact(customer: $0.customer, at: $0.at, fact: $0.fact) }
  }

  /// Returns the checks that are due, the longest overdue first.
  func checks(dueAt instant: Instant, of environment: StoreEnvironment) -> [LedgerCheck] {
    checks.values.filter { $0.dueAt <= instant && $0.purchase.environment == environment }
      .sorted { ($0.dueAt, $0.purchase) < ($1.dueAt, $1.purchase) }
  }

  /// Postpones a check, or ends it if `next` is nil; does nothing unless it is stored exactly as given.
  mutating func settle(_ check: LedgerCheck, next: Instant?) {
    guard checks[check.purchase] == check else { return }
    checks[check.purchase] = next.map(check.postponed)
  }

  /// Keeps a refusal as the newest, and drops the oldest beyond the limit.
  mutating func refuse(_ refusal: LedgerRefusal) {
    refusals.removeAll { $0.notification == refusal.notification }
    refusals.append(refusal)
    refusals.removeFirst(max(0, refusals.count - LedgerRefusal.limit))
  }

  /// Returns the refusals that were not judged under a revision, the oldest first.
  func refusals(notJudgedUnder revision: String, limit: Int) -> [LedgerRefusal] {
    Array(
      refusals.lazy.filter { $0.revision.isEmpty || $0.revision != revision }
        .prefix(max(0, limit)))
  }

  /// Removes the refusal of a notification.
  mutating func forgetRefusal(of notification: String) {
    refusals.removeAll { $0.notification == notification }
  }

  /// Stores a secret key, or merges it into the one with its id.
  mutating func save(_ key: LedgerSecretKey) {
    secretKeys[key.id] = secretKeys[key.id]?.merged(with: key) ?? key
  }

  /// Moves a mark forward, never back.
  mutating func advance(_ mark: LedgerMark, to instant: Instant) {
    marks[mark] = max(instant, marks[mark] ?? instant)
  }

  /// Throws the reason to reject a write, if there is one.
  ///
  /// The order is part of the contract of ``Ledger/append(_:)``: a repeated request must get its first answer even
  /// though its version is outdated.
  ///
  /// - Throws: ``LedgerError`` with code `answered`, `conflict` or `claimed`.
  func check(_ write: LedgerWrite) throws(LedgerError) {
    let row = rows[write.customer]
    if let key = write.answer?.key, let first = row?.answers[key] { throw .answered(first.answer) }
    guard row?.version ?? 0 == write.expectedVersion else { throw .versionConflict }
    guard row?.mergedInto == nil else { throw .merged }
    guard row?.isErased != true else { throw .erased }
    if let merge = write.absorbs {
      guard merge.customer != write.customer else { throw .merged }
      let other = rows[merge.customer]
      guard other?.mergedInto == nil || other?.mergedInto == write.customer else { throw .merged }
      guard other?.isErased != true else { throw .erased }
      guard other?.mergedInto != nil || other?.version ?? 0 == merge.expectedVersion else {
        throw .versionConflict
      }
    }
    if let release = write.releases {
      let other = rows[release.customer]
      guard other?.version ?? 0 == release.expectedVersion else { throw .versionConflict }
      guard other?.mergedInto == nil, release.customer != write.customer else { throw .merged }
      guard other?.isErased != true else { throw .erased }
    }
    for claim in write.claims {
      guard let owner = claims[claim] else { continue }
      guard
        [write.customer, write.absorbs?.customer, write.releases?.customer].contains(owner)
          || claim.isVacant(of: owner)
      else {
        throw .claimed(claim, by: owner)
      }
    }
    if let email = write.credentials?.email, let owner = credentials[email]?.customer {
      guard owner == write.customer || owner == write.absorbs?.customer else {
        throw .claimed(.email(email), by: owner)
      }
    }
  }

  /// Applies a checked write, and returns the customer's new version.
  ///
  /// - Parameters:
  ///   - write: A write that passed ``check(_:)`` on the same contents.
  ///   - sequence: The last sequence number given out in any app; increased by one for each fact.
  /// - Returns: The customer's version after the write.
  mutating func apply(_ write: LedgerWrite, sequence: inout Int) -> Int {
    var row = rows[write.customer] ?? Row()
    row.version += 1
    row.seenAt = max(row.seenAt, write.at)
    append(write.facts, to: &row, of: write.customer, at: write.at, &sequence)
    if let release = write.releases {
      var other = rows[release.customer] ?? Row()
      other.version += 1
      other.seenAt = max(other.seenAt, write.at)
      append(release.facts, to: &other, of: release.customer, at: write.at, &sequence)
      rows[release.customer] = other
    }
    if let answer = write.answer {
      row.answers[answer.key] = DatedAnswer(answer: answer, at: write.at)
    }
    if let merge = write.absorbs { absorb(merge.customer, into: &row, of: write.customer) }
    if write.endsSessions {
      row.sessionGeneration += 1
      for id in row.absorbed { rows[id]?.sessionGeneration += 1 }
    }
    rows[write.customer] = row
    for claim in write.claims {
      if claims.updateValue(write.customer, forKey: claim) == nil { claimedAt[claim] = write.at }
    }
    for check in write.checks
    where checks[check.purchase].map(check.isLater) ?? true {
      checks[check.purchase] = check
    }
    if let account = write.credentials { credentials[account.email] = account }
    if let entry = write.audit { team.record(entry) }
    return row.version
  }

  /// Adds facts to a customer's fold and to the log.
  mutating func append(
    _ facts: [Fact], to row: inout Row, of customer: Customer.ID, at: Instant,
    _ sequence: inout Int
  ) {
    for fact in facts {
      sequence += 1
      row.customer.join(fact)
      log.append(LedgerEntry(sequence: sequence, customer: customer, at: at, fact: fact))
      if case .attribute(let change) = fact, !change.isTimeZone {
        removeValues(replacedBy: change, of: customer, before: sequence)
      }
    }
  }

  /// Removes the values of an attribute beyond ``LedgerPruning/attributeValues``.
  private mutating func removeValues(
    replacedBy change: AttributeChange, of customer: Customer.ID, before sequence: Int
  ) {
    let values = log.compactMap { entry -> (at: Instant, sequence: Int)? in
      guard entry.customer == customer, entry.sequence < sequence,
        case .attribute(let other) = entry.fact,
        other.attribute == change.attribute, other.setBy == change.setBy
      else { return nil }
      return (other.at, entry.sequence)
    }
    guard values.count >= LedgerPruning.attributeValues else { return }
    let removed = Set(
      values.sorted { $0 > $1 }.dropFirst(LedgerPruning.attributeValues - 1).map(\.sequence))
    log.removeAll { removed.contains($0.sequence) }
  }

  /// Marks a customer as merged, and hands its answers, claims and credentials over.
  ///
  /// Whoever had been merged into it now belongs to the new owner directly, so that no chain has to be followed when
  /// reading.
  private mutating func absorb(_ id: Customer.ID, into row: inout Row, of owner: Customer.ID) {
    var other = rows[id] ?? Row()
    other.version += 1
    other.mergedInto = owner
    row.answers.merge(other.answers) { first, _ in first }
    other.answers = [:]
    row.absorbed.formUnion(other.absorbed.union([id]))
    for absorbed in other.absorbed { rows[absorbed]?.mergedInto = owner }
    other.absorbed = []
    rows[id] = other
    for (claim, customer) in claims where customer == id { claims[claim] = owner }
    for (email, account) in credentials where account.customer == id {
      credentials[email] = LedgerCredentials(
        email: email, passwordHash: account.passwordHash, account: account.account, customer: owner,
        verifiedAt: account.verifiedAt)
    }
  }
}

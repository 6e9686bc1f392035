import Algorithms
import Tollgate

/// The contents of an in-memory ledger for one app.
struct MemoryBook {
  private struct Page {
    var version = 0
    var customer = Customer()
    var mergedInto: Customer.ID?
    var absorbed: Set<Customer.ID> = []
    var answers: [Idempotency.Key: LedgerAnswer] = [:]
  }

  private var pages: [Customer.ID: Page] = [:]
  private var log: [LedgerEntry] = []
  private var checks: [PurchaseID: LedgerCheck] = [:]
  private var refusals: [LedgerRefusal] = []
  private(set) var marks: [LedgerMark: Instant] = [:]
  private(set) var claims: [LedgerClaim: Customer.ID] = [:]
  private(set) var credentials: [String: LedgerCredentials] = [:]

  func record(of id: Customer.ID) -> CustomerRecord? {
    guard let page = pages[id] else { return nil }
    var customer = page.customer
    for absorbed in page.absorbed {
      if let other = pages[absorbed] { customer.join(other.customer) }
    }
    return CustomerRecord(
      id: id, version: page.version, customer: customer, mergedInto: page.mergedInto)
  }

  func answer(to key: Idempotency.Key, of customer: Customer.ID) -> LedgerAnswer? {
    pages[customer]?.answers[key]
  }

  func entries(after sequence: Int, limit: Int) -> [LedgerEntry] {
    let first = log.partitioningIndex { $0.sequence > sequence }
    return Array(log[first...].prefix(max(0, limit)))
  }

  func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, limit: Int
  ) -> [LedgerCheck] {
    Array(
      checks.values.filter { $0.dueAt <= instant && $0.purchase.environment == environment }
        .sorted { ($0.dueAt, $0.purchase) < ($1.dueAt, $1.purchase) }.prefix(max(0, limit)))
  }

  mutating func settle(_ check: LedgerCheck, next: Instant?) {
    guard checks[check.purchase] == check else { return }
    checks[check.purchase] = next.map(check.putOff)
  }

  mutating func refuse(_ refusal: LedgerRefusal) {
    refusals.removeAll { $0.notification == refusal.notification }
    refusals.append(refusal)
    refusals.removeFirst(max(0, refusals.count - LedgerRefusal.limit))
  }

  func refusals(notJudgedUnder revision: String, limit: Int) -> [LedgerRefusal] {
    Array(
      refusals.lazy.filter { $0.revision.isEmpty || $0.revision != revision }
        .prefix(max(0, limit)))
  }

  mutating func forgetRefusal(of notification: String) {
    refusals.removeAll { $0.notification == notification }
  }

  mutating func advance(_ mark: LedgerMark, to instant: Instant) {
    marks[mark] = max(instant, marks[mark] ?? instant)
  }

  /// Throws the reason to reject a write, if there is one.
  func check(_ write: LedgerWrite) throws(LedgerError) {
    let page = pages[write.customer]
    if let key = write.answer?.key, let first = page?.answers[key] { throw .answered(first) }
    guard page?.version ?? 0 == write.expectedVersion else { throw .versionConflict }
    guard page?.mergedInto == nil else { throw .merged }
    if let absorbed = write.absorbs {
      guard absorbed != write.customer else { throw .merged }
      let owner = pages[absorbed]?.mergedInto
      guard owner == nil || owner == write.customer else { throw .merged }
    }
    if let release = write.releases {
      let other = pages[release.customer]
      guard other?.version ?? 0 == release.expectedVersion else { throw .versionConflict }
      guard other?.mergedInto == nil, release.customer != write.customer else { throw .merged }
    }
    for claim in write.claims {
      guard let owner = claims[claim] else { continue }
      guard [write.customer, write.absorbs, write.releases?.customer].contains(owner) else {
        throw .claimed(claim, by: owner)
      }
    }
    if let email = write.credentials?.email, let owner = credentials[email]?.customer {
      guard owner == write.customer || owner == write.absorbs else {
        throw .claimed(.email(email), by: owner)
      }
    }
  }

  /// Applies a checked write, and returns the customer's new version.
  mutating func apply(_ write: LedgerWrite, sequence: inout Int) -> Int {
    var page = pages[write.customer] ?? Page()
    page.version += 1
    append(write.facts, to: &page, of: write.customer, at: write.at, &sequence)
    if let release = write.releases {
      var other = pages[release.customer] ?? Page()
      other.version += 1
      append(release.facts, to: &other, of: release.customer, at: write.at, &sequence)
      pages[release.customer] = other
    }
    if let answer = write.answer { page.answers[answer.key] = answer }
    if let absorbed = write.absorbs { absorb(absorbed, into: &page, of: write.customer) }
    pages[write.customer] = page
    for claim in write.claims { claims[claim] = write.customer }
    for check in write.checks
    where checks[check.purchase].map(check.isLater) ?? true {
      checks[check.purchase] = check
    }
    if let account = write.credentials { credentials[account.email] = account }
    return page.version
  }

  private mutating func append(
    _ facts: [Fact], to page: inout Page, of customer: Customer.ID, at: Instant,
    _ sequence: inout Int
  ) {
    for fact in facts {
      sequence += 1
      page.customer.join(fact)
      log.append(LedgerEntry(sequence: sequence, customer: customer, at: at, fact: fact))
    }
  }

  private mutating func absorb(_ id: Customer.ID, into page: inout Page, of owner: Customer.ID) {
    var other = pages[id] ?? Page()
    other.version += 1
    other.mergedInto = owner
    page.answers.merge(other.answers) { first, _ in first }
    other.answers = [:]
    page.absorbed.formUnion(other.absorbed.union([id]))
    for absorbed in other.absorbed { pages[absorbed]?.mergedInto = owner }
    other.absorbed = []
    pages[id] = other
    for (claim, customer) in claims where customer == id { claims[claim] = owner }
    for (email, account) in credentials where account.customer == id {
      credentials[email] = LedgerCredentials(
        email: email, passwordHash: account.passwordHash, account: account.account, customer: owner)
    }
  }
}

import Tollgate
import TollgateMutex

/// The people, sessions and audit entries of one app in memory.
struct MemoryTeam {
  /// The people by email address.
  var people: [String: LedgerPerson] = [:]
  /// The email address and the end of each session.
  var sessions: [String: (email: String, expiresAt: Instant)] = [:]
  /// The audit entries, in the order in which they were recorded.
  var audit: [LedgerAuditEntry] = []

  /// Records an entry unless there is one of its id and instant.
  mutating func record(_ entry: LedgerAuditEntry) {
    guard !audit.contains(where: { $0.id == entry.id && $0.at == entry.at }) else { return }
    audit.append(entry)
  }

  /// Removes what entries say about erased customers.
  mutating func erase(_ customers: Set<Customer.ID>) {
    for index in audit.indices where audit[index].customer.map(customers.contains) ?? false {
      audit[index] = audit[index].erased
    }
  }

  /// Uses a link once, and opens a session.
  mutating func signIn(
    with link: String, opening id: String, until end: Instant, at now: Instant
  ) -> LedgerSession? {
    guard
      var person = people.values.first(where: { $0.link?.hash == link }),
      let expiresAt = person.link?.expiresAt, now < expiresAt
    else { return nil }
    person.link = nil
    people[person.email] = person
    sessions = sessions.filter { $0.value.email != person.email || now < $0.value.expiresAt }
    sessions[id] = (person.email, end)
    return session(id, at: now)
  }

  /// Returns an open session.
  func session(_ id: String, at now: Instant) -> LedgerSession? {
    guard let session = sessions[id], now < session.expiresAt, let person = people[session.email]
    else { return nil }
    return LedgerSession(
      id: id, email: person.email, role: person.role, expiresAt: session.expiresAt)
  }
}

/// The administration of a ledger in memory.
struct MemoryAdministration: LedgerAdministration {
  let ledger: MemoryLedger

  func apps() async throws(LedgerError) -> [Blueprint.App.ID] {
    let populated = ledger.apps.withLock { $0.filter { !$0.value.rows.isEmpty }.map(\.key) }
    let prefix = LedgerProperty.blueprintRevisionsPrefix
    let served = ledger.properties.withLock { $0.keys.map(\.name) }
      .filter { $0.hasPrefix(prefix) }.map { Blueprint.App.ID(String($0.dropFirst(prefix.count))) }
    return Set(populated + served).sorted()
  }

  func save(_ person: LedgerPerson, in app: Blueprint.App.ID) async throws(LedgerError) {
    ledger.apps.withLock { $0[app, default: MemoryTables()].team.people[person.email] = person }
  }

  func people(in app: Blueprint.App.ID) async throws(LedgerError) -> [LedgerPerson] {
    let people = ledger.apps.withLock { Array(($0[app]?.team.people ?? [:]).values) }
    return Array(people.sorted { $0.email < $1.email }.prefix(LedgerPerson.listLimit))
  }

  func remove(_ email: String, from app: Blueprint.App.ID) async throws(LedgerError) -> Bool {
    ledger.apps.withLock { apps in
      guard apps[app]?.team.people.removeValue(forKey: email) != nil else { return false }
      let sessions = apps[app]?.team.sessions.filter { $0.value.email != email }
      apps[app]?.team.sessions = sessions ?? [:]
      return true
    }
  }

  func signIn(
    with link: String, opening id: String, until end: Instant, in app: Blueprint.App.ID,
    at now: Instant
  ) async throws(LedgerError) -> LedgerSession? {
    ledger.apps.withLock { $0[app]?.team.signIn(with: link, opening: id, until: end, at: now) }
  }

  func session(
    _ id: String, in app: Blueprint.App.ID, at now: Instant
  ) async throws(LedgerError) -> LedgerSession? {
    ledger.apps.withLock { $0[app]?.team.session(id, at: now) }
  }

  func endSession(_ id: String, in app: Blueprint.App.ID) async throws(LedgerError) {
    ledger.apps.withLock { $0[app]?.team.sessions[id] = nil }
  }

  func record(
    _ entry: LedgerAuditEntry, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    ledger.apps.withLock { $0[app, default: MemoryTables()].team.record(entry) }
  }

  func audit(
    _ filter: LedgerAuditFilter, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerAuditEntry] {
    let entries = ledger.apps.withLock { $0[app]?.team.audit.filter(filter.allows) ?? [] }
    return Array(entries.sorted { ($1.at, $1.id) < ($0.at, $0.id) }.prefix(filter.limit))
  }

  func email(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> String? {
    ledger.apps.withLock { apps in
      (apps[app]?.credentials ?? [:]).values.filter { $0.customer == customer }.map(\.email).min()
    }
  }

  func customers(
    on device: Device.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    customers(in: app) { if case .device(let use) = $0 { use.device == device } else { false } }
  }

  func customers(
    with transaction: StoreTransaction.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    customers(in: app) {
      if case .transaction(let bought) = $0 { bought.id == transaction } else { false }
    }
  }

  func customers(
    withReservedValue value: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID] {
    customers(in: app) {
      guard case .attribute(let change) = $0, change.attribute.rawValue.hasPrefix("$"),
        case .string(let text) = change.value
      else { return false }
      return text.asciiLowercased == value.asciiLowercased
    }
  }

  /// The customers of the facts that fit.
  private func customers(
    in app: Blueprint.App.ID, _ fits: (Fact) -> Bool
  ) -> [Customer.ID] {
    let found = ledger.apps.withLock { apps in
      Set((apps[app]?.log ?? []).filter { fits($0.fact) }.map(\.customer))
    }
    return Array(found.sorted().prefix(LedgerPerson.listLimit))
  }
}

extension String {
  /// The text with the letters from A to Z in lower case, as the indexes of a ledger compare it.
  package var asciiLowercased: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}

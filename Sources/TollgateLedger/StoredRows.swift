import Tollgate

/// A write encoded into rows in advance, so that the single writer spends its time only in SQLite.
struct StoredWrite: Sendable {
  struct Row: Sendable {
    let kind: String
    let body: String

    init(_ fact: Fact) throws {
      kind = fact.kind.rawValue
      body = try StoredFacts.encode(fact)
    }
  }

  let write: LedgerWrite
  let app: String
  let customer: String
  let absorbs: String?
  let facts: [Row]
  let releases: String?
  let releasedFacts: [Row]

  init(_ write: LedgerWrite) throws(LedgerError) {
    self.write = write
    app = StoredText.encode(write.app.rawValue)
    customer = StoredText.encode(write.customer.rawValue)
    absorbs = write.absorbs.map { StoredText.encode($0.rawValue) }
    releases = write.releases.map { StoredText.encode($0.customer.rawValue) }
    do {
      facts = try write.facts.map(Row.init)
      releasedFacts = try write.releases?.facts.map(Row.init) ?? []
    } catch {
      throw LedgerError(.unavailable, "A fact could not be encoded.")
    }
  }
}

/// A claim's columns.
struct StoredClaim: Sendable {
  let kind: String
  let subject: String
  let device: String

  init(_ claim: LedgerClaim) {
    switch claim {
    case .purchase(let id): self.init("purchase", id.description)
    case .trial(let trial, let device): self.init("trial", trial.rawValue, device.rawValue)
    case .email(let email): self.init("email", email)
    case .notification(let id): self.init("notification", id)
    case .endedSession(let name): self.init("endedSession", name)
    case .identity(let issuer, let user): self.init("identity", issuer, user)
    case .share(let purchase, let place): self.init("share", purchase.description, "\(place)")
    }
  }

  private init(_ kind: String, _ subject: String, _ device: String = "") {
    self.kind = kind
    self.subject = StoredText.encode(subject)
    self.device = StoredText.encode(device)
  }
}

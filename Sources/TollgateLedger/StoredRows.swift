import Tollgate

/// A write encoded into rows in advance, so that the single writer spends its time only in SQLite.
///
/// It is a class, so that a group is gathered and passed on without copies of its writes.
final class StoredWrite: Sendable {
  /// A fact's columns.
  struct Row: Sendable {
    /// The fact's kind, for migrations and people who read the file; reading uses the body only.
    let kind: String
    /// The fact as JSON.
    let body: String
    /// Whether it sets an attribute, of whose values only the newest are kept.
    let isAttribute: Bool
    /// Whether charts depend on it.
    let isCharted: Bool

    /// The kinds of facts that charts depend on.
    static let charted: Set<Fact.Kind> = [
      .transaction, .renewal, .transfer, .refundRequest,
    ]

    init(_ fact: Fact) throws {
      kind = fact.kind.rawValue
      body = try StoredFacts.encode(fact)
      if case .attribute(let change) = fact {
        isAttribute = true
        isCharted = change.attribute == DeviceProperty.country.attribute
      } else {
        isAttribute = false
        isCharted = Self.charted.contains(fact.kind)
      }
    }
  }

  /// The write itself, for what is encoded when its rows are written.
  let write: LedgerWrite
  /// The app's id as stored; so are the other names here.
  let app: String
  let customer: String
  /// The customer that is merged; nil if the write merges none.
  let absorbs: String?
  let facts: [Row]
  /// The other customers that the write names, with their new facts, in the order of the write.
  let releases: [(customer: String, facts: [Row])]
  /// The idempotency key of the answer, and what it was used for; nil for a write without an answer.
  let answer: (key: String, purpose: String)?
  let checks: [LedgerCheck]
  /// Whether it only appends facts and stores an answer, as a use does.
  let isOrdinary: Bool

  /// Encodes a write on the caller's thread.
  ///
  /// - Throws: ``LedgerError`` if a fact cannot be encoded as JSON.
  init(_ write: LedgerWrite) throws(LedgerError) {
    self.write = write
    app = StoredText.encode(write.app.rawValue)
    customer = StoredText.encode(write.customer.rawValue)
    absorbs = write.absorbs.map { StoredText.encode($0.customer.rawValue) }
    answer = write.answer.map {
      (StoredText.encode($0.key.rawValue), StoredText.encode($0.purpose))
    }
    checks = write.checks
    isOrdinary =
      !write.facts.isEmpty && write.answer != nil && write.claims.isEmpty && checks.isEmpty
      && write.credentials == nil && write.absorbs == nil && write.releases.isEmpty
      && !write.endsSessions
    do {
      facts = try write.facts.map(Row.init)
      releases = try write.releases.map {
        (StoredText.encode($0.customer.rawValue), try $0.facts.map(Row.init))
      }
    } catch {
      throw LedgerError(.unavailable, "A fact could not be encoded.")
    }
  }
}

/// A claim's columns, which together are its key.
package struct StoredClaim: Sendable {
  /// The kind of claim; part of the file format, so never renamed.
  package let kind: String
  /// What is claimed: a purchase, a trial, an address, a notification, a session, an issuer, a seat, or the store's
  /// environment.
  package let subject: String
  /// What the subject needs to be unique: the device, the issuer's user, the place or the download; empty for other kinds.
  package let device: String

  package init(_ claim: LedgerClaim) {
    switch claim {
    case .purchase(let id): self.init("purchase", id.description)
    case .trial(let trial, let device): self.init("trial", trial.rawValue, device.rawValue)
    case .email(let email): self.init("email", email)
    case .notification(let id): self.init("notification", id)
    case .endedSession(let name): self.init("endedSession", name)
    case .identity(let issuer, let user): self.init("identity", issuer, user)
    case .seat(let seat): self.init("seat", seat.rawValue)
    case .share(let purchase, let place): self.init("share", purchase.description, "\(place)")
    case .appTransaction(let environment, let id):
      self.init("appTransaction", environment.rawValue, id)
    case .alias(let name): self.init("alias", name)
    case .imported(let purchase): self.init("imported", purchase.description)
    }
  }

  private init(_ kind: String, _ subject: String, _ device: String = "") {
    self.kind = kind
    self.subject = StoredText.encode(subject)
    self.device = StoredText.encode(device)
  }
}

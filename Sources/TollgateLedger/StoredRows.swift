import Foundation
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

/// Fact bodies as stored in rows, decoded all at once.
enum StoredFacts {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  static func encode(_ fact: Fact) throws -> String {
    String(decoding: try encoder.encode(fact), as: UTF8.self)
  }

  static func decode(_ bodies: [Data]) throws(LedgerError) -> [Fact] {
    guard !bodies.isEmpty else { return [] }
    var array = Data(capacity: bodies.reduce(2) { $0 + $1.count + 1 })
    array.append(UInt8(ascii: "["))
    for (index, body) in bodies.enumerated() {
      if index > 0 { array.append(UInt8(ascii: ",")) }
      array.append(body)
    }
    array.append(UInt8(ascii: "]"))
    do {
      return try JSONDecoder().decode([Fact].self, from: array)
    } catch {
      throw LedgerError(.corrupt, "The ledger holds a fact that cannot be read.")
    }
  }
}

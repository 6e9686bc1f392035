import Foundation
import Tollgate
import TollgateWire

/// A response of the server about a customer, byte for byte, with the server's signature.
///
/// The device caches it in this form, so that a forged or altered cache is not trusted.
struct SignedAnswer: Hashable, Sendable, Codable {
  /// The kind of response.
  enum Kind: String, Hashable, Sendable, Codable {
    case session, snapshot, purchase, change, use, profile
  }

  let kind: Kind
  let customer: Customer.ID?
  let body: Data
  let signature: String?

  /// The content of the response; nil if it is not about a customer.
  func lesson() throws -> Lesson? {
    let decoder = JSONDecoder()
    switch kind {
    case .session:
      return .snapshot(try decoder.decode(SessionResponse.self, from: body).snapshot)
    case .snapshot: return .snapshot(try decoder.decode(CustomerSnapshot.self, from: body))
    case .purchase:
      return try decoder.decode(PurchaseResponse.self, from: body).snapshot.map { .snapshot($0) }
    case .change: return .change(try decoder.decode(ChangeResponse.self, from: body))
    case .use:
      let use = try decoder.decode(UseResponse.self, from: body)
      return .change(
        ChangeResponse(facts: use.facts, version: use.version, serverTime: use.serverTime))
    case .profile:
      return .change(ChangeResponse(try decoder.decode(ProfileResponse.self, from: body)))
    }
  }

  /// The content of a response about a customer.
  enum Lesson {
    case snapshot(CustomerSnapshot)
    case change(ChangeResponse)
  }
}

extension ChangeResponse {
  /// The facts that were recorded when a profile was created.
  init(_ profile: ProfileResponse) {
    self.init(facts: profile.facts, version: profile.version, serverTime: profile.serverTime)
  }
}

/// What the server has sent about the session's customer.
struct KnownCustomer: Hashable, Sendable {
  /// The greatest number of responses kept after the last whole snapshot: 50.
  ///
  /// With more, the customer is fetched again.
  static let limit = 50

  let id: Customer.ID
  private(set) var facts = Customer()
  private(set) var version = 0
  /// The server's clock at the latest response.
  private(set) var serverTime: Instant
  /// The responses that contain all of it.
  private(set) var answers: [SignedAnswer] = []

  init(_ snapshot: CustomerSnapshot, _ answer: SignedAnswer) {
    id = snapshot.id
    serverTime = snapshot.serverTime
    learn(snapshot, answer)
  }

  /// Whether so many responses are kept that the customer should be fetched again.
  var isLong: Bool { answers.count > Self.limit }

  /// Merges a whole snapshot; facts are never lost, so a late one does no harm.
  mutating func learn(_ snapshot: CustomerSnapshot, _ answer: SignedAnswer) {
    // A join is commutative, so the smaller side is merged into the larger one, usually the snapshot.
    var news = snapshot.facts
    news.join(facts)
    facts = news
    serverTime = max(serverTime, snapshot.serverTime)
    guard snapshot.version >= version else { return }
    version = snapshot.version
    answers = [answer]
  }

  /// Merges the facts of one write, and returns whether other writes came in between.
  mutating func learn(_ change: ChangeResponse, _ answer: SignedAnswer) -> Bool {
    for fact in change.facts { facts.join(fact) }
    serverTime = max(serverTime, change.serverTime)
    let isGapless = change.version <= version + 1
    version = isGapless ? max(version, change.version) : version
    if !change.facts.isEmpty { answers.append(answer) }
    return !isGapless
  }
}

import Foundation
import Tollgate
import TollgateWire

/// An answer of the server about a customer, byte for byte as it came, with the server's signature.
///
/// It is what the device remembers, so that a forged or altered memory is not believed.
struct SignedAnswer: Hashable, Sendable, Codable {
  /// What the answer says.
  enum Kind: String, Hashable, Sendable, Codable {
    case session, snapshot, purchase, change, use, profile
  }

  let kind: Kind
  let customer: Customer.ID?
  let body: Data
  let signature: String?

  /// What is learned from it; nil where it is about nobody.
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

  /// What an answer says of a customer.
  enum Lesson {
    case snapshot(CustomerSnapshot)
    case change(ChangeResponse)
  }
}

extension ChangeResponse {
  /// What was written when a profile was made.
  init(_ profile: ProfileResponse) {
    self.init(facts: profile.facts, version: profile.version, serverTime: profile.serverTime)
  }
}

/// What the server has told of the session's customer.
struct KnownCustomer: Hashable, Sendable {
  /// How many answers are kept beside the last whole snapshot: 50.
  ///
  /// With more the customer is read anew.
  static let limit = 50

  let id: Customer.ID
  private(set) var facts = Customer()
  private(set) var version = 0
  /// The server's clock at the latest answer.
  private(set) var serverTime: Instant
  /// The answers that say all of it.
  private(set) var answers: [SignedAnswer] = []

  init(_ snapshot: CustomerSnapshot, _ answer: SignedAnswer) {
    id = snapshot.id
    serverTime = snapshot.serverTime
    learn(snapshot, answer)
  }

  /// Whether so many answers are kept that the customer should be read anew.
  var isLong: Bool { answers.count > Self.limit }

  /// Takes in a whole snapshot; facts are never lost, so one that comes late does no harm.
  mutating func learn(_ snapshot: CustomerSnapshot, _ answer: SignedAnswer) {
    // A join does not care who takes in whom, and the news is the larger part where there is much of it.
    var news = snapshot.facts
    news.join(facts)
    facts = news
    serverTime = max(serverTime, snapshot.serverTime)
    guard snapshot.version >= version else { return }
    version = snapshot.version
    answers = [answer]
  }

  /// Takes in the facts of one write; answers whether others have written in between.
  mutating func learn(_ change: ChangeResponse, _ answer: SignedAnswer) -> Bool {
    for fact in change.facts { facts.join(fact) }
    serverTime = max(serverTime, change.serverTime)
    let isGapless = change.version <= version + 1
    version = isGapless ? max(version, change.version) : version
    if !change.facts.isEmpty { answers.append(answer) }
    return !isGapless
  }
}

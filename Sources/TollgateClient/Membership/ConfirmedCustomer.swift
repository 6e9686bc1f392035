import Tollgate
import TollgateWire

/// What the server has confirmed about the session's customer.
struct ConfirmedCustomer: Hashable, Sendable {
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
  private(set) var responses: [SignedResponse] = []

  init(_ snapshot: DeviceSnapshot, _ response: SignedResponse) {
    id = snapshot.id
    serverTime = snapshot.serverTime
    merge(snapshot, response)
  }

  /// Whether so many responses are kept that the customer should be fetched again.
  var hasTooManyResponses: Bool { responses.count > Self.limit }

  /// Merges a whole snapshot; facts are never lost, so a late one does no harm.
  mutating func merge(_ snapshot: DeviceSnapshot, _ response: SignedResponse) {
    // A join is commutative, so the smaller side is merged into the larger one, usually the snapshot.
    var joined = snapshot.facts
    joined.join(facts)
    joined.id = id
    facts = joined
    serverTime = max(serverTime, snapshot.serverTime)
    guard snapshot.version >= version else { return }
    version = snapshot.version
    responses = [response]
  }

  /// Merges the facts of one write, and returns whether other writes came in between.
  mutating func merge(_ change: ChangeResponse, _ response: SignedResponse) -> Bool {
    for fact in change.facts { facts.join(fact) }
    serverTime = max(serverTime, change.serverTime)
    // A repeated write returns no facts; if its first response was lost, they are missing.
    let isGapless = change.version <= (change.facts.isEmpty ? version : version + 1)
    version = isGapless ? max(version, change.version) : version
    if !change.facts.isEmpty { responses.append(response) }
    return !isGapless
  }
}

/// The seats that the developer claimed for members, by the purchaser's subscription.
struct SeatClaims: Sendable {
  private struct Claim: Sendable {
    let id: String

    /// Who occupies the seat; nil until the developer says so.
    var member: AccountNumber?
  }

  /// The active claims, oldest first.
  private var claims: [SubscriptionKey: [Claim]] = [:]

  /// The claim that each request made, by the developer's identifier, including released ones.
  private var requests: [SubscriptionKey: [String: String]] = [:]

  /// How many claims were ever made.
  private(set) var madeCount = 0

  /// The identifiers of the claims of a subscription, oldest first.
  func ids(of key: SubscriptionKey) -> [String] { claims[key, default: []].map(\.id) }

  /// The accounts that occupy claimed seats of a subscription, as far as they are known, oldest claim first.
  func members(of key: SubscriptionKey) -> [AccountNumber] {
    claims[key, default: []].compactMap(\.member)
  }

  /// The subscription with an active claim; nil if there isn't one.
  func key(of claim: String) -> SubscriptionKey? {
    claims.first { $0.value.contains { $0.id == claim } }?.key
  }

  /// The claim that a request made earlier; nil for a new request.
  func claim(for request: String, of key: SubscriptionKey) -> String? {
    requests[key]?[request]
  }

  mutating func add(
    _ id: String, for request: String, by member: AccountNumber?, of key: SubscriptionKey
  ) {
    claims[key, default: []].append(Claim(id: id, member: member))
    requests[key, default: [:]][request] = id
    madeCount += 1
  }

  /// Associates a seat with the account that occupies it.
  ///
  /// - Returns: Whether the subscription has the claim.
  mutating func associate(
    _ id: String, with member: AccountNumber, of key: SubscriptionKey
  ) -> Bool {
    guard let index = claims[key]?.firstIndex(where: { $0.id == id }) else { return false }
    claims[key]?[index].member = member
    return true
  }

  /// Removes a claim.
  ///
  /// - Returns: Whether the subscription had it.
  mutating func remove(_ id: String, of key: SubscriptionKey) -> Bool {
    guard let index = claims[key]?.firstIndex(where: { $0.id == id }) else { return false }
    claims[key]?.remove(at: index)
    return true
  }

  /// Removes the newest claims.
  ///
  /// - Returns: Their identifiers, oldest first.
  mutating func removeLast(_ count: Int, of key: SubscriptionKey) -> [String] {
    let removed = claims[key, default: []].suffix(count).map(\.id)
    claims[key]?.removeLast(removed.count)
    return removed
  }
}

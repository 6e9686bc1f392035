import TollgateAppStore

/// Seats whose invitations the developer hosts: members have no transactions, and the developer claims a seat for each.
///
/// Follows <https://developer.apple.com/documentation/storekit/hosting-group-invitations-in-your-app>. Apple does not
/// say when it unclaims seats itself, except that a renewal with fewer seats unclaims none. Here, the end of the
/// subscription releases all claims, and a refund releases the newest ones, for which no seats are left.
extension StoreBook {
  /// The seats of a subscription with an original transaction.
  func seats(of id: String) throws(SeatClaimFailure) -> GetSeatInfoResponse {
    let (key, subscription) = try managed(id)
    let claims = seatClaims.ids(of: key)
    return GetSeatInfoResponse(
      totalSeatCount: subscription.seats,
      availableSeatCount: max(0, subscription.seats - claims.count), assignedSeatClaimIds: claims)
  }

  /// Claims a seat; a request that was made before gets its claim again.
  mutating func claimSeat(
    of id: String, request: String, downloading download: String?
  ) throws(SeatClaimFailure) -> String {
    let (key, subscription) = try managed(id)
    if let earlier = seatClaims.claim(for: request, of: key) { return earlier }
    var member: AccountNumber?
    if let download { member = try self.member(downloading: download) }
    guard seatClaims.ids(of: key).count < subscription.seats else { throw .noAvailableSeats }
    let claim = ids.seatClaim(seatClaims.madeCount)
    seatClaims.add(claim, for: request, by: member, of: key)
    return claim
  }

  /// Associates a claimed seat with the member who occupies it.
  mutating func associateSeat(
    _ claim: String, of id: String, downloading download: String
  ) throws(SeatClaimFailure) {
    let (key, _) = try managed(id)
    let member = try member(downloading: download)
    guard seatClaims.associate(claim, with: member, of: key) else { throw .unknownClaim }
  }

  /// Releases a claimed seat for the developer, which notifies nobody.
  mutating func unclaimSeat(_ claim: String, of id: String) throws(SeatClaimFailure) {
    let (key, _) = try managed(id)
    guard seatClaims.remove(claim, of: key) else { throw .unknownClaim }
  }

  /// Releases a claimed seat for the store, which notifies the developer.
  mutating func unclaimSeat(_ claim: String) -> Bool {
    guard let key = seatClaims.key(of: claim), seatClaims.remove(claim, of: key) else {
      return false
    }
    post(.unclaimSeats, nil, about: key.account, .unclaim([claim]))
    return true
  }

  /// Releases the claims of a subscription that has ended, or those that a refund leaves without a seat.
  ///
  /// - Parameter earlier: How many seats there were before the refund; 0 if nothing was refunded.
  mutating func releaseSeats(of key: SubscriptionKey?, from earlier: Int = 0) {
    guard seatClaims.madeCount > 0, let key, let subscription = subscriptions[key] else { return }
    let count = seatClaims.ids(of: key).count
    let lost = subscription.hasEnded ? count : min(count, earlier) - subscription.seats
    guard lost > 0 else { return }
    let released = seatClaims.removeLast(lost, of: key)
    post(.unclaimSeats, nil, about: key.account, .unclaim(released))
  }

  /// A subscription with an original transaction, whose seats the developer manages.
  private func managed(
    _ id: String
  ) throws(SeatClaimFailure) -> (SubscriptionKey, SubscriptionLifecycle) {
    guard let record = purchase(id), record.original == record.number, let key = key(of: record),
      let subscription = subscriptions[key]
    else { throw .unknownSubscription }
    guard subscription.isDeveloperManaged, isGroup(key) else { throw .notManagedByDeveloper }
    return (key, subscription)
  }

  private func member(downloading id: String) throws(SeatClaimFailure) -> AccountNumber {
    guard let account = accounts.ids.first(where: { ids.appTransaction(of: $0) == id }),
      let number = accounts[account]
    else { throw .unknownMember }
    return number
  }
}

/// The groups that purchases of several seats make.
///
/// Apple does not say whether a group lists its purchaser; here, the purchaser comes first.
extension StoreBook {
  /// The groups that an account belongs to.
  func groups(of account: AccountNumber) -> [GroupEntry] {
    boughtKeys.filter { members(of: $0).contains(account) }
      .compactMap { subscriptions[$0] }
      .map { GroupEntry(groupId: ids.group(of: $0.original.transactionID), groupType: .consumer) }
  }

  /// The members of the group with an identifier; nil if there isn't one.
  func members(ofGroup id: String) -> [AccountNumber]? {
    boughtKeys.first { key in
      isGroup(key)
        && subscriptions[key].map { ids.group(of: $0.original.transactionID) == id } ?? false
    }.map { members(of: $0) }
  }

  /// The purchaser of a subscription with seats, and those known to occupy one; empty for any other.
  private func members(of key: SubscriptionKey) -> [AccountNumber] {
    guard isGroup(key) else { return [] }
    let others = accounts.sorted(shared.seats[key] ?? []) + seatClaims.members(of: key)
    return others.reduce(into: [key.account]) { members, member in
      if !members.contains(member) { members.append(member) }
    }
  }

  /// Whether a subscription is that of a group: it has not ended, and has or had several seats.
  private func isGroup(_ key: SubscriptionKey) -> Bool {
    guard let subscription = subscriptions[key], !subscription.hasEnded else { return false }
    return subscription.seats > 1 || !seatClaims.ids(of: key).isEmpty
      || shared.seats[key]?.isEmpty == false
  }
}

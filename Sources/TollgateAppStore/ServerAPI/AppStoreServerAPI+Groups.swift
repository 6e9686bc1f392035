extension AppStoreServerAPI {
  /// Returns the groups that a customer belongs to, as purchaser or as member; so far, Apple offers it only in the
  /// sandbox.
  ///
  /// Belonging to a group grants no access by itself: transactions do, or the app's own record of its members. Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-customer-groups>.
  ///
  /// - Parameter id: Any transaction of the customer.
  public func groups(of id: String) async throws(ServerAPIError) -> [GroupEntry] {
    let response: GetCustomerGroupsResponse = try await answer(
      to: .groups(.get, "currentGroups", id))
    return response.groups
  }

  /// Returns the members of a group, page by page.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-group-members>.
  ///
  /// - Parameters:
  ///   - group: The identifier from ``groups(of:)``.
  ///   - limit: The greatest number of members on a page, at most 100; nil leaves it to Apple.
  public func members(
    ofGroup group: String, limit: Int? = nil
  ) -> ServerAPIPages<[GroupMemberEntry]> {
    ServerAPIPages(from: nil) { token throws(ServerAPIError) in
      let response: GetGroupMembersResponse = try await answer(
        to: ServerAPIEndpoint.groups(.get, "group", group)
          .asking(limit.map { [("limit", String($0))] } ?? [])
          .asking(token.map { [("paginationToken", $0)] } ?? []))
      guard response.paginationToken != nil || !response.hasMore else {
        throw ServerAPIError(.answerUnreadable, "A page does not say how the next was requested.")
      }
      return (response.members, response.hasMore ? response.paginationToken : nil)
    }
  }

  /// Returns the seats of a subscription whose invitations the developer hosts, and the claims of them.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-seat-info>.
  ///
  /// - Parameter id: The purchaser's original transaction.
  public func seats(of id: String) async throws(ServerAPIError) -> GetSeatInfoResponse {
    try await answer(to: .groups(.get, "transactions", id, "seats"))
  }

  /// Claims a seat for somebody who accepted the app's invitation, other than the purchaser.
  ///
  /// The member gets no transaction: the app's own record says who has access. Repeating a request does not claim a
  /// second seat, so save its identifier before the first attempt. Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/claim-seat>.
  ///
  /// - Parameters:
  ///   - id: The purchaser's original transaction.
  ///   - request: The identifier of the claim, and who the member is, if that is known.
  /// - Returns: The identifier of the claim, for ``unclaimSeat(_:of:)``.
  public func claimSeat(
    of id: String, _ request: ClaimSeatRequest
  ) async throws(ServerAPIError) -> String {
    let response: ClaimSeatResponse = try await answer(
      to: ServerAPIEndpoint.groups(.post, "transactions", id, "seats").sending(request))
    return response.seatClaimId
  }

  /// Associates a claimed seat with the member who occupies it.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/associate-seat>.
  ///
  /// - Parameters:
  ///   - claim: The identifier from ``claimSeat(of:_:)``.
  ///   - id: The purchaser's original transaction.
  ///   - appTransactionID: The identifier of the member's download of the app.
  public func associateSeat(
    _ claim: String, of id: String, with appTransactionID: String
  ) async throws(ServerAPIError) {
    try await perform(
      ServerAPIEndpoint.groups(.post, "transactions", id, "seats", claim, "associate")
        .sending(AssociateSeatRequest(appTransactionId: appTransactionID)))
  }

  /// Releases the seat of a member who left, or whom the purchaser removed.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/unclaim-seat>.
  ///
  /// - Parameters:
  ///   - claim: The identifier from ``claimSeat(of:_:)``.
  ///   - id: The purchaser's original transaction.
  public func unclaimSeat(_ claim: String, of id: String) async throws(ServerAPIError) {
    try await perform(.groups(.delete, "transactions", id, "seats", claim))
  }
}

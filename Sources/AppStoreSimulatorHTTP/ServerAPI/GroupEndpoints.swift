import AppStoreSimulator
import TollgateAppStore

/// The endpoints of the App Store Server API for groups of people, and for the seats that the developer manages.
///
/// So far, Apple has them only in the sandbox; the simulated store has them in production as well.
enum GroupEndpoints {
  /// The greatest number of members on a page, and the default, which Apple does not document.
  private static let largestPage = 100

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-customer-groups>.
  ///
  /// Every group belongs to a subscriber, so none has roles.
  static func groups(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) -> GetCustomerGroupsResponse {
    let customer = try simulator.requireCustomer(call.parameter("id"))
    return GetCustomerGroupsResponse(groups: simulator.groups(of: customer))
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-group-members>.
  ///
  /// The token of the next page names the last member of this one, so that pages do not shift when somebody joins.
  static func members(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) -> GetGroupMembersResponse {
    let group = call.parameter("group")
    guard IdentifierFormat.isUUID(group) else { throw ServerAPIRefusal(.invalidGroupID) }
    var limit = largestPage
    if let text = call.value("limit") {
      guard let number = Int(text), (1...largestPage).contains(number) else {
        throw ServerAPIRefusal(.invalidLimit)
      }
      limit = number
    }
    guard let accounts = simulator.members(ofGroup: group.lowercased()) else {
      throw ServerAPIRefusal(.groupNotFound)
    }
    var rest = accounts.map { simulator.appTransactionID(of: $0) }[...]
    if let last = call.value("paginationToken") {
      guard let index = rest.firstIndex(of: last) else {
        throw ServerAPIRefusal(.invalidPaginationToken)
      }
      rest = rest[(index + 1)...]
    }
    let page = rest.prefix(limit)
    let hasMore = page.count < rest.count
    return GetGroupMembersResponse(
      members: page.map { GroupMemberEntry(appTransactionId: $0) }, hasMore: hasMore,
      paginationToken: hasMore ? page.last : nil)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-seat-info>.
  static func seats(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) -> GetSeatInfoResponse {
    switch simulator.seats(of: try call.originalTransactionID()) {
    case .success(let seats): return seats
    case .failure(let failure): throw ServerAPIRefusal(failure.code)
    }
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/claim-seat>.
  static func claim(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) -> ClaimSeatResponse {
    let id = try call.originalTransactionID()
    let fields = try call.body()
    guard let request = fields["requestIdentifier"]?.text, (1...128).contains(request.count) else {
      throw ServerAPIRefusal(.invalidRequestIdentifier)
    }
    var download: String?
    if let value = fields["appTransactionId"], value != .null { download = value.text ?? "" }
    switch simulator.claimSeat(of: id, requestID: request, appTransactionID: download) {
    case .success(let claim): return ClaimSeatResponse(seatClaimId: claim)
    case .failure(let failure): throw ServerAPIRefusal(failure.code)
    }
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/associate-seat>.
  ///
  /// Whoever occupied the seat before no longer does.
  static func associate(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) {
    let id = try call.originalTransactionID()
    let download = try call.body()["appTransactionId"]?.text ?? ""
    if let failure = simulator.associateSeat(claim(in: call), of: id, appTransactionID: download) {
      throw ServerAPIRefusal(failure.code)
    }
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/unclaim-seat>.
  ///
  /// No notification is sent.
  static func unclaim(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) {
    if let failure = simulator.unclaimSeat(claim(in: call), of: try call.originalTransactionID()) {
      throw ServerAPIRefusal(failure.code)
    }
  }

  /// The claim that the path names.
  private static func claim(in call: ServerAPICall) -> String {
    call.parameter("claim").lowercased()
  }
}

extension SeatClaimFailure {
  /// The number for the reason.
  fileprivate var code: ServerAPIErrorCode {
    switch self {
    case .unknownSubscription: .originalTransactionIDNotFound
    case .notManagedByDeveloper: .transactionNotDeveloperManagedGroup
    case .noAvailableSeats: .noAvailableSeats
    case .unknownClaim: .seatClaimIDNotFound
    case .unknownMember: .appTransactionIDNotFound
    }
  }
}

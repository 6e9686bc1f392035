/// A claim of a seat for a member of a group.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/claimseatrequest>.
public struct ClaimSeatRequest: Hashable, Codable, Sendable {
  /// The developer's identifier of the claim, a UUID; repeating a request with the same one does not claim a second
  /// seat.
  public var requestIdentifier: String
  /// The identifier of the member's download of the app, if it is known already.
  public var appTransactionId: String?

  public init(requestIdentifier: String, appTransactionId: String? = nil) {
    self.requestIdentifier = requestIdentifier
    self.appTransactionId = appTransactionId
  }
}

/// The response to a claim of a seat.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/claimseatresponse>.
public struct ClaimSeatResponse: Hashable, Codable, Sendable {
  /// The identifier of the claim, a UUID; it identifies the claim, not the seat, which a later claim can occupy.
  public var seatClaimId: String

  public init(seatClaimId: String) { self.seatClaimId = seatClaimId }
}

/// The member who occupies a claimed seat.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/associateseatrequest>.
public struct AssociateSeatRequest: Hashable, Codable, Sendable {
  /// The identifier of the member's download of the app.
  public var appTransactionId: String

  public init(appTransactionId: String) { self.appTransactionId = appTransactionId }
}

/// The seats of a subscription, and the claims of them.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/getseatinforesponse>.
public struct GetSeatInfoResponse: Hashable, Codable, Sendable {
  public var totalSeatCount: Int
  /// How many of them can be claimed.
  public var availableSeatCount: Int
  /// The identifiers of the claims, of which there are more than seats after a renewal with fewer.
  public var assignedSeatClaimIds: [String]

  public init(totalSeatCount: Int, availableSeatCount: Int, assignedSeatClaimIds: [String]) {
    self.totalSeatCount = totalSeatCount
    self.availableSeatCount = availableSeatCount
    self.assignedSeatClaimIds = assignedSeatClaimIds
  }
}

/// The groups that a customer belongs to.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/getcustomergroupsresponse>.
public struct GetCustomerGroupsResponse: Hashable, Codable, Sendable {
  public var groups: [GroupEntry]

  public init(groups: [GroupEntry]) { self.groups = groups }
}

/// A group that a customer belongs to; belonging to it grants no access by itself.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/groupentry>.
public struct GroupEntry: Hashable, Codable, Sendable {
  /// The identifier of the group, unique within the app.
  public var groupId: String
  public var groupType: GroupType
  /// The customer's role for each product that the group gives; nil if it is not an organization.
  public var roles: [RoleEntry]?

  public init(groupId: String, groupType: GroupType, roles: [RoleEntry]? = nil) {
    self.groupId = groupId
    self.groupType = groupType
    self.roles = roles
  }
}

/// A customer's role for a product in a group.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/roleentry>.
public struct RoleEntry: Hashable, Codable, Sendable {
  public var productId: String
  public var role: GroupRole

  public init(productId: String, role: GroupRole) {
    self.productId = productId
    self.role = role
  }
}

/// Who bought the seats of a group.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/grouptype>.
public struct GroupType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// An organization, with Volume Purchasing.
  public static let organization = Self(rawValue: "ORGANIZATION")

  /// A subscriber, with Group Purchases.
  public static let consumer = Self(rawValue: "CONSUMER")
}

/// What a customer may do in an organization.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/role>.
public struct GroupRole: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let admin = Self(rawValue: "ADMIN")

  /// A member like any other.
  public static let noRole = Self(rawValue: "NONE")
}

/// A page of the customers that belong to a group.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/getgroupmembersresponse>.
public struct GetGroupMembersResponse: Hashable, Codable, Sendable {
  public var members: [GroupMemberEntry]
  public var hasMore: Bool
  /// The token with which the next page is requested.
  public var paginationToken: String?

  public init(members: [GroupMemberEntry], hasMore: Bool, paginationToken: String? = nil) {
    self.members = members
    self.hasMore = hasMore
    self.paginationToken = paginationToken
  }
}

/// A customer that belongs to a group.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/groupmemberentry>.
public struct GroupMemberEntry: Hashable, Codable, Sendable {
  /// The identifier of the customer's download of the app.
  public var appTransactionId: String

  public init(appTransactionId: String) { self.appTransactionId = appTransactionId }
}

public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// The greatest number of characters in the name of a device or an item.
  static let nameLimit = 128

  /// Authenticates the caller of a request, and reads the clock for it.
  ///
  /// - Parameters:
  ///   - token: The customer token; nil if none was sent.
  ///   - app: The app.
  ///   - acceptingMerged: Whether a customer who was merged into an account may still call.
  /// - Returns: The caller, valid for one request.
  /// - Throws: `Problem` with code `unknown_app`, `missing_token`, `invalid_token`, `expired_token` or `customer_merged`.
  public func authenticate(
    _ token: String?, in app: Blueprint.App.ID, acceptingMerged: Bool = false
  ) async throws(Problem) -> Caller {
    let now = clock()
    let app = try served(app)
    guard let token else {
      throw Problem(.missingToken, "This needs a customer token.")
    }
    let claims = try await tokens.claims(of: token, in: app.id)
    guard now < claims.expiresAt else {
      throw Problem(.expiredToken, "The token has expired: exchange it for a new one.")
    }
    let record = try await named(claims, in: app)
    try await refuseEnded(claims, in: app)
    guard acceptingMerged || record.mergedInto == nil else { throw Self.merged }
    return Caller(
      customer: record.id, email: claims.email, now: now, mergedInto: record.mergedInto, app: app)
  }

  static let merged = Problem(
    .customerMerged, "The customer has become part of another: exchange the token, or sign in.")

  /// An anonymous customer presented by a request.
  struct Presented {
    let customer: Customer.ID
    /// Whether the token names another customer who was merged into this one, so that other devices have it too.
    let isShared: Bool
  }

  /// The anonymous customer that a presented token stands for; nil for any other customer and for no token.
  func presented(
    _ token: String?, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Presented? {
    guard let token else { return nil }
    let (_, record) = try await renewable(token, in: app, at: now)
    let whole = try await whole(record, in: app)
    guard whole.customer.account == nil else { return nil }
    return Presented(customer: whole.id, isShared: whole.id != record.id)
  }

  /// The customer that a record's customer has been merged into; itself if it was not merged.
  func whole(_ record: CustomerRecord, in app: ServedApp) async throws(Problem) -> CustomerRecord {
    var whole = record
    while let owner = whole.mergedInto,
      let next = try await load(CustomerKey(app: app.id, customer: owner))
    {
      whole = next
    }
    return whole
  }

  /// A token's claims and customer, if the token is valid or expired recently enough to be renewed.
  func renewable(
    _ token: String, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> (CustomerTokens.Claims, CustomerRecord) {
    let claims = try await tokens.claims(of: token, in: app.id)
    guard now < claims.renewableUntil else { throw Self.tooOld }
    let record = try await named(claims, in: app)
    try await refuseEnded(claims, in: app)
    return (claims, record)
  }

  static let tooOld = Problem(
    .expiredToken, "The token is too old to be exchanged for a new one.")

  func named(
    _ claims: CustomerTokens.Claims, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord {
    guard let record = try await load(CustomerKey(app: app.id, customer: claims.customer)) else {
      throw Problem(.invalidToken, "The token names nobody this server knows.")
    }
    return record
  }

  static func check(_ device: Device.ID?) throws(Problem) {
    try check(device?.rawValue, "device")
  }

  static func check(_ name: String?, _ field: String) throws(Problem) {
    guard let name else { return }
    guard (1...nameLimit).contains(name.unicodeScalars.count) else {
      throw Problem(.invalidValue, "`\(field)` must have 1 to \(nameLimit) characters.")
    }
  }
}

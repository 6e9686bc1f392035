import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// Answers the requests of RevenueCat's SDK, in the form of its API.
///
/// ## The requests of an app
/// - at launch: the customer, the mapping of products and the offerings; transactions that are not finished are posted
///   in place of the request for the customer;
/// - after a purchase: the receipt, whose answer decides whether the transaction is finished;
/// - when somebody logs in: attributes that wait, and then the new name;
/// - for a restore: the first transaction of the store account.
///
/// The SDK sends them one after another, so a slow answer delays a purchase.
struct RevenueCatHandler: Sendable {
  /// The header with the tag of a response, which the SDK sends back.
  static let tag = "X-RevenueCat-ETag"
  /// The header with the server's time in milliseconds.
  static let requestTime = "X-RevenueCat-Request-Time"

  /// The service that the answers come from.
  let service: TollgateService
  let limiter: RequestLimiter
  let keys: RevenueCatKeys
  /// The customers whose attributes are being set by a caller that names them.
  let naming = TurnQueue<CustomerKey>()

  init(service: TollgateService, limiter: RequestLimiter, keys: RevenueCatKeys) {
    self.service = service
    self.limiter = limiter
    self.keys = keys
  }

  var records: CustomerRecords { service.records }
  var users: AppUsers { AppUsers(writer: service.purchases.writer) }

  /// Answers a request; every failure has RevenueCat's form.
  ///
  /// - Throws: What is neither a `Problem` nor a ``RevenueCatError``.
  func respond(
    at route: RevenueCatRoute, _ read: () async throws -> IncomingRequest
  ) async throws -> Response {
    let error: RevenueCatError
    do {
      let incoming = try await read()
      return try await ConfirmedVersions.$current.withValue(ConfirmedVersions()) {
        try await respond(to: incoming, at: route)
      }
    } catch let refusal as RevenueCatError {
      error = refusal
    } catch let problem as Problem {
      error = route == .receipts ? RevenueCatError(ofReceipt: problem) : RevenueCatError(problem)
    } catch {
      throw error
    }
    service.observability.metrics.unmatched.count(status: error.status, after: .zero)
    return stamped(try error.response)
  }

  private func respond(
    to incoming: IncomingRequest, at route: RevenueCatRoute
  ) async throws -> Response {
    if route == .health { return try answer(.object(["status": .string("ok")])) }
    switch route {
    case .receipts: return try await receipts(incoming)
    default: break
    }
    let app = try app(incoming)
    switch route {
    case .subscriber: return try await subscriber(incoming, of: app)
    case .identify: return try await identify(incoming, in: app)
    case .offerings:
      let info = try await info(
        of: try user(incoming), in: app, readBy: incoming.address)
      let offerings = RevenueCatOfferings(membership: info.membership).json
      return try tagged(offerings, as: offerings, for: incoming)
    case .productEntitlementMapping:
      let mapping = app.blueprint.productEntitlementMapping
      return try tagged(mapping, as: mapping, for: incoming)
    case .attributes: return try await attributes(incoming, of: app)
    case .introEligibility: return try await introEligibility(incoming, of: app)
    case .virtualCurrencies: return try await virtualCurrencies(incoming, of: app)
    case .offers: return try offers(incoming)
    // An empty answer keeps the SDK from sending it again.
    case .events, .diagnostics, .attribution, .adServicesAttribution:
      return try answer(.object([:]))
    case .redeemPurchase:
      throw RevenueCatError(
        400, .invalidRedemptionToken, "This server has no purchases from the web to redeem.")
    case .remoteConfig, .customerCenter, .supportTicket, .restoreEligibility, .healthReport,
      .rewardVerification, .alias, .receipts, .health:
      throw RevenueCatError(
        404, .invalidRequest, "This server does not have this part of RevenueCat's API.")
    }
  }

  /// The app that the request's public key names.
  ///
  /// - Parameter incoming: The request, with the key as its bearer token.
  /// - Throws: ``RevenueCatError`` with code `invalidAPIKey`, or `Problem` with code `too_many_requests`.
  func app(_ incoming: IncomingRequest) throws -> ServedApp {
    guard let key = try incoming.token, let app = keys.app(of: key) else {
      throw RevenueCatError(
        401, .invalidAPIKey, "The server has no app with this public key: see its --revenuecat.")
    }
    let served = try service.app(app)
    try limiter.admit(served.id, at: records.clock())
    return served
  }

  /// The name in the request's path.
  ///
  /// - Parameter incoming: The request, whose path has the name percent-encoded in one segment.
  /// - Throws: ``RevenueCatError`` with code `invalidAppUserID`.
  func user(_ incoming: IncomingRequest) throws -> AppUserID {
    let name: Customer.ID = try incoming.name("user")
    return try AppUserID(name.rawValue)
  }

  /// The customer of a name, as the SDK reads them; nothing is written.
  ///
  /// - Parameter address: Who reads, for the limit; nil if the request was admitted already.
  /// - Returns: The customer; one without facts has nothing.
  /// - Throws: `Problem` with code `too_many_requests` or `clock_behind`, or if the ledger cannot be read.
  func info(
    of user: AppUserID, in app: ServedApp, readBy address: NetworkAddress? = nil
  ) async throws(Problem) -> CustomerInfo {
    let found = try await users.find(user, in: app)
    let caller = users.caller(found.id, in: app)
    if let address { try limiter.admit(naming: caller, from: address) }
    guard let record = found.record else {
      let customer = Customer()
      return CustomerInfo(
        user: user, customer: customer,
        membership: Membership(of: customer, in: app.blueprint, at: caller.now))
    }
    return CustomerInfo(
      user: user, customer: record.customer,
      membership: try await service.customers.membership(of: caller))
  }
}

extension RevenueCatHandler {
  /// A response without a tag, which the SDK caches by itself at most: a tag would be taken for that of a GET.
  func answer(_ body: JSONValue, status: HTTPResponse.Status = .ok) throws -> Response {
    stamped(try .personal(encoding: body, status: status))
  }

  /// A response to a GET with a tag; only the tag if the SDK has the same answer.
  ///
  /// - Parameter incoming: The request. An empty tag means that the SDK has nothing.
  /// - Returns: The response, which repeats the tag.
  /// - Throws: `Problem` with code `internal_error` if the body cannot be written.
  func tagged(
    _ body: JSONValue, as content: JSONValue, for incoming: IncomingRequest
  ) throws -> Response {
    let tag = SHA256.hash(data: try JSON.bytes(content)).prefix(16).hexadecimal
    var response: Response
    if incoming.header(Self.tag) == tag {
      response = Response(status: .notModified)
    } else {
      response = try .personal(encoding: body)
    }
    if let name = HTTPField.Name(Self.tag) { response.headers[name] = tag }
    return stamped(response)
  }

  private func stamped(_ response: Response) -> Response {
    var response = response
    if let name = HTTPField.Name(Self.requestTime) {
      response.headers[name] = "\(records.clock().milliseconds)"
    }
    return response
  }
}

import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateAppStore
import TollgateServer

/// An app with RevenueCat's SDK on one device: what it sends, reads, keeps and finishes, by its documented wire format.
struct TestSDK {
  static let key = "appl_market"

  var server: TestServer
  let account: AccountID
  /// The app user id.
  var user: String
  var platform = "iOS"
  var apiKey = TestSDK.key
  /// Whether requests reach the server.
  var isOnline = true
  /// The answers to GETs by URL, with their tags.
  private var cache: [String: Exchange] = [:]

  init(_ server: TestServer, account: AccountID, user: String) {
    self.server = server
    self.account = account
    self.user = user
  }

  /// A name as the SDK makes it up.
  static func anonymous(_ number: Int) -> String {
    "$RCAnonymousID:" + String(repeating: "0", count: 31) + "\(number)"
  }

  /// The name in one segment of a path.
  var segment: String {
    user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? user
  }
}

extension TestSDK {
  struct Offline: Error {}

  /// Sends a request; a GET has the tag of the answer that is cached, which a 304 confirms.
  mutating func send(
    _ method: HTTPRequest.Method, _ path: String, body: [String: Any]? = nil
  ) async throws -> Exchange {
    guard isOnline else { throw Offline() }
    var headers = ["X-Platform": platform]
    if method == .get { headers["X-RevenueCat-ETag"] = cache[path]?.tag ?? "" }
    var keys = RevenueCatKeys()
    let isAdded = keys.add(Self.key, for: server.app)
    #expect(isAdded)
    let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
    let exchange = try await server.exchange(
      method, path, token: apiKey, headers: headers,
      body: data.map { String(decoding: $0, as: UTF8.self) }, revenueCatKeys: keys)
    #expect(exchange.headers["x-revenuecat-request-time"] == "\(server.now.milliseconds)")
    guard method == .get else {
      #expect(exchange.tag == nil)
      return exchange
    }
    if exchange.status == 304 {
      let cached = try #require(cache[path])
      #expect(exchange.tag == cached.tag)
      return cached
    }
    cache[path] = exchange
    return exchange
  }

  /// The customer, from the server or, confirmed by it, from the cache.
  mutating func info() async throws -> SDKCustomerInfo {
    try Self.info(try await send(.get, "/v1/subscribers/\(segment)"))
  }

  static func info(_ exchange: Exchange) throws -> SDKCustomerInfo {
    #expect([200, 201].contains(exchange.status))
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(SDKCustomerInfo.self, from: Data(exchange.body.utf8))
  }

  /// Posts a transaction, and finishes it with the store exactly where the SDK does.
  @discardableResult
  mutating func post(
    _ transaction: Signed<TransactionPayload>, source: String = "purchase"
  ) async throws -> Exchange {
    let exchange = try await send(
      .post, "/v1/receipts",
      body: [
        "app_user_id": user, "attributes": [String: Any](), "currency": NSNull(),
        "fetch_token": transaction.jws, "initiation_source": source,
        "is_restore": source == "restore" || user.hasPrefix("$RCAnonymousID:"),
        "observer_mode": false, "payload_version": 1, "price": "9.99",
        "product_id": transaction.payload.productId, "sdk_originated": source == "purchase",
        "transaction_id": transaction.payload.transactionId,
      ])
    let id = transaction.payload.transactionId
    switch exchange.status {
    case 200..<300:
      let info = try Self.info(exchange)
      let listed = info.subscriber.nonSubscriptions.values.joined().map(\.transaction)
      if transaction.payload.expiresDate != nil || listed.contains(id) { server.store.finish(id) }
    case 400..<500: server.store.finish(id)
    default: break
    }
    return exchange
  }

  /// Buys a product and posts the transaction.
  @discardableResult
  mutating func buy(_ product: String) async throws -> Exchange {
    switch server.store.purchase(product, by: account, outcome: .buy) {
    case .success(let transaction): return try await post(transaction)
    case .pending, .cancelled, .failed: throw Offline()
    }
  }

  /// What the SDK does at launch and in the foreground: unfinished transactions take the place of the customer.
  mutating func foreground() async throws -> SDKCustomerInfo {
    _ = try await send(.get, "/v1/product_entitlement_mapping")
    _ = try await send(.get, "/v1/subscribers/\(segment)/offerings")
    #expect(try await send(.post, "/v1/config/app", body: ["app_user_id": user]).status == 404)
    var last: Exchange?
    for transaction in server.store.unfinishedTransactions(of: account) {
      last = try await post(transaction, source: "queue")
    }
    if let last, last.status < 300 { return try Self.info(last) }
    return try await info()
  }

  mutating func logIn(_ name: String) async throws -> (isNew: Bool, info: SDKCustomerInfo) {
    _ = try await send(.post, "/v1/subscribers/\(segment)/attributes", body: ["attributes": [:]])
    let exchange = try await send(
      .post, "/v1/subscribers/identify", body: ["app_user_id": user, "new_app_user_id": name])
    user = name
    return (exchange.status == 201, try Self.info(exchange))
  }

  /// Posts the first transaction of the store account.
  mutating func restore() async throws -> Exchange {
    let first = try #require(server.store.currentEntitlements(of: account).first)
    return try await post(first, source: "restore")
  }
}

extension Exchange {
  /// The tag that the SDK sends back with its next request.
  fileprivate var tag: String? { headers["x-revenuecat-etag"] }

  /// RevenueCat's number of an error; nil without one.
  var errorCode: Int? {
    struct Failure: Decodable { let code: Int }
    return try? JSONDecoder().decode(Failure.self, from: Data(body.utf8)).code
  }
}

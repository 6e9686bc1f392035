import AppStoreSimulator
import AppStoreSimulatorHTTP
import Foundation
import TollgateAppStore

/// A store with a few products, its server's side, and ways to ask it.
struct Market: Sendable {
  /// 2026-01-01T00:00:00Z.
  static let start = Instant(milliseconds: 1_767_225_600_000)
  static let hour: Int64 = 3_600_000
  static let day: Int64 = 24 * hour
  static let chain = Result { try SigningChain() }

  static let configuration = StoreKitConfiguration(
    products: [
      .init(productID: "coins", type: .consumable, price: Milliunits(1_000)),
      .init(
        productID: "lifetime", type: .nonConsumable, price: Milliunits(100_000),
        isFamilyShareable: true),
    ],
    nonRenewingSubscriptions: [
      .init(productID: "season", type: .nonRenewing, price: Milliunits(20_000))
    ],
    subscriptionGroups: [
      .init(
        id: "plans",
        subscriptions: [
          .init(
            productID: "gold", groupID: "plans", level: 1, period: Period(1, .month),
            price: Milliunits(30_000), isFamilyShareable: true),
          .init(
            productID: "silver", groupID: "plans", level: 2, period: Period(1, .month),
            price: Milliunits(20_000),
            introductoryOffer: .init(paymentMode: .free, period: Period(1, .week)),
            promotionalOffers: [
              .init(
                id: "stay", paymentMode: .payAsYouGo, period: Period(1, .month),
                numberOfPeriods: 2, price: Milliunits(5_000))
            ],
            codeOffers: [
              .init(id: "FREE3", paymentMode: .free, period: Period(3, .month))
            ]),
        ])
    ])

  let simulator: AppStoreSimulator
  let key: StoreKey
  let service: StoreService
  let transport: InProcessTransport
  let inbox = Inbox()

  /// The server that chooses retention messages.
  let retentionServer = RetentionServer()

  init(
    selling products: StoreKitConfiguration = configuration, environment: Environment = .sandbox,
    gracePeriod: GracePeriod = .off, notifying address: String? = nil
  ) throws {
    simulator = AppStoreSimulator(
      configuration: products, bundleID: "com.example.market", appAppleID: 42,
      environment: environment, chain: try Self.chain.get(), now: Self.start,
      gracePeriod: gracePeriod)
    key = try StoreKey()
    service = StoreService(
      simulator, key: key, notifying: address, poster: inbox.poster,
      requester: retentionServer.requester,
      sleep: { [inbox] in inbox.note(wait: $0) })
    transport = InProcessTransport(service)
  }

  var verifier: SignedDataVerifier {
    SignedDataVerifier(
      roots: [simulator.chain.root], bundleID: simulator.bundleID, appAppleID: 42,
      environments: [simulator.environment])
  }

  /// The client of `AppStore`, which asks the store without a socket.
  func api() throws -> AppStoreServerAPI {
    AppStoreServerAPI(
      baseURL: InProcessTransport.baseURL, key: try key.client(), verifier: verifier,
      transport: transport, retries: ServerAPIRetries(limit: 0),
      now: { [simulator] in simulator.now },
      sleep: { _ in })
  }

  /// Buys and gives the identifier of the transaction.
  @discardableResult
  func buy(
    _ product: String, by account: AccountID = "anna", _ options: PurchaseOptions = .init()
  ) -> String {
    guard case .success(let signed) = simulator.purchase(product, by: account, options: options)
    else { return "" }
    return signed.payload.transactionId
  }
}

/// An answer of the store, with its JSON read.
struct MarketAnswer: Hashable, CustomStringConvertible {
  var status: Int
  var json: JSONValue
  var retryAfter: String?

  subscript(_ name: String) -> JSONValue? {
    if case .object(let fields) = json { fields[name] } else { nil }
  }

  /// Apple's number for why the request was refused.
  var errorCode: Int64? {
    if case .integer(let code) = self["errorCode"] { code } else { nil }
  }

  var description: String { "\(status) \(json)" }
}

extension JSONValue {
  subscript(_ name: String) -> JSONValue? {
    if case .object(let fields) = self { fields[name] } else { nil }
  }

  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension Market {
  /// Asks the Server API what the client would not, with a token that holds unless another is given.
  func ask(
    _ method: ServerAPIRequest.Method, _ path: String, _ body: String? = nil,
    authorization: String? = nil
  ) async throws -> MarketAnswer {
    var request = try await authorizedRequest()
    request.method = method
    request.url = InProcessTransport.baseURL + path
    request.body = body.map { Data($0.utf8) }
    if let authorization { request.headers["Authorization"] = authorization }
    let answer = try await transport.send(request)
    return MarketAnswer(
      status: answer.status,
      json: (try? JSONDecoder().decode(JSONValue.self, from: answer.body)) ?? .null,
      retryAfter: answer.retryAfter)
  }

  /// A request of the client, with a token that holds.
  func authorizedRequest() async throws -> ServerAPIRequest {
    let recorder = Recorder()
    let client = AppStoreServerAPI(
      baseURL: InProcessTransport.baseURL, key: try key.client(), verifier: verifier,
      transport: recorder, retries: ServerAPIRetries(limit: 0),
      now: { [simulator] in simulator.now }, sleep: { _ in })
    _ = try? await client.transaction("0")
    guard let request = await recorder.request else { throw Recorder.Nothing() }
    return request
  }

  /// Keeps a request of the client, so that a test can send another with its token.
  private actor Recorder: ServerAPITransport {
    struct Nothing: Error {}
    private(set) var request: ServerAPIRequest?

    func send(_ request: ServerAPIRequest) async throws -> ServerAPIAnswer {
      self.request = request
      throw Nothing()
    }
  }
}

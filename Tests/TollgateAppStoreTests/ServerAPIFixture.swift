import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Crypto
import Foundation
import Synchronization

@testable import TollgateAppStore

/// A Server API that answers from a list, with a clock that only sleeping moves.
final class ServerAPIFixture: ServerAPITransport {
  static let key = P256.Signing.PrivateKey()

  private struct State {
    var answers: [Result<ServerAPIAnswer, any Error>]
    var requests: [ServerAPIRequest] = []
    var sleeps: [Int64] = []
    var now = Shop.start
  }

  /// What `send` throws when the list has nothing more.
  struct NothingMore: Error {}

  let chain: SigningChain
  private let state: Mutex<State>

  init(_ answers: [Result<ServerAPIAnswer, any Error>]) throws {
    chain = try SigningChain()
    state = Mutex(State(answers: answers))
  }

  convenience init(_ status: Int = 200, _ json: String = "") throws {
    try self.init([.success(.json(status, json))])
  }

  var requests: [ServerAPIRequest] { state.withLock { $0.requests } }
  var sleeps: [Int64] { state.withLock { $0.sleeps } }

  /// The requests as method, address and body, without the token.
  var lines: [String] {
    requests.map { request in
      let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
      return "\(request.method.rawValue) \(request.url)\(body)"
    }
  }

  func append(_ answer: ServerAPIAnswer) {
    state.withLock { $0.answers.append(.success(answer)) }
  }

  func send(_ request: ServerAPIRequest) async throws -> ServerAPIAnswer {
    try state.withLock { state in
      state.requests.append(request)
      guard !state.answers.isEmpty else { throw NothingMore() }
      return try state.answers.removeFirst().get()
    }
  }

  func api(
    retries: ServerAPIRetries = ServerAPIRetries(), environments: Set<Environment> = [.sandbox],
    sleep: (@Sendable (Duration) async throws -> Void)? = nil
  ) throws -> AppStoreServerAPI {
    AppStoreServerAPI(
      baseURL: "https://store.test",
      key: try AppStoreKey(pem: Self.key.pemRepresentation, keyID: "KEY", issuerID: "issuer"),
      verifier: SignedDataVerifier(
        roots: [chain.root], bundleID: Shop.bundleID, appAppleID: 42, environments: environments),
      transport: self, retries: retries, now: { self.state.withLock { $0.now } },
      sleep: sleep ?? { wait in
        self.state.withLock { state in
          state.sleeps.append(wait.milliseconds)
          state.now = state.now.advanced(by: wait)
        }
      })
  }

  func transaction(_ id: String, bundle: String = Shop.bundleID) throws -> String {
    var payload = Shop.transaction(bundle: bundle)
    payload.transactionId = id
    return try chain.sign(payload)
  }

  func renewalInfo() throws -> String {
    try chain.sign(
      RenewalInfoPayload(
        originalTransactionId: "1", productId: "monthly", autoRenewProductId: "monthly",
        autoRenewStatus: .on, signedDate: Shop.start, environment: .sandbox))
  }

  func notification(_ id: String, bundle: String = Shop.bundleID) throws -> String {
    try chain.sign(
      NotificationPayload(
        notificationType: .test, notificationUUID: id, version: "2.0", signedDate: Shop.start,
        data: .init(bundleId: bundle, environment: .sandbox)))
  }
}

extension ServerAPIAnswer {
  static func json(_ status: Int, _ json: String, retryAfter: String? = nil) -> Self {
    Self(status: status, retryAfter: retryAfter, body: Data(json.utf8))
  }
}

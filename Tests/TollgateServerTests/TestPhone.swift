import AppStoreSimulator
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateWire

/// A phone that talks to the server over HTTP, and to the store as one of its accounts.
struct TestPhone: Sendable {
  let server: TestServer
  private var session: TestSession
  var id: Customer.ID
  let device: Device.ID?
  let account: AccountID

  init(server: TestServer, _ response: SessionResponse, device: Device.ID?, account: AccountID) {
    self.server = server
    session = TestSession(response)
    id = response.snapshot.id
    self.device = device
    self.account = account
  }

  /// The latest customer token.
  var token: String { session.current.token }

  /// The customer token, exchanged for a new one if it has expired.
  private func fresh() async throws -> String {
    let session = session.current
    guard session.tokenExpiresAt <= server.now else { return session.token }
    let renewed: SessionResponse = try await server.send(.session, token: session.token)
    self.session.replace(with: renewed)
    return renewed.token
  }

  /// Exchanges the customer token for a new one, whether or not it has expired.
  func renew() async throws {
    session.replace(with: try await server.send(.session, token: token))
  }

  func snapshot() async throws -> CustomerSnapshot {
    try await server.send(.me, token: try await fresh())
  }

  func membership() async throws -> MembershipSummary {
    try await server.send(.membership, token: try await fresh())
  }

  func phase() async throws -> Phase { try await membership().phase }

  @discardableResult
  func reach(_ milestone: Milestone.ID) async throws -> CustomerSnapshot {
    try await server.send(.milestone(milestone), token: try await fresh())
  }

  @discardableResult
  func use(
    _ feature: Feature.ID, key: String, item: Item.ID? = nil
  ) async throws -> UseResponse {
    try await server.send(
      .use(feature), token: try await fresh(), key: key, json: UseRequest(item: item))
  }

  @discardableResult
  func release(_ item: Item.ID, of feature: Feature.ID) async throws -> UseResponse {
    try await server.send(
      .release(feature), token: try await fresh(), json: ReleaseRequest(item: item))
  }

  /// Why a use is denied; nil if it is not.
  func refusal(of feature: Feature.ID, key: String) async throws -> Denial? {
    do {
      try await use(feature, key: key)
      return nil
    } catch let problem as Problem {
      #expect(problem.code == .denied)
      #expect(problem.status == 403)
      return problem.denial
    }
  }

  /// Buys in the store, without posting the transaction.
  func purchase(_ product: String) throws -> Signed<TransactionPayload> {
    switch server.store.purchase(product, by: account, outcome: .buy) {
    case .success(let transaction): return transaction
    case .pending, .cancelled, .failed:
      Issue.record("the store did not sell \(product)")
      throw Problem(.internalError, "the store did not sell")
    }
  }

  @discardableResult
  func post(_ transaction: Signed<TransactionPayload>) async throws -> PurchaseResponse {
    try await server.send(
      .transactions, token: try await fresh(),
      json: TransactionRequest(signedTransaction: transaction.jws))
  }

  /// Buys in the store and posts what it signed.
  @discardableResult
  func buy(_ product: String) async throws -> PurchaseResponse {
    try await post(try purchase(product))
  }

  /// Posts every transaction of the store's account, with its renewal infos.
  @discardableResult
  func restore() async throws -> PurchaseResponse {
    try await server.send(
      .restore, token: try await fresh(),
      json: RestoreRequest(
        signedTransactions: server.store.transactions(of: account).map(\.jws),
        signedRenewalInfos: server.store.conditions(of: account).map(\.renewalInfo.jws)))
  }

  mutating func signUp(_ email: String, password: String = "correct horse") async throws {
    take(
      try await server.send(
        .signUp, token: try await fresh(),
        json: CredentialsRequest(email: email, password: password, device: device)))
  }

  mutating func signIn(_ email: String, password: String = "correct horse") async throws {
    take(
      try await server.send(
        .signIn, token: try await fresh(),
        json: CredentialsRequest(email: email, password: password, device: device)))
  }

  private mutating func take(_ response: SessionResponse) {
    session = TestSession(response)
    id = response.snapshot.id
  }
}

private final class TestSession: Sendable {
  private let response: Mutex<SessionResponse>

  init(_ response: SessionResponse) { self.response = Mutex(response) }

  var current: SessionResponse { response.withLock { $0 } }

  func replace(with renewed: SessionResponse) { response.withLock { $0 = renewed } }
}

extension Signed<TransactionPayload> {
  /// The purchase it belongs to.
  var purchase: PurchaseID {
    PurchaseID(
      StoreTransaction.OriginalID(payload.originalTransactionId),
      in: payload.environment == .production ? .production : .sandbox)
  }
}

extension TestServer {
  /// Posts the store's notifications after a sequence number.
  @discardableResult
  func deliverNotifications(after sequence: Int = 0) async throws -> [NotificationResponse.Outcome]
  {
    var outcomes: [NotificationResponse.Outcome] = []
    for notification in store.notifications(after: sequence) {
      outcomes.append(try await deliver(notification.jws))
    }
    return outcomes
  }

  @discardableResult
  func deliver(_ jws: String) async throws -> NotificationResponse.Outcome {
    let response: NotificationResponse = try await send(
      .appStoreNotifications, json: NotificationRequest(signedPayload: jws))
    return response.outcome
  }
}

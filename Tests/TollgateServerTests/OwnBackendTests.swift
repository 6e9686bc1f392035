import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateAppStore
import TollgateServer
import TollgateWire

@Suite("An app's own backend")
struct OwnBackendTests {
  @Test("EX-12 a backend asks, counts and reports for a customer with a secret key")
  func discovery() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "phone")
    let backend = try await TestBackend(server)
    #expect(try await backend.access(to: "send-message", of: phone.id).access.answer == .allowed)

    // The client never reports the end of discovery, so the backend does.
    let snapshot: CustomerSnapshot = try await backend.send(
      .milestone("discovery-complete"), for: phone.id)
    #expect(snapshot.membership.phase == .blocked)
    let denied = try await backend.access(to: "send-message", of: phone.id)
    #expect(denied.access.answer == .denied)
    #expect(denied.access.paywall == "after-discovery")
    let membership: MembershipSummary = try await backend.send(.membership, for: phone.id)
    #expect(membership == snapshot.membership)
    #expect(try await phone.membership() == membership)

    try await phone.buy("coach.premium.monthly")
    let trial = try await backend.access(to: "send-message", of: phone.id)
    #expect(trial.access.limit == Limit(limit: 100, used: 0, scope: .trial))
    #expect(trial.customer == phone.id)
    #expect(trial.nextChange == server.now.advanced(by: .days(1)))
    #expect(try await phone.membership().nextChange == trial.nextChange)
    #expect(trial.serverTime == server.now)
    // The customer's own token gets the same answer.
    let own: AccessResponse = try await server.send(.access("send-message"), token: phone.token)
    #expect(own == trial)
  }

  @Test("EX-12 a use by the backend counts once, and repeats its first answer byte for byte")
  func uses() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "phone")
    let backend = try await TestBackend(server)
    try await phone.reach("discovery-complete")
    let use = Endpoint.use("send-message")
    let denied = try await backend.exchange(use, for: phone.id, idempotencyKey: "m1")
    #expect(denied.status == 403)
    #expect(denied.body.contains(#""paywall":"after-discovery""#))
    try await phone.buy("coach.premium.monthly")

    let first = try await backend.exchange(use, for: phone.id, idempotencyKey: "m1")
    #expect(first.status == 200)
    #expect(first.headers["Idempotency-Replayed"] == nil)
    server.advance(Period(1, .hour))
    let again = try await backend.exchange(use, for: phone.id, idempotencyKey: "m1")
    #expect(again.body == first.body)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    // The client may use the same key: whichever request arrives first, it counts as one use.
    let byClient = try await server.exchange(use, token: phone.token, key: "m1")
    #expect(byClient.body == first.body)
    #expect(
      try await backend.access(to: "send-message", of: phone.id).access.limit
        == Limit(limit: 100, used: 1, scope: .trial))
    let missing = try await backend.exchange(use, for: phone.id)
    #expect(missing.body.contains(#""code":"missing_idempotency_key""#))
  }

  @Test("EX-12 a backend releases an item that a feature holds")
  func items() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    let backend = try await TestBackend(server)
    try await phone.use("add-plant", key: "k", item: "fern")
    let used = try await backend.access(to: "add-plant", of: phone.id).access.limit?.used
    let released: UseResponse = try await backend.send(
      .release("add-plant"), for: phone.id, json: ReleaseRequest(item: "fern"))
    #expect(used == 1)
    #expect(released.access.limit?.used == 0)
  }

  @Test("EX-12 a merged customer stands for the one it became part of")
  func merged() async throws {
    let server = try await TestServer("techniq")
    let backend = try await TestBackend(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    var phone = try await server.phone(device: "phone")
    let anonymous = phone.id
    let use = Endpoint.use("custom-drill")
    let first = try await backend.exchange(use, for: anonymous, idempotencyKey: "k")
    try await phone.signIn("ada@example.com")
    #expect(phone.id != anonymous)
    let again = try await backend.exchange(use, for: anonymous, idempotencyKey: "k")
    #expect(again.body == first.body)
    let access = try await backend.access(to: "custom-drill", of: anonymous)
    #expect(access.customer == account.id)
    #expect(access == (try await backend.access(to: "custom-drill", of: account.id)))
  }

  @Test("EX-12 a deleted customer is unknown to the backend, and so is one merged into it")
  func deleted() async throws {
    let server = try await TestServer("techniq")
    let backend = try await TestBackend(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    var phone = try await server.phone(device: "phone")
    let anonymous = phone.id
    try await phone.signIn("ada@example.com")
    _ = try await backend.access(to: "custom-drill", of: anonymous)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: account.token)
    for customer in [account.id, anonymous] {
      for endpoint in Endpoint.ownBackend {
        let exchange = try await backend.exchange(endpoint, for: customer, idempotencyKey: "k")
        #expect(exchange.status == 404)
        #expect(exchange.body.contains(#""code":"unknown_customer""#))
      }
    }
    #expect(try await server.entries().isEmpty)
  }

  @Test(
    "EX-12 the customer of an event about an unposted purchase refers to the customer who posts it")
  func unposted() async throws {
    let server = try await TestServer("coach-paid")
    let backend = try await TestBackend(server)
    let phone = try await server.phone(device: "phone")
    try await phone.reach("discovery-complete")
    let transaction = try phone.purchase("coach.premium.monthly")
    try await server.deliverNotifications()
    let event = Customer.ID("store:sandbox:\(transaction.payload.originalTransactionId)")
    #expect(try await backend.exchange(.membership, for: event).status == 404)
    try await phone.post(transaction)
    let access = try await backend.access(to: "send-message", of: event)
    #expect(access.customer == phone.id)
  }

  @Test("EX-12 the user's id at the app's own issuer names the customer")
  func users() async throws {
    let identity = try await IdentityServer()
    let server = identity.server
    let backend = try await TestBackend(server)
    func token(_ issuer: String, _ audience: String, _ user: String) throws -> String {
      try identity.issuer.token([
        "iss": issuer, "aud": audience, "sub": user, "iat": identity.now,
        "exp": identity.now + 600, "role": "authenticated",
      ])
    }
    let supabase = ("https://abcdefgh.supabase.co/auth/v1", "authenticated")
    let firebase = ("https://securetoken.google.com/strikelab-1", "strikelab-1")
    let ada = try await identity.signIn(try token(supabase.0, supabase.1, "user/ä 1"))
    let access = try await backend.access(to: "track-progress", of: "user:user/ä 1")
    #expect(access.customer == ada.snapshot.id)

    for name in ["user:nobody", "user:", "nobody", "user:\(ada.snapshot.id)", "store:1"] {
      let unknown = try await backend.exchange(.membership, for: Customer.ID(name))
      #expect(unknown.status == 404)
      #expect(unknown.body.contains(#""code":"unknown_customer""#))
    }
    // Somebody else has the same id at another issuer: neither is guessed.
    try await identity.signIn(try token(firebase.0, firebase.1, "user/ä 1"))
    let ambiguous = try await backend.exchange(.membership, for: "user:user/ä 1")
    #expect(ambiguous.status == 409)
    #expect(ambiguous.body.contains(#""code":"ambiguous_user""#))
    #expect(
      try await backend.access(to: "track-progress", of: ada.snapshot.id).customer
        == ada.snapshot.id)
  }
}

extension Endpoint {
  /// The endpoints that an app's own backend may call for a customer, with placeholders in braces for names.
  static let ownBackend = templates.filter { $0.callers == .customersAndBackend }
}

/// An app's own backend with a secret key.
struct TestBackend: Sendable {
  let server: TestServer
  let key: String

  init(_ server: TestServer) async throws {
    self.server = server
    key = try await server.service.secretKeys.create(named: "backend", in: server.app).text
  }

  func exchange(
    _ endpoint: Endpoint, for customer: Customer.ID, idempotencyKey: String? = nil,
    body: String? = nil
  ) async throws -> Exchange {
    try await server.exchange(
      .forCustomer(customer, endpoint), token: key, key: idempotencyKey, body: body)
  }

  func send<Response: Decodable>(
    _ endpoint: Endpoint, for customer: Customer.ID, idempotencyKey: String? = nil,
    json: (any Encodable)? = nil
  ) async throws -> Response {
    try await server.send(
      .forCustomer(customer, endpoint), token: key, key: idempotencyKey, json: json)
  }

  func access(
    to feature: Feature.ID, of customer: Customer.ID
  ) async throws -> AccessResponse {
    try await send(.access(feature), for: customer)
  }
}

import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("A customer reads only their own data")
struct OwnDataTests {
  @Test("CP-8 Pain 23: another customer's token gets 403, whether or not there is such a customer")
  func another() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await server.phone()
    let eve = try await server.phone()
    try await ada.reach("discovery-complete")
    try await ada.buy("coach.premium.monthly")
    let own: CustomerSnapshot = try await server.send(.customer(ada.id), token: ada.token)
    #expect(own.membership.phase == .trial)
    let refused = try await server.exchange(.customer(ada.id), token: eve.token)
    #expect(
      "\(refused)" == """
        403 application/problem+json
        {
          "code": "another_customer",
          "detail": "A customer reads only their own data.",
          "isRetryable": false,
          "status": 403,
          "title": "Another customer",
          "type": "urn:tollgate:problem:another_customer"
        }
        """)
    let nobody = try await server.exchange(.customer("nobody"), token: eve.token)
    #expect("\(nobody)" == "\(refused)")
  }

  /// Every endpoint that concerns a customer.
  static let personal: [Endpoint] = [
    .me, .customer("customer-1"), .membership, .milestone("discovery-complete"),
    .access("send-message"), .use("send-message"), .reserve("send-message"),
    .releaseReservation("send-message", "key"), .release("send-message"),
    .heldItems("send-message"), .transactions, .restore, .device, .dismissal("any"),
    .paywallShown("after-discovery"), .paywallClosed("after-discovery"), .nudgeDelivered("any"),
    .session, .signOut, .profile, .makeProfile, .restorePreview, .promotionalOffer, .fullPrice,
    .deleteCustomer,
  ]

  @Test("CP-8 without a valid token nothing is returned or recorded", arguments: personal)
  func tokens(endpoint: Endpoint) async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let parts = phone.token.split(separator: ".").map(String.init)
    let forged = Data(#"{"sub":"customer-1","app":"coach-paid","iss":"tollgate"}"#.utf8)
      .base64EncodedString().replacing("=", with: "")
    let bad: [(String?, String)] = [
      (nil, "missing_token"), ("nonsense", "invalid_token"),
      ([parts[0], forged, parts[2]].joined(separator: "."), "invalid_token"),
      (String(phone.token.dropLast()), "invalid_token"),
      (parts[0] + "." + parts[1] + ".", "invalid_token"),
    ]
    for (token, code) in bad {
      let exchange = try await server.exchange(endpoint, token: token, key: "key", body: "{}")
      #expect(exchange.status == 401)
      #expect(exchange.headers["WWW-Authenticate"] == "Bearer")
      #expect(exchange.body.contains("\"code\":\"\(code)\""))
    }
    #expect(try await server.entries().isEmpty)
  }

  @Test("CP-8 a token of another app, or of another server's key, is invalid here")
  func otherApp() async throws {
    let coach = try await TestServer("coach-paid")
    let other = try await TestServer("coach-free")
    let token = try await other.phone().token
    let exchange = try await coach.exchange(.membership, token: token)
    #expect(exchange.status == 401)
    #expect(exchange.body.contains(#""code":"invalid_token""#))
  }

  @Test("CP-8 only the server writes the trial: a client cannot state facts")
  func factsAreTheServers() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let claimed = #"{"kind":"trialStarted","trial":"trial","at":0,"device":"phone"}"#
    for endpoint in Self.personal
    where endpoint.method == .post && ![.session, .signOut].contains(endpoint) {
      _ = try await server.exchange(endpoint, token: phone.token, key: "key", body: claimed)
    }
    #expect(try await phone.membership().trial == nil)
    #expect(try await server.entries().allSatisfy { $0.fact.kind != .trialStarted })
  }
}

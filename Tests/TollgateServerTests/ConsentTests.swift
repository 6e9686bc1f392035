import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("A parent's consent, and a declared age")
struct ConsentTests {
  /// A server that closes a free feature to children, and to those whose parent withdrew consent.
  private static func server() async throws -> TestServer {
    try await TestServer("techniq") {
      $0.features =
        $0.features.filter { $0.id != "video-picks" } + [
          Feature(
            id: "video-picks",
            rules: [
              Feature.Rule(
                when: Condition(audience: Audience(consents: [.withdrawn])), allowance: .denied),
              Feature.Rule(
                when: Condition(audience: Audience(ageRange: AgeRangeTest(lessThan: 13))),
                allowance: .denied),
              Feature.Rule(allowance: .unlimited),
            ])
        ]
    }
  }

  private static func download(of account: AccountID, from server: TestServer) throws -> String {
    try server.store.chain.sign(
      server.store.appTransaction(of: account, version: "1", downloaded: server.now))
  }

  /// A new installation, which sends the store account's download when it creates its customer.
  private static func install(on server: TestServer) async throws -> TestPhone {
    let account: AccountID = "apple-id"
    let session: SessionResponse = try await server.send(
      .createCustomer,
      json: CreateCustomerRequest(
        device: "phone", signedAppTransaction: try download(of: account, from: server)))
    return TestPhone(server: server, session, device: "phone", account: account)
  }

  private static func isAllowed(_ phone: TestPhone) async throws -> Bool {
    try await phone.membership().features["video-picks"]?.answer == .allowed
  }

  private static func report(_ body: String, _ phone: TestPhone) async throws -> Exchange {
    try await phone.server.exchange(.setAttributes, token: phone.token, body: body)
  }

  @Test(
    "RA-19 the store's notification closes what a rule closes and is an event, until the backend reports that a parent consents again"
  )
  func withdrawn() async throws {
    let server = try await Self.server()
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    let phone = try await Self.install(on: server)
    #expect(try await Self.isAllowed(phone))
    server.advance(Period(1, .day))
    server.store.rescindConsent(of: phone.account)
    #expect(try await server.deliverNotifications() == [.recorded])
    #expect(try await Self.isAllowed(phone) == false)
    #expect(try await phone.snapshot().facts.consent == .withdrawn)
    #expect(try await server.deliverNotifications() == [.duplicate])
    server.advance(Period(1, .day))
    let backend = try await TestBackend(server)
    let given = AttributesRequest([:], consent: .given)
    let change: ChangeResponse = try await backend.send(
      .setAttributes, for: phone.id, json: given)
    #expect(
      change.facts.map(\.sentence) == [
        "A parent or guardian consented to the use of the app again."
      ])
    #expect(try await Self.isAllowed(phone))
    let again: ChangeResponse = try await backend.send(.setAttributes, for: phone.id, json: given)
    #expect(again.facts == [])
    await server.deliver(job)
    let events = receiver.events.filter { $0.type.hasPrefix("consent.") }
    #expect(events.map(\.type) == ["consent.withdrawn", "consent.given"])
    #expect(Set(events.map(\.customer)) == [phone.id.rawValue])
  }

  @Test("RA-19 a withdrawal that arrives after consent was renewed changes nothing")
  func late() async throws {
    let server = try await Self.server()
    let phone = try await Self.install(on: server)
    server.store.rescindConsent(of: phone.account)
    server.advance(Period(1, .hour))
    let backend = try await TestBackend(server)
    let _: ChangeResponse = try await backend.send(
      .setAttributes, for: phone.id, json: AttributesRequest([:], consent: .given))
    #expect(try await server.deliverNotifications() == [.recorded])
    #expect(try await Self.isAllowed(phone))
  }

  @Test("RA-19 a withdrawal for a copy of the app that no customer has is acknowledged")
  func nobody() async throws {
    let server = try await Self.server()
    let phone = try await Self.install(on: server)
    server.store.rescindConsent(of: "stranger")
    #expect(try await server.deliverNotifications() == [.nothingToRecord])
    #expect(try await Self.isAllowed(phone))
  }

  @Test("RA-19 an account whose device sends its copy of the app later is found by it")
  func account() async throws {
    let server = try await Self.server()
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    let _: ChangeResponse = try await server.send(
      .setAttributes, token: phone.token,
      json: AttributesRequest(
        [:], signedAppTransaction: try Self.download(of: phone.account, from: server)))
    server.advance(Period(1, .hour))
    server.store.rescindConsent(of: phone.account)
    #expect(try await server.deliverNotifications() == [.recorded])
    #expect(try await Self.isAllowed(phone) == false)
  }

  @Test("RA-19 no device reports a parent's consent, whatever it sends")
  func forged() async throws {
    let server = try await Self.server()
    let phone = try await Self.install(on: server)
    server.store.rescindConsent(of: phone.account)
    try await server.deliverNotifications()
    for body in [
      #"{"consent":"given"}"#, #"{"attributes":{"consent":"given"}}"#,
      #"{"device":{"consent":"given"}}"#,
    ] {
      let exchange = try await Self.report(body, phone)
      #expect(exchange.status == 422 || exchange.status == 404, "\(exchange.body)")
    }
    #expect(try await Self.isAllowed(phone) == false)
  }

  @Test(
    "RA-19 a declared age is recorded as the device reports it, is an event, and can be declined")
  func age() async throws {
    let server = try await Self.server()
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    let phone = try await Self.install(on: server)
    let child = try await Self.report(
      #"{"device":{"ageRange":"-12 guardianDeclared","regulatoryFeature":"none"}}"#, phone)
    #expect(
      child.body.contains(
        #""attribute":"ageRange","kind":"attribute","setBy":"device","value":"-12 guardianDeclared""#
      ), "\(child.body)")
    // No condition tests what the law requires, so it is not recorded.
    #expect(!child.body.contains("regulatoryFeature"))
    #expect(try await Self.isAllowed(phone) == false)
    server.advance(Period(1, .hour))
    _ = try await Self.report(#"{"device":{"ageRange":"declined"}}"#, phone)
    #expect(try await Self.isAllowed(phone))
    await server.deliver(job)
    let events = receiver.events.filter { $0.type == "age.declared" }
    try #require(events.count == 2)
    #expect(
      events[0].body.contains(#""ageRange":{"declaration":"guardianDeclared","upper":12}"#),
      "\(events[0].body)")
    #expect(!events[1].body.contains("ageRange"))
    let facts = try await phone.snapshot().facts
    #expect(
      facts.attributeChanges.map { Fact.attribute($0).sentence } == [
        "The person declined to share an age with the app."
      ])
  }

  @Test(
    "RA-19 the customer's page has a sentence for each, and names the rule that consent decides")
  func page() async throws {
    let server = try await Self.server()
    let phone = try await Self.install(on: server)
    _ = try await Self.report(#"{"device":{"ageRange":"13-15 guardianDeclared"}}"#, phone)
    server.store.rescindConsent(of: phone.account)
    try await server.deliverNotifications()
    let ada = try await AdminBrowser(server, .support)
    let page = try await ada.get("/customers/\(phone.id)").text
    for text in [
      "Consent A parent or guardian withdrew consent to the use of the app.",
      "Age The device reported an age from 13 to 15, stated as guardianDeclared.",
      "a parent's consent was withdrawn",
    ] {
      #expect(page.contains(text), "\(page)")
    }
  }

  @Test(
    "RA-19 an invalid age range is refused",
    arguments: ["12", "15-13", "13-15 somebody", "", "-"])
  func invalid(range: String) async throws {
    let server = try await Self.server()
    let phone = try await Self.install(on: server)
    let exchange = try await Self.report(#"{"device":{"ageRange":"\#(range)"}}"#, phone)
    #expect(exchange.body.contains(#""code":"invalid_value""#), "\(exchange.body)")
  }
}

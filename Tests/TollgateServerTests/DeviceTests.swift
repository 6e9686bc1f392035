import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("A trial by signing up waits for a device")
struct DeviceTests {
  /// An account that was created without naming a device.
  private static func account(_ server: TestServer, _ email: String) async throws -> TestPhone {
    var phone = try await server.phone()
    try await phone.signUp(email)
    return phone
  }

  /// The ways in which a device is named later.
  enum Naming: String, CaseIterable, Sendable {
    case report, nudge, signIn, merge
  }

  @Test(
    "CP-10 a sign-up that names no device creates the account, and the trial starts when one is named",
    arguments: Naming.allCases)
  func waits(naming: Naming) async throws {
    let server = try await TestServer("coach-free")
    let phone = try await Self.account(server, "ada@example.com")
    #expect(try await phone.phase() == .blocked)
    #expect(try await phone.snapshot().account != nil)
    server.advance(Period(2, .day))
    #expect(try await phone.phase() == .blocked)
    try await name("laptop", of: phone, "ada@example.com", by: naming)
    let trial = try #require(try await phone.membership().trial)
    #expect(trial.isActive)
    #expect(trial.activatedAt == server.now)

    let second = try await Self.account(server, "bob@example.com")
    try await name("laptop", of: second, "bob@example.com", by: naming)
    #expect(try await second.phase() == .trialExpired)
    #expect(try await second.membership().trial?.activatedAt == nil)
  }

  private func name(
    _ device: Device.ID, of phone: TestPhone, _ email: String, by naming: Naming
  ) async throws {
    switch naming {
    case .report:
      let change: ChangeResponse = try await phone.server.send(
        .device, token: phone.token, json: DeviceRequest(device: device))
      #expect(change.facts.map(\.kind).prefix(1) == [.device])
    case .nudge:
      let _: ChangeResponse = try await phone.server.send(
        .nudgeDelivered(try #require(phone.server.blueprint.definition.nudges.first).id),
        token: phone.token,
        json: NudgeDeliveredRequest(occurrence: phone.server.now, device: device))
    case .signIn:
      let _: SessionResponse = try await phone.server.send(
        .signIn,
        json: CredentialsRequest(email: email, password: "correct horse", device: device))
    case .merge:
      // Another person's device would be known by its claim; this one was only ever anonymous.
      let anonymous = try await phone.server.phone(device: device)
      let _: SessionResponse = try await phone.server.send(
        .signIn, token: anonymous.token,
        json: CredentialsRequest(email: email, password: "correct horse"))
    }
  }

  @Test("CP-10 many accounts without a device have no trial among them")
  func noTrialsForTheAsking() async throws {
    let server = try await TestServer("coach-free")
    for number in 1...5 {
      let phone = try await Self.account(server, "person-\(number)@example.com")
      #expect(try await phone.phase() == .blocked)
      #expect(try await phone.refusal(of: "send-message", key: "one") != nil)
    }
  }

  @Test("a device has 1 to 128 characters")
  func names() async throws {
    let server = try await TestServer("coach-free")
    let phone = try await server.phone()
    for device in ["", String(repeating: "d", count: 129)] {
      await #expect(throws: Problem.self) {
        let _: ChangeResponse = try await server.send(
          .device, token: phone.token, json: DeviceRequest(device: Device.ID(device)))
      }
    }
  }
}

@Suite("Reports of paywalls and nudges")
struct ReportTests {
  private static func shown(
    _ phone: TestPhone, key: String, feature: Feature.ID? = nil, placement: Placement.ID? = nil
  ) async throws -> ChangeResponse {
    try await phone.server.send(
      .paywallShown("after-discovery"), token: phone.token, key: key,
      json: PaywallReportRequest(feature: feature, placement: placement))
  }

  @Test("each showing of a paywall counts, by what led to it, and a repeated report once")
  func paywalls() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let first = try await Self.shown(phone, key: "1", placement: "chat")
    server.advance(Period(1, .hour))
    #expect(try await Self.shown(phone, key: "1", placement: "chat") == first)
    _ = try await Self.shown(phone, key: "2", placement: "chat")
    _ = try await Self.shown(phone, key: "3", feature: "send-message")
    let closed = try await server.exchange(
      .paywallClosed("after-discovery"), token: phone.token, key: "4")
    #expect(closed.status == 200)
    let customer = try await phone.snapshot().facts
    #expect(customer.count(of: .shown, on: "after-discovery") == 3)
    #expect(customer.count(of: .shown, on: "after-discovery", placement: "chat") == 2)
    #expect(customer.count(of: .shown, on: "after-discovery", feature: "send-message") == 1)
    #expect(customer.count(of: .closed, on: "after-discovery") == 1)
  }

  @Test("a report with an unknown name, or without a key, is refused")
  func refused() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    for (body, code, message) in [
      (#"{"feature":"fly"}"#, "unknown_feature", "The blueprint has no feature `fly`."),
      (#"{"placement":"moon"}"#, "unknown_placement", "The blueprint has no placement `moon`."),
    ] {
      let answer = try await server.exchange(
        .paywallShown("after-discovery"), token: phone.token, key: "k", body: body)
      #expect(answer.status == 404)
      #expect(answer.body.contains(code))
      #expect(answer.body.contains(message))
    }
    let unknown = try await server.exchange(.paywallShown("nope"), token: phone.token, key: "k")
    #expect(unknown.body.contains("unknown_paywall"))
    #expect(unknown.body.contains("The blueprint has no paywall `nope`."))
    let keyless = try await server.exchange(.paywallShown("after-discovery"), token: phone.token)
    #expect(keyless.body.contains("missing_idempotency_key"))
    _ = try await Self.shown(phone, key: "k")
    let reused = try await server.exchange(
      .paywallClosed("after-discovery"), token: phone.token, key: "k")
    #expect(reused.body.contains("idempotency_key_reused"))
  }

  @Test("CF-3 a nudge is delivered once for each occurrence")
  func nudges() async throws {
    let server = try await TestServer("coach-free")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    let planned = try #require(try await phone.membership().nudges.first)
    let occurrence = try await server.exchange(.membership, token: phone.token).body
    #expect(occurrence.contains("\"occurrence\":\(planned.occurrence.milliseconds)"))
    server.advance(Period(6, .day))
    for expected in [1, 0] {
      let change: ChangeResponse = try await server.send(
        .nudgeDelivered(planned.id), token: phone.token,
        json: NudgeDeliveredRequest(occurrence: planned.occurrence, device: "phone"))
      #expect(change.facts.count == expected)
    }
    #expect(try await phone.membership().nudges.isEmpty)
    let missing = try await server.exchange(
      .nudgeDelivered(planned.id), token: phone.token, body: "{}")
    #expect(missing.status == 400)
    #expect(missing.body.contains("`occurrence` is missing."))
  }
}

import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Grants by operators")
struct GrantTests {
  /// A customer whose messages are denied, as is every lapsed customer's.
  private static func blocked() async throws -> (TestServer, TestPhone, TestOperator, String) {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    try await phone.reach("discovery-complete")
    return (
      server, phone, try await TestOperator(server), "/operator/customers/\(phone.id)/grants"
    )
  }

  private static func answers(_ phone: TestPhone) async throws -> AccessSummary.Answer? {
    try await phone.membership().features["send-message"]?.answer
  }

  @Test(
    "a grant gives its entitlement until it ends, an extension continues it, a revocation ends it")
  func life() async throws {
    let (server, phone, support, grants) = try await Self.blocked()
    let start = server.now
    #expect(try await Self.answers(phone) == .denied)
    let granted: GrantResponse = try await support.send(
      grants, key: "k1", #"{"entitlement":"premium","lasts":"P7D","reason":"An outage"}"#)
    #expect(granted.startsAt == start)
    #expect(granted.endsAt == start.adding(Period(7, .day)))
    #expect(granted.customer == phone.id)
    #expect(
      granted.notes == [
        GrantNoteSummary(
          GrantNote(action: .granted, at: start, by: support.publicPart, reason: "An outage"))
      ])
    #expect(try await Self.answers(phone) == .allowed)

    let extended: GrantResponse = try await support.send(
      "\(grants)/\(granted.id)/extensions", key: "k2", #"{"lasts":"P7D","reason":"Still down"}"#)
    #expect(extended.startsAt == granted.endsAt)
    #expect(extended.endsAt == start.adding(Period(14, .day)))
    server.advance(Period(10, .day))
    #expect(try await Self.answers(phone) == .allowed)

    let other = try await TestOperator(server, .owner)
    for (revoker, reason) in [(other, "Enough"), (support, "Twice")] {
      let revoked: GrantResponse = try await revoker.send(
        "\(grants)/\(extended.id)/revocation", #"{"reason":"\#(reason)"}"#)
      #expect(revoked.revokedAt == server.now)
      #expect(revoked.notes.map(\.reason) == ["Still down", "Enough"])
      #expect(revoked.notes.last?.by == other.publicPart)
    }
    #expect(try await Self.answers(phone) == .denied)

    // A grant that has ended is continued from now on.
    let again: GrantResponse = try await support.send(
      "\(grants)/\(granted.id)/extensions", key: "k3",
      #"{"until":\#(server.now.adding(Period(1, .day)).milliseconds),"reason":"Sorry"}"#)
    #expect(again.startsAt == server.now)
    server.advance(Period(1, .day))
    #expect(try await Self.answers(phone) == .denied)

    let life: CustomerLife = try await support.read("/operator/customers/\(phone.id)")
    #expect(
      life.facts.flatMap(\.notes).map(\.reason) == ["An outage", "Still down", "Enough", "Sorry"])
    let reason: FeatureReason = try await support.read(
      "/operator/customers/\(phone.id)/why/send-message?at=\(start.milliseconds)")
    #expect(reason.rule?.number == 3)
    #expect(reason.because.flatMap(\.notes).map(\.reason) == ["An outage"])
  }

  @Test(
    "EX-13 a preview says what a grant, its extension and its revocation would do, and writes nothing"
  )
  func previews() async throws {
    let (server, phone, support, grants) = try await Self.blocked()
    let granted: GrantResponse = try await support.send(
      grants, key: "k1", #"{"entitlement":"premium","lasts":"P7D","reason":"An outage"}"#)
    server.advance(Period(8, .day))
    let count = try await server.entries().count
    let grant: CustomerChangeResponse = try await support.send(
      grants, key: "k2",
      #"{"entitlement":"premium","lasts":"P7D","reason":"An outage","isPreview":true}"#)
    #expect(grant.isPreview)
    #expect(grant.serverTime == server.now)
    #expect(grant.customers.map(\.customer) == [phone.id])
    #expect(grant.customers.map(\.before.entitlements) == [[]])
    #expect(grant.customers.map(\.after.entitlements) == [["premium"]])
    #expect(grant.customers.map(\.after.nextChange) == [server.now.adding(Period(7, .day))])
    let extended: CustomerChangeResponse = try await support.send(
      "\(grants)/\(granted.id)/extensions", key: "k2",
      #"{"lasts":"P1D","reason":"Still down","isPreview":true}"#)
    #expect(extended.customers.map(\.after.nextChange) == [server.now.adding(Period(1, .day))])
    #expect(try await server.entries().count == count)
    #expect(try await Self.answers(phone) == .denied)

    // The key of the previews was not used.
    let again: GrantResponse = try await support.send(
      grants, key: "k2", #"{"entitlement":"premium","reason":"An outage"}"#)
    let revoked: CustomerChangeResponse = try await support.send(
      "\(grants)/\(again.id)/revocation", #"{"reason":"Enough","isPreview":true}"#)
    #expect(revoked.customers.map(\.before.entitlements) == [["premium"]])
    #expect(revoked.customers.map(\.after.entitlements) == [[]])
    #expect(try await phone.membership().entitlements == ["premium"])
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(customer: phone.id), in: server.app)
    #expect(audit.count == 2)
    let refused = try await support.exchange(
      grants, .post, key: "k3",
      body: #"{"entitlement":"gold","reason":"A gift","isPreview":true}"#)
    #expect(refused.code == .unknownEntitlement)
  }

  @Test("a repeated request grants once, and gets the first answer byte for byte")
  func repeated() async throws {
    let (server, phone, support, grants) = try await Self.blocked()
    let body = #"{"entitlement":"premium","reason":"A gift"}"#
    let first = try await support.exchange(grants, .post, key: "k", body: body)
    server.advance(Period(1, .hour))
    let again = try await support.exchange(grants, .post, key: "k", body: body)
    #expect(again.status == 200)
    #expect(again.body == first.body)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    #expect(try await server.entries().filter { $0.fact.kind == .grant }.count == 1)
    let membership = try await phone.membership()
    #expect(membership.entitlements == ["premium"])
    #expect(membership.nextChange == nil)
  }

  @Test("the key of a grant or an extension cannot name another end")
  func otherEnd() async throws {
    let (server, _, support, grants) = try await Self.blocked()
    let body = #"{"entitlement":"premium","lasts":"P1M","reason":"A gift"}"#
    let granted: GrantResponse = try await support.send(grants, key: "a", body)
    let extensions = "\(grants)/\(granted.id)/extensions"
    let more = #"{"lasts":"P1D","reason":"A gift"}"#
    let extended: GrantResponse = try await support.send(extensions, key: "b", more)
    server.advance(Period(1, .day))
    for (path, key, body) in [
      (grants, "a", body.replacing("P1M", with: "P2M")),
      (extensions, "b", more.replacing("P1D", with: "P2D")),
    ] {
      let refused = try await support.exchange(path, .post, key: key, body: body)
      #expect(refused.code == .idempotencyKeyReused)
    }
    let again: GrantResponse = try await support.send(grants, key: "a", body)
    #expect(again == granted)
    let sameEnd = #"{"until":\#(try #require(extended.endsAt).milliseconds),"reason":"A gift"}"#
    let until: GrantResponse = try await support.send(extensions, key: "b", sameEnd)
    #expect(until == extended)
    #expect(try await server.entries().filter { $0.fact.kind == .grant }.count == 2)
  }

  @Test("devices do not receive what operators write, and an export has the reasons")
  func privacy() async throws {
    let (server, phone, support, grants) = try await Self.blocked()
    let _: GrantResponse = try await support.send(
      grants, key: "k", #"{"entitlement":"premium","reason":"A gift"}"#)
    let snapshot = try await server.exchange(.me, token: phone.token)
    #expect(snapshot.body.contains("\"grant\""))
    #expect(!snapshot.body.contains("A gift"))
    #expect(!snapshot.body.contains(support.publicPart))
    let export: CustomerExport = try await server.send(.export, token: phone.token)
    #expect(export.notes?.map(\.reason) == ["A gift"])
    #expect(export.notes?.map(\.action) == [.granted])
  }

  @Test("a grant for a merged customer goes to the one they became part of")
  func merged() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    var phone = try await server.phone(device: "phone")
    let anonymous = phone.id
    try await phone.signIn("ada@example.com")
    let entitlement = try #require(server.blueprint.definition.entitlements.first)
    let granted: GrantResponse = try await support.send(
      "/operator/customers/\(anonymous)/grants", key: "k",
      #"{"entitlement":"\#(entitlement)","reason":"A gift"}"#)
    #expect(granted.customer == account.id)
    #expect(try await account.membership().entitlements.contains(entitlement))
  }

  @Test("a wrong request grants nothing, and says why")
  func wrong() async throws {
    let (server, _, support, grants) = try await Self.blocked()
    let granted: GrantResponse = try await support.send(
      grants, key: "ever", #"{"entitlement":"premium","reason":"A gift"}"#)
    let known = "\(grants)/\(granted.id)"
    let past = server.now.milliseconds
    let cases: [(path: String, key: String?, body: String, ProblemCode)] = [
      ("/operator/customers/nobody/grants", nil, "{", .unknownCustomer),
      (grants, nil, "{", .missingIdempotencyKey),
      (grants, "k", "{", .invalidJSON),
      (grants, "k", #"{"entitlement":"premium"}"#, .invalidJSON),
      (grants, "k", #"{"entitlement":"premium","reason":"no"}"#, .invalidValue),
      (grants, "k", #"{"entitlement":"premium","reason":"    "}"#, .invalidValue),
      (
        grants, "k",
        #"{"entitlement":"premium","reason":"\#(String(repeating: "x", count: 501))"}"#,
        .invalidValue
      ),
      (grants, "k", #"{"entitlement":"gold","reason":"A gift"}"#, .unknownEntitlement),
      (
        grants, "k", #"{"entitlement":"premium","reason":"A gift","until":\#(past)}"#, .invalidValue
      ),
      (
        grants, "k",
        #"{"entitlement":"premium","reason":"A gift","lasts":"P1D","until":\#(past + 1)}"#,
        .invalidValue
      ),
      (grants, "k", #"{"entitlement":"premium","reason":"A gift","lasts":"P101Y"}"#, .invalidValue),
      (
        grants, "k",
        #"{"entitlement":"premium","reason":"A gift","until":\#(past + 3_200_000_000_000)}"#,
        .invalidValue
      ),
      (
        grants, "ever", #"{"entitlement":"premium","reason":"A gift","lasts":"P1D"}"#,
        .idempotencyKeyReused
      ),
      ("\(grants)/none/extensions", "k", #"{"lasts":"P1D","reason":"A gift"}"#, .unknownGrant),
      ("\(known)/extensions", "k", #"{"lasts":"P1D","reason":"A gift"}"#, .invalidValue),
      ("\(known)/extensions", "ever", #"{"lasts":"P1D","reason":"A gift"}"#, .idempotencyKeyReused),
      ("\(grants)/none/revocation", nil, #"{"reason":"A gift"}"#, .unknownGrant),
      ("\(known)/revocation", nil, #"{"reason":""}"#, .invalidValue),
    ]
    for (path, key, body, code) in cases {
      let exchange = try await support.exchange(path, .post, key: key, body: body)
      #expect(exchange.code == code, "\(path) \(body)")
      #expect(exchange.status == code.status)
    }
    #expect(try await server.entries().filter { $0.fact.kind == .grant }.count == 1)
  }
}

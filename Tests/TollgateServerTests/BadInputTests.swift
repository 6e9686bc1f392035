import AppStoreSimulator
import HTTPTypes
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Bad input is refused with its code, and nothing is recorded")
struct BadInputTests {
  /// A way to corrupt signed data.
  enum Spoilt: String, CaseIterable, Sendable {
    case forged, truncated, resigned, wrongApp, wrongEnvironment, expiredChain, otherAlgorithm
    case twoCertificates, noSignature, unreadable

    var code: ProblemCode {
      switch self {
      case .forged: .signedDataInvalidSignature
      case .truncated: .signedDataInvalidSignature
      case .resigned: .signedDataUntrusted
      case .wrongApp: .signedDataWrongApp
      case .wrongEnvironment: .signedDataWrongEnvironment
      case .expiredChain: .signedDataExpiredChain
      case .otherAlgorithm: .signedDataUnsupportedAlgorithm
      case .twoCertificates: .signedDataWrongChainLength
      case .noSignature: .signedDataMalformed
      case .unreadable: .signedDataUnreadable
      }
    }
  }

  @Test("a corrupted transaction is refused", arguments: Spoilt.allCases)
  func spoiltTransaction(spoilt: Spoilt) async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    let transaction = try phone.purchase("strikelab.pro.monthly")
    let recorded = try await server.entries()
    let jws = try Forgery.spoil(transaction, spoilt)
    await #expect {
      let _: PurchaseResponse = try await server.send(
        .transactions, token: phone.token, json: TransactionRequest(signedTransaction: jws))
    } throws: {
      let problem = $0 as? Problem
      return problem?.code == spoilt.code && problem?.status == 422
        && problem?.isRetryable == false
    }
    // One bad transaction among good ones causes all of them to be refused.
    let good = try phone.purchase("strikelab.pro.monthly")
    await #expect {
      let _: PurchaseResponse = try await server.send(
        .restore, token: phone.token, json: RestoreRequest(signedTransactions: [good.jws, jws]))
    } throws: {
      ($0 as? Problem)?.code == spoilt.code
    }
    #expect(try await server.entries() == recorded)
    #expect(try await phone.phase() == .blocked)
  }

  @Test("a corrupted notification is refused", arguments: Spoilt.allCases)
  func spoiltNotification(spoilt: Spoilt) async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    _ = try phone.purchase("strikelab.pro.monthly")
    let notification = try #require(server.store.notifications().first)
    let jws = try Forgery.spoil(notification, spoilt)
    await #expect {
      try await server.deliver(jws)
    } throws: {
      ($0 as? Problem)?.code == spoilt.code
    }
    #expect(try await server.entries().isEmpty)
  }

  @Test("renewal info of another subscription is refused with its transaction")
  func renewalMismatch() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    let other = try await server.phone()
    let transaction = try phone.purchase("strikelab.pro.monthly")
    _ = try other.purchase("strikelab.pro.monthly")
    let renewal = try #require(server.store.conditions(of: other.account).first?.renewalInfo)
    await #expect {
      let _: PurchaseResponse = try await server.send(
        .transactions, token: phone.token,
        json: TransactionRequest(
          signedTransaction: transaction.jws, signedRenewalInfo: renewal.jws))
    } throws: {
      ($0 as? Problem)?.code == .renewalMismatch
    }
    #expect(try await server.entries().isEmpty)
  }

  @Test(
    "a broken body is refused with what was expected, and none of what was sent",
    arguments: [
      ("{", "The body is not JSON."),
      ("[]", "The body must be an object."),
      ("{}", "`email` is missing."),
      (#"{"email":7,"password":"secret-word"}"#, "`email` must be a string."),
      (#"{"email":null,"password":"secret-word"}"#, "`email` must be a string, not null."),
      (#"{"email":"a@example.com","password":["secret-word"]}"#, "`password` must be a string."),
      ("\u{0}\u{1}", "The body is not JSON."),
      ("", "The body is not JSON."),
    ])
  func brokenJSON(body: String, sentence: String) async throws {
    let server = try await TestServer("coach-free")
    let exchange = try await server.exchange(.signUp, body: body)
    #expect(
      "\(exchange)" == """
        400 application/problem+json
        {
          "code": "invalid_json",
          "detail": "\(sentence)",
          "isRetryable": false,
          "status": 400,
          "title": "Invalid JSON",
          "type": "urn:tollgate:problem:invalid_json"
        }
        """)
    #expect(try await server.entries().isEmpty)
  }

  @Test("the error for a value that cannot be read says what was expected")
  func expectations() async throws {
    let server = try await TestServer("coach-free")
    let phone = try await server.phone()
    let (key, _) = try await server.service.secretKeys.create(
      named: "k", scope: .owner, in: server.app)
    let rows: [(path: String, body: String, text: String)] = [
      (
        "grants", #"{"entitlement":"premium","lasts":"7 days","reason":"A gift"}"#,
        "`lasts` cannot be read: expected an ISO 8601 period of one unit, such as P3D"
      ),
      (
        "trials/coach-free/changes", #"{"action":"explode","reason":"A gift"}"#,
        "`action` cannot be read: expected `extend`, `pause`, `resume` or `reset`."
      ),
    ]
    for row in rows {
      let refused = try await server.exchange(
        .post, "/v1/apps/\(server.app)/operator/customers/\(phone.id)/\(row.path)",
        token: key, key: "k", body: row.body)
      #expect(refused.code == .invalidJSON, "\(refused)")
      #expect(refused.body.contains(row.text), "\(refused)")
    }
  }

  @Test("lengths are counted in code points, as in the schemas")
  func codePoints() async throws {
    let server = try await TestServer("coach-free")
    let phone = try await server.phone()
    let ada = try await AdminBrowser(server, .owner)
    // One character of seven code points.
    let family = "👨‍👩‍👧‍👦"
    for (reason, status) in [
      (family, 200), (String(repeating: family, count: 71), 200),
      (String(repeating: family, count: 72), 422),
    ] {
      let fields = ["change": "grant", "subject": "premium", "reason": reason]
      #expect(try await ada.post("/customers/\(phone.id)", fields).status == status)
    }
    // Two characters, and 14 code points: enough for a password, with which the account is opened again.
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com", password: family + family)
    var again = try await server.phone(device: "tablet")
    try await again.signIn("ada@example.com", password: family + family)
    #expect(again.id == account.id)
  }

  @Test("an oversized body is refused")
  func oversized() async throws {
    let server = try await TestServer("coach-free", bodyLimit: 64)
    let body = #"{"email":"a@example.com","password":"\#(String(repeating: "x", count: 100))"}"#
    let exchange = try await server.exchange(.signUp, body: body)
    #expect(
      "\(exchange)" == """
        413 application/problem+json
        {
          "code": "body_too_large",
          "detail": "A body is limited to 64 bytes.",
          "isRetryable": false,
          "status": 413,
          "title": "Body too large",
          "type": "urn:tollgate:problem:body_too_large"
        }
        """)
    #expect(try await server.entries().isEmpty)
  }

  @Test("a restore of too many transactions is refused")
  func tooMany() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    await #expect {
      let _: PurchaseResponse = try await server.send(
        .restore, token: phone.token,
        json: RestoreRequest(signedTransactions: Array(repeating: "a.b.c", count: 51)))
    } throws: {
      ($0 as? Problem)?.code == .invalidValue
    }
  }
}

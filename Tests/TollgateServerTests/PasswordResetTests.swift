import Crypto
import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Changing and resetting passwords, and ending all sessions")
struct PasswordResetTests {
  private func code(
    _ work: () async throws -> some Any
  ) async -> ProblemCode? {
    do {
      _ = try await work()
      return nil
    } catch let problem as Problem {
      return problem.code
    } catch {
      return .internalError
    }
  }

  private func signIn(
    _ server: TestServer, _ password: String
  ) async throws -> SessionResponse {
    try await server.send(
      .signIn, json: CredentialsRequest(email: "ada@example.com", password: password))
  }

  @Test("SL-1 signing out everywhere ends every session, also after a restart, and no other")
  func everywhere() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    let other = try await server.phone()
    let tablet = try await signIn(server, "correct horse")
    let _: ChangeResponse = try await server.send(.signOutEverywhere, token: phone.token)
    for server in [server, try await server.restarted()] {
      for token in [phone.token, tablet.token] {
        for endpoint in [Endpoint.me, .membership, .session] {
          let exchange = try await server.exchange(endpoint, token: token)
          #expect(exchange.status == 401 && exchange.body.contains("session_ended"))
        }
      }
      #expect(try await server.exchange(.me, token: other.token).status == 200)
    }
    // At the same instant, a new session is valid, until the sessions are ended again.
    let again = try await signIn(server, "correct horse")
    #expect(try await server.exchange(.me, token: again.token).status == 200)
    let renewed: SessionResponse = try await server.send(.session, token: again.token)
    let _: ChangeResponse = try await server.send(.signOutEverywhere, token: renewed.token)
    #expect(try await server.exchange(.me, token: again.token).status == 401)
    #expect(try await server.exchange(.me, token: renewed.token).status == 401)
  }

  @Test("a password is changed with the old one, which ends the other sessions")
  func change() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    let request = PasswordChangeRequest(oldPassword: "wrong horse", newPassword: "another horse")
    #expect(
      await code {
        let _: SessionResponse = try await server.send(
          .changePassword, token: phone.token, json: request)
      } == .wrongCredentials)
    let changed: SessionResponse = try await server.send(
      .changePassword, token: phone.token,
      json: PasswordChangeRequest(oldPassword: "correct horse", newPassword: "another horse"))
    #expect(changed.snapshot.id == phone.id)
    #expect(try await server.exchange(.me, token: phone.token).status == 401)
    #expect(try await server.exchange(.me, token: changed.token).status == 200)
    #expect(await code { try await signIn(server, "correct horse") } == .wrongCredentials)
    #expect(try await signIn(server, "another horse").snapshot.id == phone.id)
  }

  @Test("only an account with a password can change it")
  func anonymous() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    let exchange = try await server.exchange(
      .changePassword, token: phone.token,
      body: #"{"oldPassword":"correct horse","newPassword":"another horse"}"#)
    #expect(exchange.status == 403 && exchange.body.contains("account_needed"))
  }

  @Test("a mailed code sets a new password once, signs in and verifies the address")
  func reset() async throws {
    let mail = TestMail()
    let server = try await TestServer.withMail(mail)
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    let requested = try await server.exchange(
      .requestPasswordReset, body: #"{"email":"ADA@example.com","locale":"de-CH"}"#)
    #expect(
      "\(requested)" == """
        202 application/json
        {
          "serverTime": 1772442000000
        }
        """)
    await server.mailIsSent()
    let message = try #require(mail.messages.first)
    #expect(mail.messages.count == 1)
    let text = try message.member("code")
    #expect(text.wholeMatch(of: /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/) != nil)
    #expect(
      String(decoding: message.body, as: UTF8.self)
        == #"{"app":"strikelab","code":"\#(text)","email":"ada@example.com","#
        + #""expiresAt":1772443800000,"kind":"passwordReset","locale":"de-CH"}"#)
    let confirmation = PasswordResetConfirmation(
      email: "ada@example.com", code: text.lowercased().replacing("-", with: " "),
      newPassword: "another horse")
    let session: SessionResponse = try await server.send(.resetPassword, json: confirmation)
    #expect(session.snapshot.id == phone.id)
    #expect(try await server.exchange(.me, token: phone.token).status == 401)
    #expect(await code { try await signIn(server, "correct horse") } == .wrongCredentials)
    #expect(
      await code {
        let _: SessionResponse = try await server.send(.resetPassword, json: confirmation)
      } == .invalidCode)
    let export: CustomerExport = try await server.send(.export, token: session.token)
    #expect(export.emailVerifiedAt == server.now)
  }

  @Test("the hook's message is signed as Standard Webhooks describes, and sent again with its id")
  func signature() async throws {
    let mail = TestMail()
    mail.answer([500, 503])
    let server = try await TestServer.withMail(mail)
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    _ = try await server.exchange(.requestPasswordReset, body: #"{"email":"ada@example.com"}"#)
    await server.mailIsSent()
    #expect(mail.messages.count == 3)
    #expect(mail.waits == [.seconds(1), .seconds(5)])
    #expect(Set(mail.messages.compactMap { $0.headers["webhook-id"] }).count == 1)
    for message in mail.messages {
      let id = try #require(message.headers["webhook-id"])
      let time = try #require(message.headers["webhook-timestamp"])
      #expect(time == "1772442000")
      let code = HMAC<SHA256>.authenticationCode(
        for: Data("\(id).\(time).".utf8) + message.body, using: SymmetricKey(data: TestMail.secret))
      #expect(
        message.headers["webhook-signature"] == "v1,\(Data(code).base64EncodedString())")
      #expect(message.url == "https://mail.example.com/hook")
    }
  }

  @Test("an unknown address gets the same response, and no mail")
  func unknown() async throws {
    let mail = TestMail()
    let server = try await TestServer.withMail(mail)
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    let known = try await server.exchange(
      .requestPasswordReset, body: #"{"email":"ada@example.com"}"#)
    let unknown = try await server.exchange(
      .requestPasswordReset, body: #"{"email":"eve@example.com"}"#)
    #expect("\(known)" == "\(unknown)")
    await server.mailIsSent()
    #expect(try mail.messages.map { try $0.member("email") } == ["ada@example.com"])
    let guess = #","code":"0000-0000-0000","newPassword":"another horse"}"#
    let wrong = try await server.exchange(
      .resetPassword, body: #"{"email":"ada@example.com""# + guess)
    #expect(wrong.status == 401 && wrong.body.contains("invalid_code"))
    let nobody = try await server.exchange(
      .resetPassword, body: #"{"email":"eve@example.com""# + guess)
    #expect("\(wrong)" == "\(nobody)")
  }

  @Test("a code allows five wrong tries, and expires after 30 minutes")
  func limits() async throws {
    let mail = TestMail()
    let server = try await TestServer.withMail(mail)
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    _ = try await server.exchange(.requestPasswordReset, body: #"{"email":"ada@example.com"}"#)
    await server.mailIsSent()
    let first = try #require(mail.messages.first).member("code")
    for _ in 1...5 {
      #expect(try await confirm(server, "ZZZZ-ZZZZ-ZZZZ") == 401)
    }
    #expect(try await confirm(server, first) == 401)
    _ = try await server.exchange(.requestPasswordReset, body: #"{"email":"ada@example.com"}"#)
    await server.mailIsSent()
    let second = try #require(mail.messages.last).member("code")
    server.advance(Period(30, .minute))
    #expect(try await confirm(server, second) == 401)
    _ = try await server.exchange(.requestPasswordReset, body: #"{"email":"ada@example.com"}"#)
    await server.mailIsSent()
    #expect(try await confirm(server, try #require(mail.messages.last).member("code")) == 200)
  }

  private func confirm(_ server: TestServer, _ code: String) async throws -> Int {
    try await server.exchange(
      .resetPassword,
      body: #"{"email":"ada@example.com","code":"\#(code)","newPassword":"another horse"}"#
    ).status
  }

  @Test("three codes are mailed to an address within the window; without a hook none")
  func requests() async throws {
    let server = try await TestServer.withMail(TestMail())
    var statuses: [Int] = []
    for _ in 1...4 {
      statuses.append(
        try await server.exchange(.requestPasswordReset, body: #"{"email":"ada@example.com"}"#)
          .status)
    }
    #expect(statuses == [202, 202, 202, 429])
    let plain = try await TestServer("strikelab")
    let exchange = try await plain.exchange(
      .requestPasswordReset, body: #"{"email":"ada@example.com"}"#)
    #expect(exchange.status == 503 && exchange.body.contains("mail_not_configured"))
  }

  @Test("a mailed code verifies the address of the caller's account")
  func verification() async throws {
    let mail = TestMail()
    let server = try await TestServer.withMail(mail)
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    #expect(
      try await server.exchange(.requestEmailVerification, token: phone.token).status == 202)
    await server.mailIsSent()
    let message = try #require(mail.messages.first)
    #expect(try message.member("kind") == "emailVerification")
    let text = try message.member("code")
    #expect(try await confirm(server, text) == 401)
    let _: ChangeResponse = try await server.send(
      .verifyEmail, token: phone.token, json: EmailVerificationConfirmation(code: text))
    let export: CustomerExport = try await server.send(.export, token: phone.token)
    #expect(export.emailVerifiedAt == server.now)
    #expect(export.email == "ada@example.com" && export.hasPassword)
    #expect(export.devices == ["phone"])
    #expect(export.facts.count == (try await server.entries()).count)
  }
}

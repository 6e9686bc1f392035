import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateWire

@MainActor
@Suite("Accounts")
struct AccountTests {
  @Test("SL-1 an issuer's token opens an account, and the anonymous purchase comes along")
  func issuerToken() async throws {
    try await World.of("strikelab", issuers: [AppleID.other]) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let customer = phone.client.customer
      let token = try AppleID.otherToken(of: "ada", in: world)
      try await phone.client.signIn(with: token)
      let account = try #require(phone.client.account)
      #expect(phone.client.customer == customer)
      #expect(phone.client.phase == .subscribed)
      await phone.client.signOut()
      try await phone.client.signIn(with: token)
      #expect(phone.client.account == account)
      #expect(phone.client.phase == .subscribed)

      await phone.client.signOut()
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.signIn(with: token + "x")
      }
      #expect(error?.code == .invalidIdentityToken)
      #expect(phone.client.account == nil)
    }
  }

  @Test("SL-1 Sign in with Apple opens the same account each time, with a nonce of its own")
  func apple() async throws {
    try await World.of("strikelab", issuers: [AppleID.issuer]) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let first = phone.client.beginAppleSignIn()
      #expect(first.count == 64)
      let token = try AppleID.token(of: "ada", nonce: first, in: world)
      try await phone.client.finishAppleSignIn(identityToken: token)
      let account = try #require(phone.client.account)
      #expect(phone.client.email == "ada@privaterelay.appleid.com")

      await phone.client.signOut()
      let second = phone.client.beginAppleSignIn()
      #expect(second != first)
      // A token that was made for another sign-in, as one that was stolen, is not taken.
      let replay = await #expect(throws: ClientError.self) {
        try await phone.client.finishAppleSignIn(identityToken: token)
      }
      #expect(replay?.code == .invalidIdentityToken)
      #expect(phone.client.account == nil)
      try await phone.client.finishAppleSignIn(
        identityToken: AppleID.token(of: "ada", nonce: second, in: world))
      #expect(phone.client.account == account)
    }
  }

  @Test(
    "SL-1 a credential without a readable token throws an error and sends no request",
    arguments: [nil, Data(), Data([0xFF, 0xFE])] as [Data?])
  func noToken(data: Data?) async throws {
    try await World.of("strikelab", issuers: [AppleID.issuer]) { world in
      let phone = Phone(world)
      _ = phone.client.beginAppleSignIn()
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.finishAppleSignIn(identityToken: data)
      }
      #expect(error?.code == .noIdentityToken)
      #expect(phone.network.count == 0)
    }
  }

  @Test(
    "SL-1 Sign in with Apple completes with the same token after a lost response",
    arguments: [PhoneNetwork.Fault.loseAnswer, .loseRequest, .status(503), .forgeAnswer])
  func appleAgain(fault: PhoneNetwork.Fault) async throws {
    try await World.of("strikelab", issuers: [AppleID.issuer]) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let nonce = phone.client.beginAppleSignIn()
      let token = try AppleID.token(of: "ada", nonce: nonce, in: world)
      phone.network.fail("/sign-in/token", fault)
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.finishAppleSignIn(identityToken: token)
      }
      #expect(error?.isRetryable == true)
      #expect(phone.client.account == nil)
      try await phone.client.finishAppleSignIn(identityToken: token)
      #expect(phone.client.account != nil)
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test("SL-1 a wrong password changes nothing, not even who is signed in")
  func wrongPassword() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "bob@example.com", password: "correct horse")
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let ada = phone.client.account
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.signIn(email: "bob@example.com", password: "wrong horse")
      }
      #expect(error?.code == .wrongCredentials)
      #expect(phone.client.account == ada)
      let left = phone.network.token
      try await phone.client.signIn(email: "bob@example.com", password: "correct horse")
      #expect(phone.client.email == "bob@example.com")
      let answer = try await world.ask(.me, left)
      #expect(answer == .sessionEnded)
    }
  }

  @Test("SL-1 after ten wrong passwords the error says how long to wait, and then sign-in works")
  func tooManyAttempts() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.signOut()
      for _ in 1...10 {
        let error = await #expect(throws: ClientError.self) {
          try await phone.client.signIn(email: "ada@example.com", password: "wrong horse")
        }
        #expect(error?.code == .wrongCredentials)
        #expect(error?.retryAfter == nil)
        world.pass(1000)
      }
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      }
      #expect(error?.code == .tooManyAttempts)
      #expect(error?.isRetryable == true)
      #expect(error?.retryAfter == .seconds(15 * 60 - 10))
      world.pass(Int64((15 * 60 - 10) * 1000))
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.account != nil)
    }
  }
}

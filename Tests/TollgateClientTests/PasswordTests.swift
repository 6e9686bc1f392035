import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateSimulation
import TollgateTest
import TollgateWire

@testable import TollgateServer

@MainActor
@Suite("Passwords and sessions of an account, and what is stored about it")
struct PasswordTests {
  private static let email = "ada@example.com"

  /// A phone on which Ada has signed up.
  private func phone(_ world: World) async throws -> Phone {
    let phone = Phone(world)
    try await phone.client.signUp(email: Self.email, password: "correct horse")
    return phone
  }

  /// Another phone on which Ada has signed in.
  private func tablet(_ world: World) async throws -> Phone {
    let tablet = Phone(world, "tablet", account: "other-apple-id")
    try await tablet.client.signIn(email: Self.email, password: "correct horse")
    return tablet
  }

  /// The code of the error that a call throws; nil if it throws none.
  private func code(
    _ call: @MainActor () async throws -> some Any
  ) async -> ClientError.Code? {
    do {
      _ = try await call()
      return nil
    } catch {
      return (error as? ClientError)?.code
    }
  }

  /// Waits until every mail was sent.
  private func mailIsSent(_ world: World) async {
    await world.routed.backend.service.accounts.mail?.finished()
  }

  @Test("SL-1 a new password ends the sessions on other devices, and this one continues")
  func change() async throws {
    try await World.of("strikelab") { world in
      let phone = try await phone(world)
      let tablet = try await tablet(world)
      let account = phone.client.account
      try await phone.client.changePassword(from: "correct horse", to: "another horse")
      #expect(phone.client.account == account)
      _ = try await phone.client.exportData()
      #expect(
        await code { try await tablet.client.exportData() }
          == .sessionEnded)
      #expect(tablet.client.account == nil)
      #expect(
        await code {
          try await tablet.client.signIn(email: Self.email, password: "correct horse")
        } == .wrongCredentials)
      try await tablet.client.signIn(email: Self.email, password: "another horse")
      #expect(tablet.client.account == account)
    }
  }

  @Test("SL-1 a wrong old password, or no account, changes nothing")
  func changeRefused() async throws {
    try await World.of("strikelab") { world in
      let phone = try await phone(world)
      #expect(
        await code {
          try await phone.client.changePassword(from: "wrong horse", to: "another horse")
        } == .wrongCredentials)
      #expect(phone.client.email == Self.email)
      _ = try await tablet(world)
      await phone.client.signOut()
      #expect(
        await code {
          try await phone.client.changePassword(from: "correct horse", to: "another horse")
        } == .accountNeeded)
    }
  }

  @Test(
    "SL-1 a password whose change did not reach the server is the old one, and can be changed again",
    arguments: [PhoneNetwork.Fault.loseRequest, .status(503)])
  func changeUnreached(fault: PhoneNetwork.Fault) async throws {
    try await World.of("strikelab") { world in
      let phone = try await phone(world)
      phone.network.fail("/password", fault)
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.changePassword(from: "correct horse", to: "another horse")
      }
      #expect(error?.isRetryable == true)
      #expect(phone.client.email == Self.email)
      _ = try await tablet(world)
      try await phone.client.changePassword(from: "correct horse", to: "another horse")
      #expect(phone.client.email == Self.email)
    }
  }

  @Test("SL-1 after a lost answer to a new password, the person signs in with it")
  func changeUnanswered() async throws {
    try await World.of("strikelab") { world in
      let phone = try await phone(world)
      let account = phone.client.account
      phone.network.fail("/password", .loseAnswer)
      #expect(
        await code {
          try await phone.client.changePassword(from: "correct horse", to: "another horse")
        } == .network)
      #expect(
        await code {
          try await phone.client.changePassword(from: "correct horse", to: "another horse")
        } == .sessionEnded)
      #expect(phone.client.account == nil)
      try await phone.client.signIn(email: Self.email, password: "another horse")
      #expect(phone.client.account == account)
    }
  }

  @Test("SL-1 a mailed code sets a new password once, signs in, and brings the anonymous purchase")
  func reset() async throws {
    let mail = PhoneMail()
    try await World.of("strikelab", mail: try mail.hook()) { world in
      let account = try await phone(world).client.account
      let tablet = Phone(world, "tablet")
      await tablet.client.launch()
      #expect(await tablet.client.purchase("strikelab.pro.monthly") == .purchased)
      try await tablet.client.requestPasswordReset(of: "ADA@example.com")
      await mailIsSent(world)
      #expect(
        await code {
          try await tablet.client.resetPassword(
            of: Self.email, code: "AAAA-AAAA-AAAA-AAAA", to: "another horse")
        }?.rawValue == "invalid_code")
      #expect(tablet.client.account == nil)
      let text = try mail.code()
      try await tablet.client.resetPassword(of: Self.email, code: text, to: "another horse")
      #expect(tablet.client.account == account)
      #expect(tablet.client.phase == .subscribed)
      #expect(
        await code {
          try await tablet.client.resetPassword(of: Self.email, code: text, to: "third horse")
        }?.rawValue == "invalid_code")
      #expect(tablet.client.account == account)
    }
  }

  @Test("SL-1 an expired code sets no password, and the next one does")
  func resetExpired() async throws {
    let mail = PhoneMail()
    try await World.of("strikelab", mail: try mail.hook()) { world in
      let phone = try await phone(world)
      await phone.client.signOut()
      try await phone.client.requestPasswordReset(of: Self.email)
      await mailIsSent(world)
      let expired = try mail.code()
      world.pass(World.hour)
      #expect(
        await code {
          try await phone.client.resetPassword(of: Self.email, code: expired, to: "another horse")
        }?.rawValue == "invalid_code")
      try await phone.client.signIn(email: Self.email, password: "correct horse")
      await phone.client.signOut()
      try await phone.client.requestPasswordReset(of: Self.email)
      await mailIsSent(world)
      try await phone.client.resetPassword(
        of: Self.email, code: try mail.code(), to: "another horse")
      #expect(phone.client.email == Self.email)
    }
  }

  @Test(
    "SL-1 after a lost answer to a reset, the new password signs in, although the code is used up")
  func resetUnanswered() async throws {
    let mail = PhoneMail()
    try await World.of("strikelab", mail: try mail.hook()) { world in
      let phone = try await phone(world)
      let account = phone.client.account
      await phone.client.signOut()
      phone.network.fail("/password-reset", .loseRequest)
      #expect(
        await code {
          try await phone.client.requestPasswordReset(of: Self.email)
        } == .network)
      #expect(mail.count == 0)
      try await phone.client.requestPasswordReset(of: Self.email)
      await mailIsSent(world)
      let text = try mail.code()
      phone.network.fail("/password-reset/confirm", .loseAnswer)
      for expected in ["network", "invalid_code"] {
        #expect(
          await code {
            try await phone.client.resetPassword(of: Self.email, code: text, to: "another horse")
          }?.rawValue == expected)
        #expect(phone.client.account == nil)
      }
      try await phone.client.signIn(email: Self.email, password: "another horse")
      #expect(phone.client.account == account)
    }
  }

  @Test("SL-1 a reset is requested alike for an unknown address, and not if the server has no mail")
  func resetUnknown() async throws {
    let mail = PhoneMail()
    try await World.of("strikelab", mail: try mail.hook()) { world in
      let phone = Phone(world)
      try await phone.client.requestPasswordReset(of: "nobody@example.com")
      await mailIsSent(world)
      #expect(mail.count == 0)
    }
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      #expect(
        await code {
          try await phone.client.requestPasswordReset(of: Self.email)
        }?.rawValue == "mail_not_configured")
    }
  }

  @Test("SL-1 an email address is verified with a mailed code, also if the answer is lost")
  func verification() async throws {
    let mail = PhoneMail()
    try await World.of("strikelab", mail: try mail.hook()) { world in
      let phone = Phone(world)
      #expect(
        await code {
          try await phone.client.requestEmailVerification()
        } == .accountNeeded)
      try await phone.client.signUp(email: Self.email, password: "correct horse")
      try await phone.client.requestEmailVerification()
      await mailIsSent(world)
      let expired = try mail.code()
      world.pass(World.hour)
      for text in [expired, "AAAA-AAAA-AAAA-AAAA"] {
        #expect(
          await code {
            try await phone.client.verifyEmail(code: text)
          }?.rawValue == "invalid_code")
      }
      #expect(try await export(phone).emailVerifiedAt == nil)
      try await phone.client.requestEmailVerification()
      await mailIsSent(world)
      let text = try mail.code()
      phone.network.fail("/email-verification/confirm", .loseAnswer)
      for expected in ["network", "invalid_code"] {
        #expect(
          await code {
            try await phone.client.verifyEmail(code: text)
          }?.rawValue == expected)
      }
      #expect(try await export(phone).emailVerifiedAt == world.time.now)
    }
  }

  @Test("SL-1 signing out everywhere ends the sessions on all devices, also if the answer is lost")
  func everywhere() async throws {
    for fault in [nil, PhoneNetwork.Fault.loseRequest, .loseAnswer] {
      try await World.of("strikelab") { world in
        let phone = try await phone(world)
        let tablet = try await tablet(world)
        if let fault {
          phone.network.fail("/sign-out-everywhere", fault)
          #expect(
            await code {
              try await phone.client.signOutEverywhere()
            } == .network)
          #expect(phone.client.account != nil)
        }
        try await phone.client.signOutEverywhere()
        #expect(phone.client.account == nil)
        #expect(
          await code { try await tablet.client.exportData() }
            == .sessionEnded)
        #expect(tablet.client.account == nil)
      }
    }
  }

  @Test(
    "SL-1 everything that is stored about a customer is exported, unless an answer is lost or forged"
  )
  func exported() async throws {
    try await World.of("strikelab") { world in
      let phone = try await phone(world)
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let export = try await export(phone)
      #expect(export.id == phone.client.customer)
      #expect(export.email == Self.email)
      #expect(export.hasPassword)
      #expect(Customer(export.facts) == (try await world.facts(of: export.id)))
      for (fault, expected) in [
        (.loseAnswer, .network), (.forgeAnswer, .badSignature), (.status(503), .badAnswer),
      ] as [(PhoneNetwork.Fault, ClientError.Code)] {
        phone.network.fail("/export", fault)
        let code = await code {
          try await phone.client.exportData()
        }
        #expect(code == expected, "\(fault)")
      }
      phone.network.isOnline = false
      #expect(
        await code { try await phone.client.exportData() }
          == .network)
      phone.network.isOnline = true
      #expect(try await self.export(phone).id == export.id)
    }
  }

  /// What is stored about a phone's customer.
  private func export(_ phone: Phone) async throws -> CustomerExport {
    try JSONDecoder().decode(CustomerExport.self, from: try await phone.client.exportData())
  }
}

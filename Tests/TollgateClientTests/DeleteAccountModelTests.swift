import Foundation
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("The model of the section that deletes the account")
struct DeleteAccountModelTests {
  @Test(
    "the deletion section says what is deleted and what continues, asks, and says that it is done")
  func deletes() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let model = DeleteAccountModel(phone.client)
      #expect(!model.isEnabled)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(model.isEnabled)
      #expect(model.title == "Delete Account")
      #expect(model.note.contains("all your devices"))
      #expect(model.billingNote.contains("until you cancel it there"))
      #expect(model.manageLabel == "Manage Subscription")
      #expect(model.statusLine == nil)
      await model.confirm()
      #expect(model.state == .idle)
      model.ask()
      #expect(model.isConfirming)
      #expect(model.question == "Delete your account?")
      model.isConfirming = false
      #expect(model.state == .idle)
      #expect(phone.client.account != nil)
      model.ask()
      await model.confirm()
      #expect(model.state == .deleted)
      #expect(!model.isConfirming)
      #expect(!model.isEnabled)
      #expect(model.statusLine == "Your account is deleted.")
      #expect(phone.client.account == nil)
    }
  }

  @Test("a deletion that failed says so, and can be tried again after the question")
  func fails() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = DeleteAccountModel(phone.client)
      phone.network.isOnline = false
      model.ask()
      await model.confirm()
      #expect(model.statusLine == "The connection failed. Please try again.")
      #expect(model.buttonLabel == "Try Again")
      #expect(phone.client.customer != nil)
      phone.network.isOnline = true
      model.ask()
      #expect(model.isConfirming)
      await model.confirm()
      #expect(model.state == .deleted)
    }
  }

  @Test(
    "the deletion section says that the server is asked, and the dialog's end does not change that")
  func progress() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let model = DeleteAccountModel(phone.client)
      phone.network.after("/customers/me") { @MainActor in
        model.isConfirming = false
        model.ask()
        #expect(model.state == .deleting)
        #expect(model.statusLine == "Deleting your account…")
        #expect(!model.isEnabled)
      }
      model.ask()
      await model.confirm()
      #expect(model.state == .deleted)
    }
  }

  @Test("the deletion section links to where a subscription is cancelled")
  func manages() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let model = DeleteAccountModel(phone.client)
      #expect(model.canManage)
      await phone.client.launch()
      #expect(!model.canManage)
      await phone.client.purchase("strikelab.pro.monthly")
      #expect(model.canManage)
      await model.manage()
      #expect(model.pageToOpen?.absoluteString == "https://apps.apple.com/account/subscriptions")
    }
  }

  @Test(
    "the lines are in the customer's language",
    arguments: [
      ("de_DE", "Account löschen"), ("fr_FR", "Supprimer le compte"), ("ja_JP", "アカウントを削除"),
      ("ar_AE", "حذف الحساب"),
    ])
  func languages(locale: String, title: String) async throws {
    try await World.of("shop") { world in
      let phone = Phone(world, locale: Locale(identifier: locale))
      let model = DeleteAccountModel(phone.client)
      #expect(model.title == title)
    }
  }
}

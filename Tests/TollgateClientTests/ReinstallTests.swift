import AppStoreSimulator
import OpenStoreKit
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateClient
import TollgateServer

@MainActor
@Suite("A reinstall without a sign-in")
struct ReinstallTests {
  private let pro = CatalogProduct.ID("techniq.pro.monthly")

  /// A new installation: nothing in the keychain, and a new device identifier.
  private func installation(
    _ world: World, _ name: String, account: AccountID = "apple-id"
  ) async -> Phone {
    let phone = Phone(world, name, account: account, usesStoreKit: true, signsDownload: true)
    await phone.client.launch()
    return phone
  }

  @Test("a reinstall without a sign-in finds the customer of the purchases, without a restore")
  func found() async throws {
    try await World.of("techniq", identifiers: .random) { world in
      let first = await installation(world, "first")
      #expect(await first.client.purchase(pro) == .purchased)
      let second = await installation(world, "second")
      #expect(second.client.device != first.client.device)
      #expect(second.client.customer == first.client.customer)
      #expect(second.client.entitlement("pro").isActive)
      #expect(!second.network.requests.contains { $0.contains("/restore") })
      #expect(second.session.store.syncCount == 0)
    }
  }

  @Test("a family member's installation gets a customer of its own")
  func familyMember() async throws {
    try await World.of("techniq", identifiers: .random) { world in
      let buyer = await installation(world, "buyer")
      #expect(await buyer.client.purchase(pro) == .purchased)
      let member = await installation(world, "member", account: "family-member")
      #expect(member.client.customer != nil)
      #expect(member.client.customer != buyer.client.customer)
      #expect(!member.client.entitlement("pro").isActive)
    }
  }

  @Test("an account is not opened by the store account that it was created with")
  func account() async throws {
    try await World.of("techniq", identifiers: .random) { world in
      let first = await installation(world, "first")
      #expect(await first.client.purchase(pro) == .purchased)
      try await first.client.signUp(email: "ada@example.com", password: "correct horse")
      let second = await installation(world, "second")
      #expect(second.client.customer != nil)
      #expect(second.client.customer != first.client.customer)
      #expect(second.client.account == nil)
    }
  }

  @Test("a store that cannot sign the download does not stop a launch")
  func unavailable() async throws {
    try await World.of("techniq", identifiers: .random) { world in
      let phone = Phone(world, usesStoreKit: true, signsDownload: true)
      try await phone.session.setSimulatedError(.generic(.unknown), forAPI: .appTransaction)
      await phone.client.launch()
      #expect(phone.client.customer != nil)
      #expect(phone.client.notices.isEmpty)
      let store = StoreKitStore(appTransactionWait: .zero)
      try await phone.session.setSimulatedError(nil, forAPI: .appTransaction)
      #expect(await phone.session.run { await store.appTransaction() } == nil)
    }
  }
}

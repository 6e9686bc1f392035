import AppStoreSimulator
import OpenStoreKit
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient

@MainActor
@Suite("Restoring, and when the store's sign-in shows")
struct RestoreTests {
  /// An app that sells a subscription and, apart from it, frames.
  private func studio(_ life: @MainActor @Sendable (World) async throws -> Void) async throws {
    try await World.of(
      "studio", changing: ["studio.lifetime: pro": "studio.lifetime: frames"], life)
  }

  @Test("TQ-7 no call but a requested restore shows the store's sign-in")
  func syncs() async throws {
    try await World.of("techniq") { world in
      let phone = await Phone.launched(world)
      let preview = try await phone.client.previewRestore()
      #expect(preview.purchases.isEmpty)
      try await phone.client.syncPurchases()
      await phone.client.deliverPending()
      phone.client.wentToBackground()
      world.pass(World.hour)
      await phone.client.cameToForeground(showing: nil)
      _ = try await phone.client.refreshInBackground()
      await phone.client.showPaywall("pro")
      _ = await phone.client.offerings()
      #expect(phone.session.store.syncCount == 0)
      #expect(await phone.client.restorePurchases() == .nothingFound)
      #expect(phone.session.store.syncCount == 1)
    }
  }

  @Test("a migrated app reports what an earlier version finished, without the store's sign-in")
  func migration() async throws {
    try await World.of("techniq") { world in
      let account = Phone(world).store.account
      world.store.purchase("techniq.pro.monthly", by: account)
      for bought in world.store.unfinishedTransactions(of: account) {
        world.store.finish(bought.payload.transactionId)
      }
      let phone = await Phone.launched(world)
      #expect(phone.client.phase == .free)
      phone.network.isOnline = false
      try await phone.client.syncPurchases()
      #expect(phone.client.pendingCount == 1)
      phone.network.isOnline = true
      for _ in 1...2 { try await phone.client.syncPurchases() }
      #expect(phone.client.entitlement("pro").isActive)
      #expect(phone.network.requests.count { $0.hasSuffix("transactions") } == 2)
      #expect(phone.session.store.syncCount == 0)
    }
  }

  @Test("TQ-7 a restore also asks the store's servers if the device knows of something else only")
  func onServers() async throws {
    try await studio { world in
      let phone = Phone(world)
      await phone.client.launch()
      for product in ["studio.lifetime", "studio.monthly"] {
        world.store.purchase(product, by: phone.store.account)
      }
      for bought in world.store.unfinishedTransactions(of: phone.store.account) {
        world.store.finish(bought.payload.transactionId)
      }
      phone.store.hide(["studio.monthly"])
      phone.store.refusesSync = true
      // What was found gives access, although the customer closed the sign-in.
      #expect(await phone.client.restorePurchases() == .restored)
      #expect(phone.client.entitlement("frames").isActive)
      #expect(!phone.client.entitlement("pro").isActive)
      phone.store.refusesSync = false
      #expect(await phone.client.restorePurchases() == .restored)
      #expect(phone.client.entitlement("pro").isActive)
      #expect(phone.store.syncs == 2)
      // Everything that the app sells was found on the device.
      #expect(await phone.client.restorePurchases() == .restored)
      #expect(phone.store.syncs == 2)
    }
  }

  @Test("TQ-7 what the customer had anyway was not restored")
  func hadAnyway() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      #expect(await phone.client.purchase("techniq.pro.monthly") == .purchased)
      let tablet = Phone(world, "tablet", account: "other-apple-id")
      try await tablet.client.signIn(email: "ada@example.com", password: "correct horse")
      await tablet.client.launch()
      #expect(tablet.client.entitlement("pro").isActive)
      #expect(await tablet.client.restorePurchases() == .nothingFound)
      #expect(await phone.client.restorePurchases() == .restored)
    }
  }

  @Test(
    "SL-10 a preview is not for the person who signed in during it", arguments: [false, true])
  func previewChanged(isPosted: Bool) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let client = phone.client
      let change: @Sendable () async -> Void = {
        await client.signOut()
        do {
          try await client.signUp(email: "eve@example.com", password: "correct horse")
        } catch {
          Issue.record("\(error)")
        }
      }
      if isPosted {
        phone.network.after("/restore/preview", change)
      } else {
        phone.store.whileRestoring(change)
      }
      let error = await #expect(throws: ClientError.self) {
        try await client.previewRestore()
      }
      #expect(error?.code == .customerChanged)
      let posts = phone.network.requests.count { $0.hasSuffix("restore/preview") }
      #expect(posts == (isPosted ? 1 : 0))
    }
  }
}

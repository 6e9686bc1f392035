import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateWire

/// The effect of a transfer policy when a second account restores.
private struct Policy: Sendable, CustomStringConvertible {
  let policy: TransferPolicy
  let outcome: RestorePreview.Outcome
  let gains: [Entitlement.ID]
  let loses: [Entitlement.ID]
  let owner: Phase
  let other: Phase

  init(
    _ policy: TransferPolicy, _ outcome: RestorePreview.Outcome, gains: [Entitlement.ID] = [],
    loses: [Entitlement.ID] = [], _ owner: Phase, _ other: Phase
  ) {
    self.policy = policy
    self.outcome = outcome
    self.gains = gains
    self.loses = loses
    self.owner = owner
    self.other = other
  }

  var description: String { policy.rawValue }
}

@MainActor
@Suite("Two devices of one store account")
struct SharedPurchaseTests {
  @Test("two devices without an account both keep what either bought, renewal after renewal")
  func bothKeep() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world, "phone")
      await phone.client.launch()
      #expect(await phone.client.purchase("grobro.pro.monthly") == .purchased)
      let tablet = Phone(world, "tablet")
      await tablet.client.launch()
      #expect(await tablet.client.restorePurchases() == .restored)
      #expect(phone.client.customer != tablet.client.customer)

      for _ in 0..<3 {
        world.pass(31 * World.day)
        try await world.deliverNotifications()
        for device in [phone, tablet] {
          device.relaunch()
          await device.client.launch()
          #expect(device.client.membership?.phase == .subscribed)
        }
        #expect(phone.client.customer == tablet.client.customer)
      }
      #expect(await phone.client.restorePurchases() == .restored)
      #expect(await tablet.client.restorePurchases() == .restored)
      #expect(phone.client.customer == tablet.client.customer)
    }
  }

  @Test(
    "a device whose purchase moved to an account on another device keeps showing it until sign-in")
  func takenToAnAccount() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, "phone")
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let tablet = Phone(world, "tablet")
      await tablet.client.launch()
      try await tablet.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(await tablet.client.restorePurchases() == .restored)

      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.membership?.phase == .subscribed)
      #expect(phone.client.connection == .failed(customerMerged(phone.client.connection)))
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.membership?.phase == .subscribed)
      #expect(phone.client.customer == tablet.client.customer)
    }
  }

  /// A subscriber on a phone and another customer on a tablet, both with accounts, on one store account.
  private func two(
    _ policy: TransferPolicy,
    _ life: @MainActor @Sendable (World, Phone, Phone) async throws -> Void
  ) async throws {
    try await World.of(
      "strikelab",
      changing: ["\nfeatures:": "\npurchases: { transfer: \(policy.rawValue) }\nfeatures:"]
    ) { world in
      let phone = Phone(world, "phone")
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let tablet = Phone(world, "tablet")
      try await tablet.client.signUp(email: "bob@example.com", password: "correct horse")
      await tablet.client.launch()
      try await life(world, phone, tablet)
    }
  }

  @Test(
    "SL-5 a purchase that would go to another account is refused before the store charges",
    arguments: [TransferPolicy.keepWithOwner, .transferIfInactive])
  func refusedBeforeTheCharge(policy: TransferPolicy) async throws {
    try await two(policy) { world, phone, tablet in
      let charged = world.store.transactions(of: tablet.store.account).count
      let preview = try await tablet.client.previewPurchase("strikelab.pro.yearly")
      #expect(preview == .keptByOwner)
      let outcome = await tablet.client.purchase("strikelab.pro.yearly")
      #expect(outcome == .failed(.ownedByAnother))
      #expect(world.store.transactions(of: tablet.store.account).count == charged)
      #expect(tablet.client.pendingCount == 0)

      let own = try await phone.client.previewPurchase("strikelab.pro.yearly")
      #expect(own == .own)
    }
  }

  @Test(
    "SL-5 a preview of a purchase says whom the running subscription of the store account comes to",
    arguments: [
      (TransferPolicy.transfer, RestorePreview.Outcome.transferred), (.share, .shared),
    ])
  func previewedPurchase(policy: TransferPolicy, outcome: RestorePreview.Outcome) async throws {
    try await two(policy) { world, phone, tablet in
      let preview = try await tablet.client.previewPurchase("strikelab.pro.yearly")
      #expect(preview == outcome)
      tablet.network.isOnline = false
      await #expect(throws: ClientError.self) {
        try await tablet.client.previewPurchase("strikelab.pro.yearly")
      }
    }
  }

  @Test("SL-5 what the store no longer gives anybody is bought for whoever buys it")
  func lapsedLine() async throws {
    try await two(.keepWithOwner) { world, phone, tablet in
      let line = try #require(world.store.transactions(of: phone.store.account).first)
      let isRefunded = world.store.refund(line.payload.transactionId)
      #expect(isRefunded)
      let preview = try await tablet.client.previewPurchase("strikelab.pro.yearly")
      #expect(preview == .own)
    }
  }

  @Test(
    "SL-5 each transfer policy does what its preview says, to both customers",
    arguments: [
      Policy(.keepWithOwner, .keptByOwner, .subscribed, .blocked),
      Policy(.transfer, .transferred, gains: ["pro"], loses: ["pro"], .lapsed, .subscribed),
      Policy(.transferIfInactive, .keptByOwner, .subscribed, .blocked),
      Policy(.share, .shared, gains: ["pro"], .subscribed, .subscribed),
    ])
  fileprivate func policies(row: Policy) async throws {
    try await two(row.policy) { world, phone, tablet in
      let preview = try await tablet.client.previewRestore()
      #expect(preview.purchases.map(\.outcome) == [row.outcome])
      #expect(preview.purchases.map(\.gains) == [row.gains])
      #expect(preview.purchases.map(\.otherLoses) == [row.loses])
      try await phone.client.refresh()
      #expect(phone.client.phase == .subscribed)
      #expect(tablet.client.phase == .blocked)

      for _ in 1...2 {
        switch await tablet.client.restorePurchases() {
        case .restored: #expect(row.other == .subscribed)
        case .failed(let error):
          #expect(error.code == .ownedByAnotherCustomer)
          #expect(row.other == .blocked)
        case .nothingFound, .cancelled: Issue.record("there is one")
        }
        try await phone.client.refresh()
        #expect(phone.client.phase == row.owner)
        #expect(tablet.client.phase == row.other)
      }
      // The next renewal is handled the same way.
      world.pass(31 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      try await tablet.client.refresh()
      #expect(phone.client.phase == row.owner)
      #expect(tablet.client.phase == row.other)
    }
  }

  @Test("SL-5 transferIfInactive transfers a purchase once it gives its owner nothing")
  func inactive() async throws {
    try await two(.transferIfInactive) { world, phone, tablet in
      #expect(world.store.cancel(phone.store.account))
      world.pass(62 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.phase == .lapsed)
      #expect(await tablet.client.purchase("strikelab.pro.monthly") == .purchased)
      #expect(tablet.client.phase == .subscribed)
      try await phone.client.refresh()
      #expect(phone.client.phase == .lapsed)
    }
  }

  @Test(
    "SL-10 a restore does not continue for the person who signed in during it",
    arguments: [false, true])
  func customerChanged(isPosted: Bool) async throws {
    try await two(.transfer) { world, phone, tablet in
      let client = tablet.client
      let change: @Sendable () async -> Void = {
        await client.signOut()
        do {
          try await client.signUp(email: "eve@example.com", password: "correct horse")
        } catch {
          Issue.record("\(error)")
        }
      }
      if isPosted {
        tablet.network.after("/restore", change)
      } else {
        tablet.store.whileRestoring(change)
      }
      guard case .failed(let error) = await tablet.client.restorePurchases() else {
        Issue.record("the restore continued")
        return
      }
      #expect(error.code == .customerChanged)
      #expect(tablet.client.email == "eve@example.com")
      #expect(tablet.client.phase == .blocked)
      let posts = tablet.network.requests.count { $0.hasSuffix("restore") }
      #expect(posts == (isPosted ? 1 : 0))
    }
  }

  private func customerMerged(_ connection: TollgateClient.Connection) -> ClientError {
    guard case .failed(let error) = connection, error.code.rawValue == "customer_merged" else {
      return .network
    }
    return error
  }
}

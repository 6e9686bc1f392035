import Testing
import Tollgate
import TollgateClient

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
    "a device whose purchase went to an account elsewhere keeps showing it until somebody signs in")
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

  private func customerMerged(_ connection: TollgateClient.Connection) -> ClientError {
    guard case .failed(let error) = connection, error.code.rawValue == "customer_merged" else {
      return .network
    }
    return error
  }
}

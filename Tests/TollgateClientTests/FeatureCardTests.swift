import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite struct FeatureCardTests {
  /// Whether a feature's card stands in its place, and whether it fetches, for each who asks.
  private static let table:
    [(Feature.ID, free: (Bool, Bool), pro: (Bool, Bool), unknown: (Bool, Bool))] = [
      ("daily-coaching", free: (true, false), pro: (false, true), unknown: (true, false)),
      ("training-plan", free: (true, false), pro: (false, true), unknown: (false, false)),
      ("onboarding-plan", free: (false, true), pro: (false, true), unknown: (false, false)),
    ]

  @Test("TQ-5 a passive feature's card replaces it until it is known to be unlocked")
  func standsIn() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      @MainActor func shown(_ feature: Feature.ID) -> [Bool] {
        let card = LockedCardModel(phone.client, feature: feature)
        return [card.standsIn, card.shouldFetch]
      }
      await phone.client.launch()
      for (feature, free, _, _) in Self.table { #expect(shown(feature) == [free.0, free.1]) }
      #expect(await phone.client.purchase("techniq.pro.monthly") == .purchased)
      for (feature, _, pro, _) in Self.table { #expect(shown(feature) == [pro.0, pro.1]) }
      phone.network.isOnline = false
      await phone.client.signOut()
      #expect(phone.client.phase == .unknown)
      for (feature, _, _, unknown) in Self.table {
        #expect(shown(feature) == [unknown.0, unknown.1])
      }
    }
  }
}

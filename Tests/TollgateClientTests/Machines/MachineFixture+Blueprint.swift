import Foundation
import Tollgate
import TollgateBlueprints
import TollgateWire

// Apart, because a Mac runs the tests that do without a blueprint file: Scripts/mac-check.
extension MachineFixture {
  /// Free customers may buy `plans`; with `studio.lifetime` they have all that it sells.
  static let blueprint = Result {
    try BlueprintFile.parse(Studio.blueprint + placements, name: "studio") { _ in
      Data(Studio.products.utf8)
    }.blueprint
  }

  private static let placements = """

    placements:
      often: { paywall: plans, oncePerSession: false }
      once: { paywall: plans, oncePerSession: true }
      weekly: { paywall: plans, oncePerSession: false, cooldown: P1W }
    """

  static func membership(owning isOwned: Bool = false) throws -> Membership {
    Membership(of: facts(owning: isOwned), in: try blueprint.get(), at: start)
  }

  static func snapshot(
    of customer: Customer.ID, owning isOwned: Bool = false, version: Int = 1,
    revision: String = "1", account: Account.ID? = nil
  ) throws -> DeviceSnapshot {
    DeviceSnapshot(
      id: customer, account: account, facts: facts(owning: isOwned),
      version: version, serverTime: start, blueprintRevision: revision)
  }
}

import Observation
import TollgateClient

/// A garden that holds three plants, and any number with Pro.
@MainActor
@Observable
final class GroBroModel {
  private(set) var plants: [String]

  private let client: TollgateClient

  init(_ client: TollgateClient, plants: [String] = []) {
    self.client = client
    self.plants = plants
  }

  /// Reports the plants of a garden that is older than its limit.
  func open() async throws {
    try await client.setHeld("add-plant", plants)
  }

  func add(_ plant: String) async throws {
    do {
      try await client.perform("add-plant", item: plant) { plants.append(plant) }
    } catch is Denial {
      // The paywall was shown and closed.
    }
  }

  func remove(_ plant: String) async throws {
    plants.removeAll { $0 == plant }
    try await client.release("add-plant", item: plant)
  }
}

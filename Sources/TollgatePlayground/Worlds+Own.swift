import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateBlueprints

/// The visitor's own blueprint, which may change while it is played with.
extension Worlds {
  /// The maximum number of actions that are repeated after the blueprint has changed; later ones are not.
  static let repeatedActions = 500

  /// Creates the world of a visitor's own blueprint; `pause` is how long its store takes for a purchase.
  ///
  /// Updates are numbered from `firstUpdate`.
  ///
  /// - Throws: `CancellationError` if the blueprint cannot be used.
  convenience init(
    own reading: BlueprintReading, chain: SigningChain, pages: Pages, firstUpdate: Int = 0,
    pause: @escaping @Sendable () async -> Void
  ) async throws {
    guard let file = reading.file else { throw CancellationError() }
    try await self.init(
      [.own: Recipe(file: file)], own: reading, chain: chain, pages: pages,
      firstUpdate: firstUpdate, pause: pause)
  }

  /// Takes over what was read of the visitor's own blueprint.
  ///
  /// A blueprint that has changed and can be used gets a new world, in which the visitor's actions are repeated; with
  /// one that cannot be used, the world stays as it is.
  func read(_ reading: BlueprintReading) async {
    own = reading
    do {
      let world = try await enqueue(.own) { world in
        guard let file = reading.file, file.revision != self.recipes[.own]?.file.revision else {
          return world
        }
        self.recipes[.own] = Recipe(file: file)
        return try await self.repeatActions(after: world)
      }
      try show(world)
    } catch {
      // No new world could be made; the page keeps showing the last one.
    }
  }

  private func repeatActions(after world: World) async throws -> World {
    hurrying.insert(.own)
    defer { hurrying.remove(.own) }
    let fresh = try await replace(world, seed: world.server.identifiers.seed)
    await fresh.perform(again: world.history.entries.prefix(Self.repeatedActions))
    return fresh
  }
}

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
  /// A blueprint that cannot be used has no world yet. Updates are numbered from `firstUpdate`.
  convenience init(
    own reading: BlueprintReading, chain: SigningChain, pages: Pages, firstUpdate: Int = 0,
    pause: @escaping @Sendable () async -> Void
  ) async throws {
    var files: [AppName: BlueprintFile] = [:]
    files[.own] = reading.file
    try await self.init(
      files, own: reading, chain: chain, pages: pages, firstUpdate: firstUpdate, pause: pause)
  }

  /// Takes over what was read of the visitor's own blueprint.
  ///
  /// A valid blueprint that has changed gets a new world, which repeats the visitor's actions; one with mistakes leaves the
  /// world as it is. There is no world until a first valid one is read.
  func read(_ reading: BlueprintReading) async {
    own = reading
    if files[.own] == nil { files[.own] = reading.file }
    do {
      guard files[.own] != nil else {
        try showMistakes(of: .own)
        return
      }
      let world = try await enqueue(.own) { world in
        guard let file = reading.file, file.revision != self.readRevision else { return world }
        self.readRevision = file.revision
        self.edits[.own] = nil
        self.files[.own] = file
        return try await self.repeatActions(after: world)
      }
      try show(world)
    } catch {
      // No new world could be made; the page keeps showing the last one.
    }
  }

  /// Does again what the visitor did in a world, in a new one of the same app.
  func repeatActions(after world: World) async throws -> World {
    hurrying.insert(world.app)
    defer { hurrying.remove(world.app) }
    let fresh = try await replace(
      world, seed: world.server.identifiers.seed, origin: world.origin)
    fresh.phone.settings.showApp(as: world.phone.settings)
    await fresh.perform(again: world.history.entries.prefix(Self.repeatedActions))
    fresh.journey = world.journey
    return fresh
  }
}

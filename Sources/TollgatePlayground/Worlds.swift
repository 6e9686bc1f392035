import AppStore
import AppStoreSimulator
import BlueprintFile
import Foundation
import TollgatePages

/// The five worlds, and the one action at a time that each takes.
@MainActor
final class Worlds {
  private struct Recipe {
    let file: BlueprintFile
    let configuration: StoreKitConfiguration
  }

  let viewers: [AppName: Viewers]
  private let recipes: [AppName: Recipe]
  private let chain: SigningChain
  private var worlds: [AppName: World] = [:]
  private var last: [AppName: Task<World, any Error>] = [:]

  init(folder: String, chain: SigningChain) async throws {
    self.chain = chain
    var recipes: [AppName: Recipe] = [:]
    for app in AppName.allCases {
      let file = try BlueprintFile.load(path: "\(folder)/\(app.rawValue).yml")
      let data = try Data(
        contentsOf: URL(fileURLWithPath: "\(folder)/\(file.storekit ?? "\(app.rawValue).storekit")")
      )
      recipes[app] = Recipe(file: file, configuration: try StoreKitConfiguration(json: data))
    }
    self.recipes = recipes
    viewers = Dictionary(uniqueKeysWithValues: AppName.allCases.map { ($0, Viewers()) })
    for app in AppName.allCases { worlds[app] = try await make(app) }
  }

  /// The page of an app as it stands, after what was asked before is done.
  func page(of app: AppName) async throws -> PlaygroundPage {
    try await enqueue(app) { $0 }.page
  }

  /// Does what the visitor asks for, one thing after the other; answers the page after it.
  func perform(_ action: VisitorAction, in app: AppName) async throws -> PlaygroundPage {
    let world = try await enqueue(app) { world in
      guard action != .reset else {
        await world.end()
        let fresh = try await self.make(app)
        self.worlds[app] = fresh
        return fresh
      }
      await world.perform(action)
      return world
    }
    return world.page
  }

  private func enqueue(
    _ app: AppName, _ work: @escaping @MainActor (World) async throws -> World
  ) async throws -> World {
    let previous = last[app]
    let task = Task { @MainActor () async throws -> World in
      _ = await previous?.result
      let world = if let world = worlds[app] { world } else { try await make(app) }
      worlds[app] = world
      let after = try await work(world)
      await after.look()
      return after
    }
    last[app] = task
    return try await task.value
  }

  private func make(_ app: AppName) async throws -> World {
    guard let recipe = recipes[app] else { throw CancellationError() }
    return try await World(
      app: app, file: recipe.file, configuration: recipe.configuration, chain: chain)
  }
}

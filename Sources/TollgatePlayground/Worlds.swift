import AppStoreSimulator
import Foundation
import TollgateAppStore
import TollgateBlueprints

/// The five worlds, each of which performs one action at a time.
@MainActor
final class Worlds {
  private struct Recipe {
    let file: BlueprintFile
    let configuration: StoreKitConfiguration
  }

  /// The page's regions, numbered so that a browser can recognize an older one that arrives late.
  private struct Update: Encodable {
    let number: Int
    let app: String
    /// Whether a message was not sent, and is kept in its field.
    let kept: Bool
    let phone: String
    let panels: String
    let controls: String
  }

  let viewers = Viewers()
  /// The document for a page that does not exist.
  let missingPage: String
  private let recipes: [AppName: Recipe]
  private let chain: SigningChain
  private let pages: Pages
  private let pause: @Sendable () async -> Void
  private let updates = Counter()
  private var worlds: [AppName: World] = [:]
  private var last: [AppName: Task<World, any Error>] = [:]

  /// Creates the worlds of a folder's blueprints; `pause` is how long their store takes for a purchase.
  init(
    folder: String, chain: SigningChain, pages: Pages, pause: @escaping @Sendable () async -> Void
  ) async throws {
    self.chain = chain
    self.pages = pages
    missingPage = pages.missing()
    self.pause = pause
    var recipes: [AppName: Recipe] = [:]
    for app in AppName.allCases {
      let file = try BlueprintFile.load(path: "\(folder)/\(app.rawValue).yml")
      recipes[app] = Recipe(file: file, configuration: file.store ?? StoreKitConfiguration())
    }
    self.recipes = recipes
    for app in AppName.allCases { worlds[app] = try await make(app) }
  }

  /// The document of an app in its current state, after earlier actions are done.
  func document(of app: AppName) async throws -> String {
    pages.playground(try await enqueue(app) { $0 }.page)
  }

  /// Performs the visitor's action after earlier ones, and shows the result in every browser.
  func perform(_ action: VisitorAction, in app: AppName) async throws -> String {
    let world = try await enqueue(app) { world in
      guard action != .reset else {
        await world.end()
        let fresh = try await self.make(app)
        self.worlds[app] = fresh
        return fresh
      }
      world.log.begin(action.title)
      await world.perform(action)
      return world
    }
    return try show(world)
  }

  @discardableResult
  private func show(_ world: World) throws -> String {
    let page = pages.update(world.page)
    let data = try JSONEncoder().encode(
      Update(
        number: updates.next(), app: world.app.rawValue, kept: !world.phone.session.draft.isEmpty,
        phone: page.phone, panels: page.panels, controls: page.controls))
    let update = String(decoding: data, as: UTF8.self)
    viewers.send(update)
    return update
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
      await after.readServer()
      return after
    }
    last[app] = task
    return try await task.value
  }

  private func make(_ app: AppName) async throws -> World {
    guard let recipe = recipes[app] else { throw CancellationError() }
    return try await World(
      app: app, file: recipe.file, configuration: recipe.configuration, chain: chain, pause: pause
    ) { [weak self] world in
      await world.readServer()
      _ = try? self?.show(world)
    }
  }
}

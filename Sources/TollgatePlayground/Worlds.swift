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
    let guide: String
  }

  let viewers = Viewers()
  /// The document for a page that does not exist.
  let missingPage: String
  private let recipes: [AppName: Recipe]
  private let chain: SigningChain
  private let pages: Pages
  private let journeys: Journeys
  private let pause: @Sendable () async -> Void
  private let updates = Counter()
  private var worlds: [AppName: World] = [:]
  private var last: [AppName: Task<World, any Error>] = [:]
  /// The apps whose journey is being taken to a step; nothing pauses and nothing is shown until it is there.
  private var hurrying: Set<AppName> = []

  /// Creates the worlds of a folder's blueprints; `pause` is how long their store takes for a purchase.
  init(
    folder: String, chain: SigningChain, pages: Pages, pause: @escaping @Sendable () async -> Void
  ) async throws {
    self.chain = chain
    self.pages = pages
    missingPage = pages.missing()
    journeys = try Journeys()
    self.pause = pause
    var recipes: [AppName: Recipe] = [:]
    for app in AppName.allCases {
      let file = try BlueprintFile.load(path: "\(folder)/\(app.rawValue).yml")
      recipes[app] = Recipe(file: file, configuration: file.store ?? StoreKitConfiguration())
    }
    self.recipes = recipes
    for app in AppName.allCases { worlds[app] = try await make(app) }
  }

  /// Whether an app has a journey of a name.
  func hasJourney(_ id: String, in app: AppName) -> Bool {
    journeys.journey(id, of: app) != nil
  }

  /// The document of an app, after earlier actions are done.
  ///
  /// A world that is elsewhere than at the given step of a journey is taken there first.
  func document(of app: AppName, at position: JourneyPosition? = nil) async throws -> String {
    let world = try await enqueue(app) { world in
      guard let position, world.journey?.position != position else { return world }
      return try await self.follow(position, in: world)
    }
    if position != nil { try show(world) }
    return pages.playground(page(of: world))
  }

  /// Performs the visitor's action after earlier ones, and shows the result in every browser.
  func perform(_ action: VisitorAction, in app: AppName) async throws -> String {
    let world = try await enqueue(app) { world in
      switch action {
      case .reset: return try await self.replace(world)
      case .follow(let position): return try await self.follow(position, in: world)
      case .leaveJourney: world.journey = nil
      default:
        if !action.keepsJourney { world.journey?.isLeft = true }
        world.log.begin(action.title)
        await world.perform(action)
      }
      return world
    }
    return try show(world)
  }

  /// Takes a world to a step of a journey: from the step before, or else from the beginning.
  private func follow(_ position: JourneyPosition, in world: World) async throws -> World {
    let app = world.app
    guard let journey = journeys.journey(position.id, of: app) else { return world }
    let step = min(max(position.step, 0), journey.steps.count)
    if let progress = world.journey, progress.journey == journey, progress.step + 1 == step {
      await world.takeNextStep()
      return world
    }
    hurrying.insert(app)
    defer { hurrying.remove(app) }
    let fresh = try await replace(world)
    fresh.journey = JourneyProgress(journey)
    for _ in 0..<step { await fresh.takeNextStep() }
    return fresh
  }

  private func replace(_ world: World) async throws -> World {
    await world.end()
    let fresh = try await make(world.app)
    worlds[world.app] = fresh
    return fresh
  }

  private func page(of world: World) -> PlaygroundPage {
    var page = world.page
    page.guide = Guide(journeys[world.app], at: world.journey)
    return page
  }

  @discardableResult
  private func show(_ world: World) throws -> String {
    let page = pages.update(page(of: world))
    let data = try JSONEncoder().encode(
      Update(
        number: updates.next(), app: world.app.rawValue, kept: !world.phone.session.draft.isEmpty,
        phone: page.phone, panels: page.panels, controls: page.controls, guide: page.guide))
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
      app: app, file: recipe.file, configuration: recipe.configuration, chain: chain,
      pause: { [weak self] in await self?.pauseUnlessHurrying(app) },
      onChange: { [weak self] world in
        guard let self, !hurrying.contains(app) else { return }
        await world.readServer()
        _ = try? show(world)
      })
  }

  private func pauseUnlessHurrying(_ app: AppName) async {
    if !hurrying.contains(app) { await pause() }
  }
}

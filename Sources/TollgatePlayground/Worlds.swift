import AppStoreSimulator
import Foundation
import TollgateAppStore
import TollgateBlueprints
import TollgateSimulation

/// The worlds of the apps; each performs one action at a time.
@MainActor
final class Worlds {
  /// The page's regions, numbered so that a browser can recognize an older one that arrives late.
  private struct Update: Encodable {
    let number: Int
    let app: String
    /// Whether a message was not sent, and is kept in its field.
    let kept: Bool
    /// What the page says of it; nil for nothing.
    let said: String?
    let phone: String
    let panels: String
    let controls: String
    let guide: String
  }

  let viewers = Viewers()
  /// The mistakes of those of the five blueprints that cannot be used.
  private let mistaken: [AppName: BlueprintCard]
  /// The document for a page that does not exist.
  let missingPage: String
  /// The blueprints that worlds are made from.
  var files: [AppName: BlueprintFile]
  /// The visitor's own blueprint as it was last read.
  var own: BlueprintReading?
  /// The revision of the visitor's own file when it could last be used.
  var readRevision: String?
  /// What visitors changed in the files beside the phones.
  var edits: [AppName: FileEdits] = [:]
  private let chain: SigningChain
  private let pages: Pages
  private let journeys: Journeys
  private let pause: @Sendable () async -> Void
  private let firstUpdate: Int
  private var updates: Int
  /// The number of each app's last update.
  private var shown: [AppName: Int] = [:]
  private var worlds: [AppName: World] = [:]
  private var last: [AppName: Task<World, any Error>] = [:]
  /// The apps whose journey is being taken to a step; nothing pauses and nothing is shown until it is there.
  var hurrying: Set<AppName> = []

  /// Creates the worlds of a folder's blueprints; `pause` is how long their store takes for a purchase.
  ///
  /// A blueprint that cannot be used has no world, and a page with its mistakes.
  /// Updates are numbered from `firstUpdate`, which is higher than the numbers of an earlier run, so that a page that was
  /// open since then recognizes this run's as newer.
  convenience init(
    folder: String, chain: SigningChain, pages: Pages, firstUpdate: Int,
    pause: @escaping @Sendable () async -> Void
  ) async throws {
    var files: [AppName: BlueprintFile] = [:]
    var mistaken: [AppName: BlueprintCard] = [:]
    for app in AppName.examples {
      let name = "\(app.rawValue).yml"
      do {
        files[app] = try BlueprintFile.load(path: "\(folder)/\(name)")
      } catch {
        mistaken[app] = BlueprintCard(error, in: name)
      }
    }
    try await self.init(
      files, own: nil, mistaken: mistaken, chain: chain, pages: pages, firstUpdate: firstUpdate,
      pause: pause)
  }

  init(
    _ files: [AppName: BlueprintFile], own: BlueprintReading?,
    mistaken: [AppName: BlueprintCard] = [:], chain: SigningChain, pages: Pages, firstUpdate: Int,
    pause: @escaping @Sendable () async -> Void
  ) async throws {
    self.files = files
    self.mistaken = mistaken
    self.own = own
    readRevision = own?.file?.revision
    self.chain = chain
    self.pages = pages
    self.firstUpdate = firstUpdate
    updates = firstUpdate
    self.pause = pause
    journeys = try Journeys()
    missingPage = pages.missing(own == nil ? AppName.examples : [.own])
    for app in AppName.allCases where files[app] != nil { worlds[app] = try await make(app) }
  }

  /// The app that the playground opens with: one with mistakes before the others.
  var first: AppName {
    own == nil ? AppName.examples.first { mistaken[$0] != nil } ?? .coachPaid : .own
  }

  /// Whether there is a page of an app.
  func has(_ app: AppName) -> Bool {
    files[app] != nil || mistaken[app] != nil || (app == .own && own != nil)
  }

  /// Whether an app has a journey of a name.
  func hasJourney(_ id: String, in app: AppName) -> Bool {
    journeys.journey(id, of: app) != nil
  }

  /// The document of an app, after earlier actions are done.
  ///
  /// A world that is elsewhere than at the given step of a journey is taken there first.
  func document(of app: AppName, at position: JourneyPosition? = nil) async throws -> String {
    if let mistakes = mistakes(of: app) { return pages.mistakes(mistakes) }
    let world = try await enqueue(app) { world in
      guard let position, world.journey?.position != position else { return world }
      return try await self.follow(position, in: world)
    }
    if position != nil { try show(world) }
    return pages.playground(page(of: world))
  }

  /// The document of a fact in an app's ledger; nil if there is no such fact.
  func fact(at sequence: Int, of app: AppName) async -> String? {
    await worlds[app]?.fact(at: sequence).map { pages.fact($0) }
  }

  /// Performs the visitor's action after earlier ones, and shows the result in every browser.
  func perform(_ action: VisitorAction, in app: AppName) async throws -> String {
    if mistakes(of: app) != nil { return try showMistakes(of: app) }
    let world = try await enqueue(app) { world in
      switch action {
      case .reset: return try await self.replace(world)
      case .follow(let position): return try await self.follow(position, in: world)
      case .leaveJourney: world.journey = nil
      case .takeOver: return try await self.takeOver(world)
      case .travelBack(let past): return try await self.rewind(world, to: past)
      case .showFacts(let customer): world.log.filter = LedgerFilter(customer: customer)
      case .showOlderFacts: world.log.filter.limit += LedgerFilter.rows
      default:
        if !action.keepsJourney { world.journey?.isLeft = true }
        (world.fileChange, world.handOver) = (nil, nil)
        world.log.begin(action.title)
        await world.perform(action)
      }
      return world
    }
    return try show(world)
  }

  /// Ends a story: from every step, a visitor continues at the one where changes of the file show.
  private func takeOver(_ world: World) async throws -> World {
    var taken = world
    if let progress = world.journey, let handOver = progress.journey.handsOver {
      if !progress.isAtHandOver {
        taken = try await begin(progress.journey, at: handOver.step, after: world)
      }
      taken.handOver = handOver.text
    }
    taken.journey = nil
    return taken
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
    return try await begin(journey, at: step, after: world)
  }

  /// Replaces a world by a new one that has taken the first steps of a journey.
  private func begin(_ journey: Journey, at step: Int, after world: World) async throws -> World {
    hurrying.insert(world.app)
    defer { hurrying.remove(world.app) }
    let fresh = try await replace(world)
    fresh.phone.settings.showApp(as: world.phone.settings)
    fresh.journey = JourneyProgress(journey)
    await fresh.readServer()
    for _ in 0..<step { await fresh.takeNextStep() }
    return fresh
  }

  /// Takes a world back: what the visitor had done until a moment is done again in a new world with the same customers.
  private func rewind(_ world: World, to past: PastMoment) async throws -> World {
    guard (0...world.history.count).contains(past.actions), past.at <= world.clock.now else {
      return world
    }
    hurrying.insert(world.app)
    defer { hurrying.remove(world.app) }
    let fresh = try await replace(
      world, seed: world.server.identifiers.seed, origin: world.origin)
    await fresh.perform(again: world.history.entries.prefix(past.actions), until: past.at)
    fresh.journey = world.journey
    fresh.journey?.isLeft = true
    return fresh
  }

  /// Replaces a world by a new one of the same app, whose customers are the same again if it has the same seed.
  func replace(
    _ world: World, seed: UInt64? = nil, origin: WorldOrigin = WorldOrigin()
  ) async throws -> World {
    let fresh = try await make(world.app, seed: seed, origin: origin)
    await world.end()
    worlds[world.app] = fresh
    return fresh
  }

  /// The updates of every app from now on, for a page that includes an app's updates up to a number.
  ///
  /// Where later ones were shown before the page could listen, they begin with the app as it is.
  func updates(of app: AppName?, after number: Int) -> AsyncStream<String> {
    let stream = viewers.stream()
    guard let app, shown[app] ?? firstUpdate > number, !hurrying.contains(app) else {
      return stream
    }
    if mistakes(of: app) != nil { _ = try? showMistakes(of: app) }
    if let world = worlds[app] { _ = try? show(world) }
    return stream
  }

  private func page(of world: World) -> PlaygroundPage {
    var page = world.page
    page.update = shown[world.app] ?? firstUpdate
    page.guide = Guide(
      journeys[world.app], story: journeys.story(of: world.app), at: world.journey,
      now: page.controls.now)
    page.panels.file = filePanel(of: world)
    let features = page.panels.features
    let rule = world.journey?.journey.follows.flatMap {
      RuleExcerpt(of: $0, features, in: text(of: world.app))
    }
    page.guide.journey?.rule = rule
    if world.app == .own {
      page.guide.blueprint = own.map { BlueprintCard($0) }
      if edits[.own]?.isChanged ?? false {
        page.guide.blueprint?.state = "The phone shows your changes, which are not saved."
      }
    }
    return page
  }

  /// What the page of an app without a world shows: the mistakes for which its blueprint cannot be used.
  private func mistakes(of app: AppName) -> MistakesPage? {
    guard files[app] == nil,
      let card = mistaken[app] ?? own.map({ BlueprintCard($0, hasPhone: false) })
    else { return nil }
    return MistakesPage(
      app: app, update: shown[app] ?? firstUpdate, blueprint: card,
      others: own == nil ? AppName.examples.filter { $0 != app } : [])
  }

  /// Shows the mistakes of a blueprint that has no world yet in every browser.
  @discardableResult
  func showMistakes(of app: AppName) throws -> String {
    try send(
      PageUpdate(
        phone: "", panels: "", controls: "",
        guide: mistakes(of: app).map { pages.guide($0.guide.guide, app: app) } ?? ""),
      of: app, kept: false)
  }

  @discardableResult
  func show(_ world: World, saying said: String? = nil) throws -> String {
    try send(
      pages.update(page(of: world)), of: world.app, kept: !world.phone.session.draft.isEmpty,
      saying: said)
  }

  private func send(
    _ page: PageUpdate, of app: AppName, kept: Bool, saying said: String? = nil
  ) throws -> String {
    updates += 1
    shown[app] = updates
    let data = try JSONEncoder().encode(
      Update(
        number: updates, app: app.rawValue, kept: kept, said: said,
        phone: page.phone, panels: page.panels, controls: page.controls, guide: page.guide))
    let update = String(decoding: data, as: UTF8.self)
    viewers.send(update)
    return update
  }

  /// Performs work on a world after what is in progress there.
  func enqueue(
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

  private func make(
    _ app: AppName, seed: UInt64? = nil, origin: WorldOrigin = WorldOrigin()
  ) async throws -> World {
    guard let file = files[app] else { throw CancellationError() }
    return try await World(
      app: app, file: file, chain: chain,
      identifiers: WorldIdentifiers(seed: seed ?? .random(in: .min ... .max)), origin: origin,
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

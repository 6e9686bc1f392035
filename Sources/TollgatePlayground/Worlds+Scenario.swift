import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateScenarios

/// Lives that are saved as scenario files, and opened again.
extension Worlds {
  /// The life in an app's world so far.
  func scenario(of app: AppName) async throws -> LifeScenario {
    let world = try await enqueue(app) { world in
      await world.recordLife()
      return world
    }
    return world.scenario(of: blueprintName(of: app))
  }

  func blueprintName(of app: AppName) -> String {
    app == .own ? own?.name ?? "my-app.yml" : "\(app.rawValue).yml"
  }

  /// Plays a scenario from its beginning in a new world, and shows where it ends.
  ///
  /// A file that is not a scenario of this app changes nothing; the page says why.
  func open(_ yaml: String, named name: String, in app: AppName) async throws -> String {
    guard let file = files[app] else { throw CancellationError() }
    let scenario: Scenario
    do {
      scenario = try Scenario.parse(
        yaml, name: name, blueprint: file, products: file.store ?? StoreKitConfiguration())
    } catch {
      return try show(try await enqueue(app) { $0 }, saying: error.message)
    }
    let world = try await enqueue(app) { world in
      self.hurrying.insert(app)
      defer { self.hurrying.remove(app) }
      let fresh = try await self.replace(
        world, origin: WorldOrigin(start: scenario.start, variants: scenario.forcedVariants))
      fresh.phone.settings.showApp(as: world.phone.settings)
      var player = ScenarioPlayer(scenario, in: fresh)
      await player.play()
      fresh.leftOut = player.leftOut
      return fresh
    }
    return try show(world, saying: Self.note(of: world.leftOut, in: name))
  }

  private static func note(of leftOut: [String], in name: String) -> String? {
    guard !leftOut.isEmpty else { return nil }
    return "The phone cannot repeat all of \(name): \(leftOut.joined(separator: "; "))."
  }
}

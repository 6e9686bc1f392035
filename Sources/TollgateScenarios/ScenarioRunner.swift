import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

/// Runs a scenario against a simulated backend, step by step.
actor ScenarioRunner {
  /// Apple's number for an app whose blueprint has none.
  private static let placeholderAppleID: Int64 = 1_234_567_890

  let scenario: Scenario
  let clock: ManualClock
  let configuration: SimulatedBackend.Configuration
  var backend: SimulatedBackend
  var nudgeJob: NudgeJob
  var devices: [Device.ID: SimulatedDevice]
  /// The code of the latest invitation to each team.
  var invitations: [Team.ID: String] = [:]
  var timeline: Timeline
  /// The number of the last notification that was delivered or held.
  var seen = 0
  var held: [SignedNotification] = []
  var delivery = Delivery.delivered
  var recorded = 0

  init(_ scenario: Scenario) async throws {
    let written = scenario.blueprint.blueprint
    let blueprint =
      switch scenario.variants {
      case .forced(let variants) where !written.definition.experiments.isEmpty:
        Blueprint(written, forcing: variants)
      case .forced, .drawn: written
      }
    let clock = ManualClock(scenario.start)
    let appAppleID = blueprint.app.appAppleID ?? Self.placeholderAppleID
    let store = AppStoreSimulator(
      configuration: scenario.products, bundleID: blueprint.app.bundleID, appAppleID: appAppleID,
      environment: .production, chain: try SigningChain(seed: scenario.store.seed),
      seed: scenario.store.seed, now: scenario.start,
      renewalRate: scenario.store.renewalRate, gracePeriod: scenario.store.gracePeriod)
    self.scenario = scenario
    self.clock = clock
    timeline = Timeline(
      title: "\(blueprint.app.name): \(scenario.title)", file: scenario.file)
    configuration = SimulatedBackend.Configuration(
      identifiers: .numbered(), environments: [.production, .sandbox, .xcode],
      appAppleID: appAppleID)
    backend = try await SimulatedBackend(
      blueprint, revision: scenario.blueprint.revision, store: store, configuration: configuration
    ) { clock.now }
    nudgeJob = NudgeJob(quietly: backend.service)
    devices = Dictionary(
      uniqueKeysWithValues: scenario.devices.map {
        ($0.key, SimulatedDevice(name: $0.key, account: AccountID(rawValue: $0.value)))
      })
  }

  var app: Blueprint.App.ID { backend.app }
  var service: TollgateService { backend.service }
  var store: AppStoreSimulator { backend.store }

  /// Runs every step, even after a failure.
  func play() async throws -> Timeline {
    for (index, step) in scenario.steps.enumerated() { try await play(step, number: index + 1) }
    return timeline
  }

  private func play(_ step: Step, number: Int) async throws {
    if let note = step.note { timeline.lines.append(.note(note)) }
    for name in devices.keys {
      devices[name]?.delivered = []
      devices[name]?.sent = []
    }
    devices[step.device]?.hasJustSubscribed = false
    await move(step)
    let before = try await factCount()
    var outcome = ActionOutcome()
    if let action = step.action {
      do throws(Problem) {
        outcome = try await perform(action, on: step.device, step: number)
      } catch {
        outcome.refusal = error
        let paywall = error.denial?.paywall.map { "; paywall \($0)" } ?? ""
        let reason = action.isAtStore ? " (\(error.message))" : ""
        event(
          step.device.rawValue,
          "\(action.words), and is refused: \(error.code.rawValue)\(reason)\(paywall)")
      }
      await deliverNotifications()
      await settle()
    }
    outcome.recorded = try await factCount() - before
    await check(step, outcome)
  }

  func event(_ who: String, _ what: String) {
    timeline.lines.append(.event(clock.now, who: who, what))
  }

  func fail(
    _ step: Step, at position: YAMLNode.Position? = nil, _ message: String, expected: String? = nil
  ) {
    let position = position ?? step.position
    timeline.lines.append(
      .failure(
        BlueprintDiagnostic(
          file: scenario.file, line: position.line, column: position.column, message: message,
          expected: expected)))
  }

  private func factCount() async throws -> Int {
    while true {
      let entries = try await backend.ledger.entries(after: recorded, in: app, limit: 1000)
      guard let last = entries.last else { return recorded }
      recorded = last.sequence
    }
  }
}

struct ActionOutcome {
  var refusal: Problem?
  var purchase: PurchaseEnding?
  var recorded = 0
}

extension Scenario {
  /// Runs the scenario against the real server core and a simulated store.
  ///
  /// - Returns: What happened, with the expectations that did not hold.
  /// - Throws: An error if it could not run at all.
  public func play() async throws -> Timeline { try await ScenarioRunner(self).play() }
}

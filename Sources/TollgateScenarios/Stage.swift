import AppStoreSimulator
import Synchronization
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateWire

/// Where a scenario runs: the real server over a ledger in memory, and a simulated store, on one clock.
actor Stage {
  /// Apple's number for an app whose blueprint has none.
  private static let placeholderAppleID: Int64 = 1_234_567_890

  let scenario: Scenario
  let clock: StageClock
  let ledger = MemoryLedger()
  let simulator: AppStoreSimulator
  let service: TollgateService
  var handsets: [Device.ID: Handset]
  var timeline: Timeline
  /// The number of the last notification that was delivered or held.
  var seen = 0
  var held: [SignedNotification] = []
  var delivery = Delivery.delivered
  var recorded = 0

  init(_ scenario: Scenario) async throws {
    let blueprint = scenario.blueprint.blueprint
    let clock = StageClock(scenario.start)
    let chain = try SigningChain(seed: scenario.store.seed)
    let appAppleID = blueprint.app.appAppleID ?? Self.placeholderAppleID
    self.scenario = scenario
    self.clock = clock
    timeline = Timeline(
      title: "\(blueprint.app.name): \(scenario.title)", file: scenario.file)
    simulator = AppStoreSimulator(
      configuration: scenario.products, bundleID: blueprint.app.bundleID, appAppleID: appAppleID,
      environment: .production, chain: chain, seed: scenario.store.seed,
      now: scenario.start,
      renewalRate: scenario.store.renewalRate.flatMap(RenewalRate.init) ?? .realTime,
      gracePeriod: scenario.store.gracePeriod.flatMap(GracePeriod.init))
    service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: blueprint, revision: scenario.blueprint.revision,
          verifier: SignedDataVerifier(
            roots: [chain.root], bundleID: blueprint.app.bundleID, appAppleID: appAppleID,
            environments: [simulator.environment]))
      ], ledger: ledger, clock: { clock.now }, identifiers: .numbered(), passwordCost: .negligible)
    handsets = Dictionary(
      uniqueKeysWithValues: scenario.devices.map {
        ($0.key, Handset(name: $0.key, account: AccountID(rawValue: $0.value)))
      })
  }

  var app: Blueprint.App.ID { scenario.blueprint.blueprint.app.id }

  /// Runs every step, also after a failure.
  func play() async throws -> Timeline {
    for (index, step) in scenario.steps.enumerated() { try await play(step, number: index + 1) }
    return timeline
  }

  private func play(_ step: Step, number: Int) async throws {
    if let note = step.note { timeline.lines.append(.note(note)) }
    for name in handsets.keys { handsets[name]?.delivered = [] }
    handsets[step.device]?.hasJustSubscribed = false
    await move(step)
    let before = try await factCount()
    var ending = Ending()
    if let action = step.action {
      do throws(Problem) {
        ending = try await perform(action, on: step.device, step: number)
      } catch {
        ending.refusal = error
        let paywall = error.denial?.paywall.map { "; paywall \($0)" } ?? ""
        event(
          step.device.rawValue, "\(action.words), and is refused: \(error.code.rawValue)\(paywall)")
      }
      await deliverNotifications()
      await settle()
    }
    ending.recorded = try await factCount() - before
    await check(step, ending)
  }

  func event(_ who: String, _ what: String) {
    timeline.lines.append(.event(clock.now, who: who, what))
  }

  func fail(_ step: Step, at place: Place? = nil, _ message: String, expected: String? = nil) {
    let place = place ?? step.place
    timeline.lines.append(
      .failure(
        BlueprintDiagnostic(
          file: scenario.file, line: place.line, column: place.column, message: message,
          expected: expected)))
  }

  private func factCount() async throws -> Int {
    while true {
      let entries = try await ledger.entries(after: recorded, in: app, limit: 1000)
      guard let last = entries.last else { return recorded }
      recorded = last.sequence
    }
  }
}

/// How an action ended.
struct Ending {
  var refusal: Problem?
  var purchase: String?
  var recorded = 0
}

/// The clock that server and store share.
final class StageClock: Sendable {
  private let instant: Mutex<Instant>

  init(_ start: Instant) { instant = Mutex(start) }

  var now: Instant { instant.withLock { $0 } }

  func move(to later: Instant) { instant.withLock { $0 = max($0, later) } }
}

extension Scenario {
  /// Runs the scenario against the real server core and a simulated store.
  ///
  /// - Returns: What happened, with the expectations that did not hold.
  /// - Throws: The reason why it could not run at all.
  public func play() async throws -> Timeline { try await Stage(self).play() }
}

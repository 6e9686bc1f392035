import AppStoreSimulator
import OpenStoreKit
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateClient
import TollgateLedger
import TollgateSimulation

/// What a world begins with.
struct WorldOrigin: Sendable {
  var start = World.start
  /// The variants of the first customer; those that are not named are drawn.
  var variants: [Experiment.ID: Experiment.Variant.ID] = [:]
}

/// One app with everything around it: a store, a server, a phone, and the clock they share.
@MainActor
final class World {
  /// The instant at which a world begins, unless a scenario says another.
  nonisolated static let start = Instant(milliseconds: 1_772_444_460_000)
  nonisolated static let gracePeriod = GracePeriod.sixteenDays

  let origin: WorldOrigin
  let app: AppName
  let file: BlueprintFile
  let blueprint: Blueprint
  let clock: ManualClock
  let simulator: AppStoreSimulator
  let server: WorldServer
  let phone: Phone
  let log: EventLog
  var data = AppData()
  /// The guided journey that the visitor follows.
  var journey: JourneyProgress?
  var purchase: Task<Void, Never>?
  /// What the visitor has done here.
  var history = ActionHistory()
  /// What happened here, as a scenario says it.
  var life: LifeRecord
  /// The last change of the file beside the phone; nil once the visitor has done something since, or taken it back.
  var fileChange: FileChange?
  /// Where the visitor took a story over; nil once they have done something since.
  var handOver: String?
  /// The steps of the scenario that was opened here which could not be repeated.
  var leftOut: [String] = []
  /// What the server holds of the customer on the phone; nil before it knows one.
  private var record: CustomerRecord?
  /// The phases of the customer on the phone so far.
  private(set) var phases = PhaseHistory()
  private var lastCustomer: Customer.ID?
  /// Called when the page should be shown in the middle of an action.
  let onChange: @MainActor (World) async -> Void

  init(
    app: AppName, file: BlueprintFile, chain: SigningChain, identifiers: WorldIdentifiers,
    origin: WorldOrigin = WorldOrigin(),
    pause: @escaping @Sendable () async -> Void,
    onChange: @escaping @MainActor (World) async -> Void
  ) async throws {
    self.app = app
    self.file = file
    blueprint = file.blueprint
    self.origin = origin
    self.onChange = onChange
    life = LifeRecord(file.blueprint, at: origin.start)
    clock = ManualClock(origin.start)
    simulator = AppStoreSimulator(
      configuration: file.store ?? StoreKitConfiguration(),
      bundleID: file.blueprint.app.bundleID, appAppleID: file.blueprint.app.appAppleID ?? 1,
      chain: chain, now: origin.start, gracePeriod: Self.gracePeriod)
    server = try await WorldServer.start(
      file: file, store: simulator, clock: clock, identifiers: identifiers)
    phone = Phone(store: simulator, server: server.address, clock: clock, pause: pause)
    log = EventLog(store: simulator, server: server)
    meetCustomer(with: origin.variants)
    await phone.storeKit.run { await launch() }
    await recordLife()
  }

  /// Ends the world's server, whose data is lost.
  func end() async {
    phone.confirmation.dismiss()
    phone.stopListening()
    await server.stop()
  }

  /// Reads what the page shows of the server.
  func readServer() async {
    await log.readLedger()
    lastCustomer = phone.client == nil ? lastCustomer : phone.client?.customer
    record = if let lastCustomer { await server.record(of: lastCustomer) } else { nil }
    phases.record(
      known, of: phone.personName, in: blueprint, at: clock.now, after: history.count)
  }

  /// What the server knows of the customer on the phone; nil before it knows one.
  var known: Customer? { record?.customer }

  /// When the server last recorded anything of the customer on the phone.
  var told: Instant? {
    record.flatMap { log.excerpt.latest(of: $0.absorbed.union([$0.id])) }
  }

  // MARK: The app's life

  func launch() async {
    let client = phone.launch(app: blueprint.app, serverKey: server.key, clock: clock)
    await client.launch()
    await arrive()
    await confirmPurchase()
    await client.reported()
  }

  func kill() {
    phone.confirmation.dismiss()
    purchase?.cancel()
    phone.kill()
  }

  /// Follows the app's routing table, and shows the paywalls that its main screen shows by itself.
  ///
  /// Those are the route's and the placements'; in an app with a routing table, placements come after signing in.
  func arrive() async {
    let route = followRoute()
    guard let client = phone.client, client.phase != .unknown else { return }
    phone.session.phase = client.phase
    await fetchProfile(with: client)
    guard phone.session.screen == "main" else { return }
    if let route { await client.showPaywall(of: route) }
    guard blueprint.definition.routes.isEmpty || client.account != nil else { return }
    for placement in blueprint.definition.placements {
      await client.showPaywall(at: placement.id)
    }
  }

  /// Creates the rows that the account's profile lacks; without a network, the app continues with what the phone
  /// remembers.
  private func fetchProfile(with client: TollgateClient) async {
    guard !blueprint.definition.profile.isEmpty, client.account != nil else { return }
    do { _ = try await client.profile() } catch { return }
  }

  /// Follows the app's routing table from the current screen.
  ///
  /// - Returns: The route taken; nil if the table has no answer.
  @discardableResult
  func followRoute() -> Route? {
    let route = phone.client?.route(from: phone.session.location)
    if let screen = route?.screen { phone.session.location = screen }
    return route
  }

  // MARK: Time and the store

  /// The next instant at which anything happens by itself.
  var nextInstant: Instant? {
    [
      phone.client?.membership?.nextChange, simulator.nextEvent,
      phone.nudges.next,
    ].compactMap { $0 }.filter { $0 > clock.now }.min()
  }

  /// Lets time pass, stopping wherever the store or the phone does something.
  func advance(to target: Instant) async {
    while clock.now < target {
      let events = [simulator.nextEvent, phone.nudges.next]
      let next = events.compactMap { $0 }.filter { $0 > clock.now && $0 < target }.min() ?? target
      clock.advance(to: next, with: simulator)
      await log.deliver()
      if let latest = phone.nudges.sendDue().last { phone.nudge = latest }
    }
    // Over a running app, a nudge is a banner, which is gone by the next day.
    if phone.isRunning, let nudge = phone.nudge, nudge.at.adding(Period(1, .day)) <= clock.now {
      phone.nudge = nil
    }
    await settle()
  }

  /// Notifies the running app of what happened.
  func settle() async {
    await log.deliver()
    guard let client = phone.client else { return }
    phone.storeKit.catchUp()
    await phone.storeKit.settled()
    await client.reevaluate()
    do {
      try await client.refresh()
    } catch {
      // The phone continues with what it knows; the client reports the reason.
    }
    if client.phase != phone.session.phase { await arrive() } else { followRoute() }
    await confirmPurchase()
  }

  /// Lets the time pass that a purchase waits for the server until the signed transaction decides, as it does on a phone
  /// while the visitor watches.
  private func confirmPurchase() async {
    guard let client = phone.client, client.isAwaitingPurchase,
      let next = client.membership?.nextChange, next > clock.now
    else { return }
    await advance(to: next)
  }
}

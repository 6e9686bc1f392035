import AppStoreSimulator
import Foundation
import Logging
import OpenStoreKit
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateClient
import TollgateLedger
import TollgateServer
import TollgateSimulation

/// One app with everything around it: a store, a server, a phone, and the clock they share.
@MainActor
final class World {
  /// When every world begins.
  nonisolated static let start = Instant(milliseconds: 1_772_444_460_000)

  let app: AppName
  let blueprint: Blueprint
  let clock: ManualClock
  let simulator: AppStoreSimulator
  /// The phone as StoreKit knows it: its store account, and what the visitor does with the purchase sheet.
  let session: StoreSession
  let transport: SwitchableTransport
  let nudges: PhoneNudges
  let confirmation: PurchaseConfirmation
  let storage = MemoryDeviceStorage()
  let server: WorldServer
  var client: TollgateClient?
  var phone = PhoneState()
  var contents: [String: AppContent] = [:]
  /// The number of the last thing made in the app.
  var lastMade = 0
  var receipts: [Receipt] = []
  var person = 0
  var purchase: Task<Void, Never>?
  /// The newest facts of the ledger, as last looked at.
  var facts: [LedgerEntry] = []
  /// Called where the page should be shown in the middle of an action.
  let onChange: @MainActor (World) async -> Void
  private var listening: Task<Void, Never>?
  /// How often the app was launched; each launch makes up other identifiers.
  private var launches = 0

  /// The result of a notification that the store sent.
  struct Receipt {
    let notification: SignedNotification
    let status: Int?
  }

  init(
    app: AppName, file: BlueprintFile, configuration: StoreKitConfiguration, chain: SigningChain,
    pause: @escaping @Sendable () async -> Void,
    onChange: @escaping @MainActor (World) async -> Void
  ) async throws {
    self.app = app
    blueprint = file.blueprint
    let clock = ManualClock(Self.start)
    let confirmation = PurchaseConfirmation()
    self.clock = clock
    self.confirmation = confirmation
    simulator = AppStoreSimulator(
      configuration: configuration, bundleID: file.blueprint.app.bundleID, chain: chain,
      now: Self.start, gracePeriod: .sixteenDays)
    session = StoreSession(joining: simulator, as: Self.person(0))
    session.change { settings in
      settings.answer = { product in
        let answer = await confirmation.ask(Tollgate.Product.ID(product.id))
        if answer != .cancel { await pause() }
        return try answer.outcome
      }
    }
    self.onChange = onChange
    nudges = PhoneNudges(clock: clock)
    server = try await WorldServer.start(file: file, store: simulator, clock: clock)
    transport = SwitchableTransport(URLSessionTransport(server: server.address))
    await session.run { await launch() }
  }

  /// Ends the world's server; what it kept is gone.
  func end() async {
    confirmation.dismiss()
    stopListening()
    await server.stop()
  }

  static func person(_ number: Int) -> AccountID {
    AccountID(
      rawValue:
        "person-\(["a", "b", "c", "d", "e"][number % 5])\(number / 5 == 0 ? "" : "\(number / 5)")")
  }

  /// The store account on the phone.
  var account: AccountID { session.account }

  var personName: String { "Person \(["A", "B", "C", "D", "E"][person % 5])" }

  /// The membership the app believes in.
  var membership: Membership? { client?.membership }

  /// What the app keeps for who is there now.
  var content: AppContent {
    get { contents[contentKey] ?? AppContent() }
    set { contents[contentKey] = newValue }
  }

  var contentKey: String { client?.customer?.rawValue ?? "nobody" }

  // MARK: The app's life

  func launch() async {
    launches += 1
    phone.isRunning = true
    phone.notification = nil
    phone.endSession()
    let client = TollgateClient(
      TollgateClient.Configuration(
        app: blueprint.app.id, serverKey: server.key, transport: transport,
        store: StoreKitStore(), storage: storage, nudges: nudges,
        uptime: { [clock] in Self.start.duration(to: clock.now) },
        makeID: CountedIDs(prefix: launches).next,
        locale: Locale(identifier: "en_US"), timeZone: .gmt))
    self.client = client
    stopListening()
    listening = Task { await client.listenToStore() }
    await client.launch()
    await arrive()
  }

  func kill() {
    confirmation.dismiss()
    purchase?.cancel()
    stopListening()
    client = nil
    phone.isRunning = false
    phone.endSession()
  }

  private func stopListening() {
    listening?.cancel()
    session.relaunch()
  }

  /// Goes where the app's table leads, and shows the paywalls that its main screen shows by itself.
  ///
  /// Those are the route's and the placements'; in an app with a table, placements come after signing in.
  func arrive() async {
    let route = followRoute()
    guard let client, client.phase != .unknown else { return }
    phone.phase = client.phase
    await fetchProfile(with: client)
    guard phone.screen == "main" else { return }
    if let route { await client.showPaywall(of: route) }
    guard blueprint.definition.routes.isEmpty || client.account != nil else { return }
    for placement in blueprint.definition.placements {
      await client.showPaywall(at: placement.id)
    }
  }

  /// Creates the rows that the account's profile lacks; without a network the app continues with what the phone knows.
  private func fetchProfile(with client: TollgateClient) async {
    guard !blueprint.definition.profile.isEmpty, client.account != nil else { return }
    do { _ = try await client.profile() } catch { return }
  }

  /// Goes where the app's table leads from where the phone is.
  ///
  /// - Returns: The route taken; nil if the table has no answer.
  @discardableResult
  func followRoute() -> Route? {
    let route = client?.route(from: phone.location)
    if let screen = route?.screen { phone.location = screen }
    return route
  }

  /// Reads what the page shows of the ledger.
  func look() async { facts = await server.newestFacts(Self.rows) }

  // MARK: Time and the store

  /// When anything happens next by itself.
  var nextInstant: Instant? {
    [
      membership?.nextChange, simulator.nextEvent,
      nudges.next,
    ].compactMap { $0 }.filter { $0 > clock.now }.min()
  }

  /// Lets time pass, stopping wherever the store or the phone does something.
  func advance(to target: Instant) async {
    while clock.now < target {
      let events = [simulator.nextEvent, nudges.next]
      let next = events.compactMap { $0 }.filter { $0 > clock.now && $0 < target }.min() ?? target
      clock.advance(to: next, with: simulator)
      await deliver()
      for nudge in nudges.sendDue() {
        phone.notification = PhoneNotification(
          title: blueprint.app.name, text: nudge.line, time: Words.time(nudge.at),
          action: phone.isRunning ? .navigate("main") : .relaunch)
      }
    }
    await settle()
  }

  /// Posts the store's notifications to the server, as the store would.
  func deliver() async {
    let sent = receipts.last?.notification.sequence ?? 0
    for notification in simulator.notifications(after: sent) {
      let status = await server.post(notification: notification.jws)
      receipts.append(Receipt(notification: notification, status: status))
    }
  }

  /// Lets the running app learn what happened.
  func settle() async {
    await deliver()
    guard let client else { return }
    session.catchUp()
    await session.settled()
    await client.timePassed()
    do {
      try await client.refresh()
    } catch {
      // The phone continues with what it knows; the client reports the reason.
    }
    if client.phase != phone.phase { await arrive() } else { followRoute() }
  }
}

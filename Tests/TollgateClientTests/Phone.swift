import AppStoreSimulator
import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Synchronization
import Testing
import Tollgate
import TollgateClient
import TollgateSimulation

/// A phone in a world: its storage, its network, its store account, its notifications, and the app's client.
@MainActor
final class Phone {
  let world: World
  let name: String
  let storage = MemoryDeviceStorage()
  let network: PhoneNetwork
  let store: PhoneStore
  /// The same store and account as the session behind StoreKit.
  let session: SKTestSession
  let nudges = PhoneNudges()
  private(set) var client: TollgateClient
  private(set) var life: Incarnation
  private let pinsKey: Bool
  private let usesStoreKit: Bool
  private let signsDownload: Bool
  private let writesImmediately: Bool
  private let sleep: (@Sendable (Duration) async throws -> Void)?
  private let locale: Locale
  private let boot: ManualClock
  private let ids: PhoneIDs

  /// Creates a new phone.
  ///
  /// - Parameters:
  ///   - world: The world it belongs to.
  ///   - name: Its name, from which its identifiers are derived.
  ///   - account: The store account on it.
  ///   - killAt: The step before which the app is killed the first time.
  ///   - pinsKey: Whether its app pins the server's key.
  ///   - usesStoreKit: Whether its app buys through StoreKit's interface rather than in plain values.
  ///   - signsDownload: Whether its store, StoreKit, signs the download of the app.
  ///   - writesImmediately: Whether its storage is changed at once rather than in the background.
  ///   - locale: The customer's language and region.
  ///   - sleep: How its app waits; nil leaves waiting to `reevaluate`.
  init(
    _ world: World, _ name: String = "phone", account: AccountID = "apple-id", killAt: Int? = nil,
    pinsKey: Bool = true, usesStoreKit: Bool = false, signsDownload: Bool = false,
    writesImmediately: Bool = true,
    locale: Locale = Locale(identifier: "en_US"),
    sleep: (@Sendable (Duration) async throws -> Void)? = nil
  ) {
    self.world = world
    self.name = name
    self.sleep = sleep
    self.pinsKey = pinsKey
    self.usesStoreKit = usesStoreKit
    self.signsDownload = signsDownload
    self.writesImmediately = writesImmediately
    self.locale = locale
    network = PhoneNetwork(world)
    store = PhoneStore(world.store, account: account)
    session = SKTestSession(StoreSession(joining: world.store, as: account))
    boot = ManualClock(Instant(milliseconds: World.start - 1000))
    ids = PhoneIDs(name)
    life = Incarnation(killAt: killAt)
    let outside = Outside(
      life: life, storage: storage, network: network,
      store: usesStoreKit ? Self.storeKit : store, session: session, notifications: nudges,
      writesImmediately: writesImmediately, signsDownload: signsDownload)
    client = Self.client(world, outside, pinsKey, boot, ids, locale, sleep)
  }

  /// A phone whose app buys through StoreKit and was launched.
  static func launched(
    _ world: World, _ name: String = "phone", account: AccountID = "apple-id"
  ) async -> Phone {
    let phone = Phone(world, name, account: account, usesStoreKit: true)
    await phone.client.launch()
    return phone
  }

  /// Kills and restarts the app; nothing is requested from the server until it launches.
  func relaunch(killAt: Int? = nil) {
    life.kill()
    life = Incarnation(killAt: killAt)
    session.relaunch()
    let outside = Outside(
      life: life, storage: storage, network: network,
      store: usesStoreKit ? Self.storeKit : store, session: session, notifications: nudges,
      writesImmediately: writesImmediately, signsDownload: signsDownload)
    client = Self.client(world, outside, pinsKey, boot, ids, locale, sleep)
  }

  /// Deletes the app and installs it again.
  func reinstall() {
    storage.reinstall()
    relaunch()
  }

  /// Turns the phone off and on again, and starts the app.
  func restart(afterBeingOffFor milliseconds: Int64) {
    world.pass(milliseconds)
    boot.now = world.time.now
    relaunch()
  }

  /// Lets the app listen to the store during an action, and process everything it received.
  ///
  /// It listens to what was bought and to what was chosen in the store.
  func listening(
    chosen: (@MainActor (CatalogProduct.ID) async -> Void)? = nil,
    _ events: () async throws -> Void
  ) async throws {
    let client = client
    let listening = Task { await client.listenToStore(chosen: chosen) }
    #expect(await session.settled(listeners: 2))
    try await events()
    session.store.catchUp()
    #expect(await session.settled(listeners: 2))
    listening.cancel()
    await listening.value
  }

  /// StoreKit, whose answer its app waits for without a clock.
  private static var storeKit: StoreKitStore {
    StoreKitStore(sleep: { _ in try await Waiting.forever() })
  }

  private static func client(
    _ world: World, _ outside: Outside, _ pinsKey: Bool, _ boot: ManualClock, _ ids: PhoneIDs,
    _ locale: Locale, _ sleep: (@Sendable (Duration) async throws -> Void)?
  ) -> TollgateClient {
    let time = world.time
    return TollgateClient(
      TollgateClient.Configuration(
        app: world.app, serverKey: pinsKey ? world.serverKey : nil, transport: outside,
        store: outside,
        storage: outside, nudges: outside, uptime: { boot.now.duration(to: time.now) },
        sleep: sleep,
        makeID: ids.next, locale: locale))
  }
}

/// Identifiers of a phone, the same in every run.
final class PhoneIDs: Sendable {
  private let name: String
  private let count = Mutex(0)

  init(_ name: String) { self.name = name }

  @Sendable func next() -> String {
    count.withLock {
      $0 += 1
      return "\(name)-\($0)"
    }
  }
}

/// A phone's notifications: the requests to the system, in order.
final class PhoneNudges: NudgeScheduler {
  enum Step: Hashable, Sendable {
    case schedule(Nudge.ID, hours: Int64, String)
    case cancel(Nudge.ID)
  }

  private let log = Mutex<[Step]>([])

  var steps: [Step] { log.withLock { $0 } }

  func schedule(_ nudge: PlannedNudge, saying line: String, in delay: Duration) async -> Bool {
    log.withLock { $0.append(.schedule(nudge.id, hours: delay.milliseconds / World.hour, line)) }
    let action = meanwhile.withLock { meanwhile in
      defer { meanwhile = nil }
      return meanwhile
    }
    await action?()
    return true
  }

  func cancel(_ nudge: Nudge.ID) async { log.withLock { $0.append(.cancel(nudge)) } }

  private let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)

  /// Runs an action during the next scheduling of a notification; once.
  func whileScheduling(_ action: @escaping @Sendable () async -> Void) {
    meanwhile.withLock { $0 = action }
  }

  private let lookup = Mutex<(@Sendable () async -> Void)?>(nil)

  /// Runs an action during the next look at what the system reports as pending; once.
  func whileLookingUp(_ action: @escaping @Sendable () async -> Void) {
    lookup.withLock { $0 = action }
  }

  /// What the system reports as pending; nil if it does not report it.
  private let held = Mutex<Set<Nudge.ID>?>(nil)

  /// Sets what the system reports as pending.
  func hold(_ nudges: Set<Nudge.ID>?) { held.withLock { $0 = nudges } }

  func waiting() async -> Set<Nudge.ID>? {
    let action = lookup.withLock { lookup in
      defer { lookup = nil }
      return lookup
    }
    await action?()
    return held.withLock { $0 }
  }
}

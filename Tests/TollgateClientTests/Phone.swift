import AppStoreSimulator
import Foundation
import Synchronization
import Tollgate
import TollgateClient

/// A phone in a world: its storage, its network, its store account, its notifications, and the app's client.
@MainActor
final class Phone {
  let world: World
  let name: String
  let storage = MemoryDeviceStorage()
  let network: PhoneNetwork
  let store: PhoneStore
  let nudges = PhoneNudges()
  private(set) var client: TollgateClient
  private let boot: WorldTime
  private let ids: PhoneIDs

  init(_ world: World, _ name: String = "phone", account: AccountID = "apple-id") {
    self.world = world
    self.name = name
    network = PhoneNetwork(world.router)
    store = PhoneStore(world.store, account: account)
    boot = WorldTime(World.start - 1000)
    ids = PhoneIDs(name)
    client = Self.client(world, storage, network, store, nudges, boot, ids)
  }

  /// Kills the app and starts it again; nothing is asked of the server until it launches.
  func relaunch() {
    client = Self.client(world, storage, network, store, nudges, boot, ids)
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

  private static func client(
    _ world: World, _ storage: MemoryDeviceStorage, _ network: PhoneNetwork, _ store: PhoneStore,
    _ nudges: PhoneNudges, _ boot: WorldTime, _ ids: PhoneIDs
  ) -> TollgateClient {
    let time = world.time
    return TollgateClient(
      TollgateClient.Configuration(
        app: world.app, transport: network, store: store, storage: storage, nudges: nudges,
        uptime: { time.now - boot.now }, makeID: ids.next))
  }
}

/// Names from a phone, the same in every run.
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

/// A phone's notifications: what was asked of the system, in order.
final class PhoneNudges: NudgeScheduler {
  enum Step: Hashable, Sendable {
    case schedule(Nudge.ID, hours: Int64, String)
    case cancel(Nudge.ID)
  }

  private let log = Mutex<[Step]>([])

  var steps: [Step] { log.withLock { $0 } }

  func schedule(_ nudge: PlannedNudge, saying line: String, in milliseconds: Int64) async -> Bool {
    log.withLock { $0.append(.schedule(nudge.id, hours: milliseconds / World.hour, line)) }
    return true
  }

  func cancel(_ nudge: Nudge.ID) async { log.withLock { $0.append(.cancel(nudge)) } }
}

import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateServer
import TollgateSimulation

@testable import TollgateClient

@MainActor
@Suite("Before the first unlock after a restart")
struct ProtectedDataTests {
  private static let allowing: KeyValuePairs = [
    "title: Custom AI Drills": "title: Custom AI Drills\n    offline: { allow: 2 }",
    "upTo: 1": "upTo: 3",
  ]

  /// The phone's app with other storage.
  private func client(_ phone: Phone, _ storage: LockableStorage) -> TollgateClient {
    var configuration = phone.client.configuration
    configuration.storage = storage
    return TollgateClient(configuration)
  }

  private func uses(_ world: World, _ customer: Customer.ID?) async throws -> Int {
    try await world.facts(of: customer).facts.count { $0.kind == .use }
  }

  @Test(
    "storage that is locked at any read loses nothing, and the client continues when it is unlocked",
    arguments: [true, false])
  func reads(staysLocked: Bool) async throws {
    try await World.of("techniq", changing: Self.allowing) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.client.onboardingSeen()
      phone.network.isOnline = false
      _ = try await phone.client.use("custom-drill", key: "drill-1")
      let before = phone.client
      let stored = phone.storage.everything
      phone.network.isOnline = true

      let unlocked = LockableStorage(phone.storage.copy())
      #expect(client(phone, unlocked).device == before.device)
      #expect(unlocked.reads > 10)
      for number in 1...unlocked.reads {
        let title = Comment("locked at read \(number)")
        let storage = LockableStorage(
          phone.storage.copy(), lock: staysLocked ? .fromRead(number) : .atRead(number))
        let requests = phone.network.count
        let client = client(phone, storage)
        #expect(client.phase == .unknown, title)
        #expect((client.device, client.customer) == (nil, nil), title)
        #expect(client.connection == .failed(ClientError(.storageUnavailable)), title)
        #expect(client.notices == [ClientError(.storageUnavailable)], title)
        #expect(await client.showPaywall("pro") == .skipped(.unknown), title)
        #expect(storage.contents.everything == stored, title)
        #expect(phone.network.count == requests, title)

        storage.unlock()
        await client.protectedDataBecameAvailable()
        #expect(client.device == before.device, title)
        #expect(client.customer == before.customer, title)
        #expect(client.phase == .free, title)
        #expect(client.hasSeenOnboarding, title)
        #expect(client.pendingCount == 0, title)
        let token = storage.contents.read("tollgate-session", from: .keychain)
        #expect(token == stored["keychain/tollgate-session"], title)
        let counted = try await uses(world, before.customer)
        #expect(counted == 1, title)
        #expect(client.access(to: "custom-drill").isAllowed, title)
      }
    }
  }

  @Test("while storage is locked nothing is sent, stored or shown, and the launch follows later")
  func launch() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let stored = phone.storage.everything
      let requests = phone.network.count
      let storage = LockableStorage(phone.storage.copy(), lock: .always)
      let client = client(phone, storage)
      await client.launch()
      await client.cameToForeground(showing: nil)
      await client.reevaluate()
      client.onboardingSeen()
      for attempt in 1...3 {
        let error = await #expect(throws: ClientError.self) {
          switch attempt {
          case 1: try await client.use("swing-analysis")
          case 2: try await client.signIn(email: "bob@example.com", password: "correct horse")
          default: try await client.refresh()
          }
        }
        #expect(error == ClientError(.storageUnavailable))
        #expect(error?.isRetryable == true)
      }
      #expect(storage.contents.everything == stored)
      #expect(phone.network.count == requests)
      #expect(client.hasSeenOnboarding)

      storage.unlock()
      await client.cameToForeground(showing: nil)
      #expect(client.account == phone.client.account)
      #expect(client.hasSeenOnboarding)
      #expect(client.connection == .confirmed(world.time.now))
      #expect(phone.network.requests.dropFirst(requests).contains("GET "))
    }
  }

  @Test("a purchase that the store reports while storage is locked reaches its buyer")
  func purchase() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let stored = phone.storage.everything
      let storage = LockableStorage(phone.storage.copy(), lock: .always)
      let client = client(phone, storage)
      _ = await phone.store.purchase("strikelab.pro.monthly", appAccountToken: nil)
      await client.deliverPending()
      await client.deliverPending()
      #expect(client.phase == .unknown)
      #expect(storage.contents.everything == stored)

      storage.unlock()
      await client.protectedDataBecameAvailable()
      #expect(client.phase == .subscribed)
      #expect(client.account == phone.client.account)
      #expect(client.pendingCount == 0)
      let recorded = try await world.facts(of: client.customer).storeTransactions
      #expect(recorded.count == 1)
      #expect(world.store.unfinishedTransactions(of: phone.store.account).isEmpty)
    }
  }

  @Test("a sign-out while storage is locked is made when it is unlocked")
  func signOut() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let storage = LockableStorage(phone.storage.copy(), lock: .always)
      let client = client(phone, storage)
      await client.signOut()
      #expect(storage.contents.everything == phone.storage.everything)
      storage.unlock()
      await client.protectedDataBecameAvailable()
      #expect((client.account, client.customer) == (nil, nil))
      #expect(client.device == phone.client.device)
      #expect(storage.contents.read("tollgate-session", from: .keychain) == nil)
    }
  }

  /// A first launch, a use without a network, and a second launch.
  private func live(_ phone: Phone, _ storage: LockableStorage) async throws -> TollgateClient {
    phone.network.isOnline = true
    let client = client(phone, storage)
    await client.launch()
    client.onboardingSeen()
    phone.network.isOnline = false
    let answer = try await client.use("custom-drill", key: "drill-1")
    #expect(answer.isAllowed)
    return client
  }

  @Test(
    "what cannot be written at any moment is written when storage is unlocked",
    arguments: [true, false])
  func changes(staysLocked: Bool) async throws {
    try await World.of("techniq", changing: Self.allowing, identifiers: .random) { world in
      let unlocked = LockableStorage()
      _ = try await live(Phone(world), unlocked)
      #expect(unlocked.changes > 5)
      for number in 1...unlocked.changes {
        let title = Comment("locked at change \(number)")
        let phone = Phone(world, "phone-\(number)")
        let storage = LockableStorage(
          lock: staysLocked ? .fromChange(number) : .atChange(number))
        let client = try await live(phone, storage)
        #expect((client.phase, client.pendingCount) == (.free, 1), title)

        storage.unlock()
        await client.protectedDataBecameAvailable()
        let names = unlocked.contents.everything.keys.sorted()
        #expect(storage.contents.everything.keys.sorted() == names, title)
        let next = self.client(phone, storage)
        #expect((next.device, next.customer) == (client.device, client.customer), title)
        #expect((next.phase, next.pendingCount) == (.free, 1), title)
        #expect(next.hasSeenOnboarding, title)
        phone.network.isOnline = true
        await next.launch()
        #expect(next.pendingCount == 0, title)
        let counted = try await uses(world, client.customer)
        #expect(counted == 1, title)
      }
    }
  }

  @Test("changes wait in order for the first unlock, the latest for each name")
  func deferring() async throws {
    let locked = LockableStorage(lock: .always)
    let writer = DeviceWriter(locked)
    writer.make(.writing("1", as: "a"))
    writer.make(.writing("2", as: "b"))
    writer.make(.writing("3", as: "a"))
    writer.make(DeviceChange(.remove, of: "b", in: .files))
    await writer.settle()
    #expect(writer.takeFailures() == 0)
    #expect(locked.contents.everything.isEmpty)
    locked.unlock()
    await writer.settle()
    #expect(locked.contents.everything == ["files/a": Data("3".utf8)])
  }

  @Test("a system that denies access to a file says not now; a damaged file is an error")
  func files() {
    for error in [
      CocoaError(.fileReadNoPermission), CocoaError(.fileWriteNoPermission),
      POSIXError(.EPERM), POSIXError(.EACCES),
    ] as [any Error] {
      #expect(DeviceStorageError.ofFile(error) as? DeviceStorageError == .unavailable)
    }
    #expect(DeviceStorageError.ofFile(CocoaError(.fileReadCorruptFile)) is CocoaError)
    #expect(DeviceStorageError.ofFile(POSIXError(.EIO)) is POSIXError)
  }
}

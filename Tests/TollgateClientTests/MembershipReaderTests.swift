import Foundation
import Synchronization
import Testing
import Tollgate
import TollgateServer

@testable import TollgateClient

@MainActor
@Suite("What a widget reads")
struct MembershipReaderTests {
  private func reader(_ world: World, _ phone: Phone, _ storage: any DeviceStorage)
    -> MembershipReader
  {
    MembershipReader(
      app: world.app, serverKey: world.serverKey, storage: storage, bundledBlueprint: nil,
      uptime: phone.client.configuration.uptime())
  }

  @Test("what a widget reads is the app's membership, at any instant, and nothing is written")
  func reads() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      phone.network.isOnline = false
      let stored = phone.storage.everything
      let reader = reader(world, phone, phone.storage)
      #expect(reader.problem == nil)
      #expect(reader.now == phone.client.now)
      #expect(reader.membership()?.phase == .subscribed)
      #expect(reader.access(to: "train").isAllowed)
      let end = try #require(phone.client.membership?.nextChange)
      #expect(reader.membership()?.nextChange == end)
      #expect(reader.nextChange == phone.client.now?.duration(to: end))
      #expect(reader.membership(at: end)?.phase != .unknown)
      #expect(reader.membership(at: end.adding(milliseconds: 60 * World.day))?.phase == .lapsed)
      #expect(phone.storage.everything == stored)
    }
  }

  @Test("EX-18 a widget reads the last membership without a network, with the app's configuration")
  func configuration() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.purchase("strikelab.pro.monthly")
      phone.network.isOnline = false
      let requests = phone.network.count
      let reader = MembershipReader(phone.client.configuration)
      #expect(reader.problem == nil)
      #expect(reader.membership()?.phase == .subscribed)
      #expect(reader.nextChange != nil)
      #expect(phone.network.count == requests)
      var other = phone.client.configuration
      other.serverKey = "bm90IHRoZSBzZXJ2ZXIncyBrZXk="
      #expect(MembershipReader(other).membership()?.phase != .subscribed)
    }
  }

  @Test(
    "what a widget reads is unknown while storage is locked, without a customer, signed out, or forged"
  )
  func unknown() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      #expect(reader(world, phone, phone.storage).membership() == nil)
      #expect(reader(world, phone, phone.storage).problem == nil)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)

      let locked = LockableStorage(phone.storage.copy(), lock: .always)
      #expect(reader(world, phone, locked).membership() == nil)
      #expect(reader(world, phone, locked).access(to: "train") == .unknown)
      #expect(reader(world, phone, locked).problem == ClientError(.storageUnavailable))

      let forged = phone.storage.copy()
      try forged.forge("tollgate-session", in: .keychain, replacing: "ada@", with: "eve@")
      #expect(reader(world, phone, forged).membership()?.phase == .unknown)
      #expect(reader(world, phone, forged).problem?.code == .badSignature)

      let reinstalled = phone.storage.copy()
      reinstalled.reinstall()
      #expect(reader(world, phone, reinstalled).membership() == nil)

      await phone.client.signOut()
      #expect(reader(world, phone, phone.storage).membership()?.phase == .unknown)
    }
  }

  @Test("storage moves to the app group once, whichever step a kill comes after")
  func group() async throws {
    for steps in 0...40 {
      let old = MemoryDeviceStorage()
      let new = MemoryDeviceStorage()
      for name in ["a", "b", "c"] { old.write(Data(name.utf8), as: name, to: .files) }
      let life = Steps(left: steps)
      let moving = MovingStorage(
        old: MortalStorage(contents: old, life: life), new: MortalStorage(contents: new, life: life)
      )
      do {
        #expect(try moving.read(["a", "b"], from: .files).count == 2)
        try moving.append(Data("+".utf8), to: "c", in: .files)
        try moving.write(Data("2".utf8), as: "a", to: .files)
        try moving.remove("b", from: .files)
      } catch {
        #expect(error is Steps.Over)
      }
      let after = MovingStorage(old: old, new: new)
      let a = try #require(try after.read("a", from: .files))
      #expect([Data("a".utf8), Data("2".utf8)].contains(a))
      let b = try after.read("b", from: .files)
      #expect(b == nil || b == Data("b".utf8))
      let c = try #require(try after.read("c", from: .files))
      #expect([Data("c".utf8), Data("c+".utf8)].contains(c))
      #expect(try after.read("a", from: .files) == a)
      for name in ["a", "b", "c"] {
        try after.remove(name, from: .files)
        #expect(try after.read(name, from: .files) == nil)
      }
    }
  }

  @Test("an app that gets a group keeps its session, and its widget reads it")
  func shared() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tollgate-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (own, group) = (folder.appending(path: "own"), folder.appending(path: "group"))
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      var configuration = phone.client.configuration
      configuration.storage = AppDeviceStorage(app: world.app, directory: own)
      let before = TollgateClient(configuration)
      await before.launch()
      #expect(await before.purchase("strikelab.pro.monthly") == .purchased)
      await before.settle()

      let storage = AppDeviceStorage(
        app: world.app, directory: own, sharedDirectory: group, keychainGroup: nil)
      configuration.storage = storage
      phone.network.isOnline = false
      let after = TollgateClient(configuration)
      #expect((after.device, after.customer) == (before.device, before.customer))
      #expect(after.phase == .subscribed)
      await after.settle()

      let widget = AppDeviceStorage(app: world.app, directory: group)
      let reader = reader(world, phone, widget)
      #expect(reader.membership()?.phase == .subscribed)
      #expect(reader.problem == nil)
    }
  }
}

/// The steps after which a process is killed.
private final class Steps: Sendable {
  struct Over: Error {}

  private let left: Mutex<Int>

  init(left: Int) { self.left = Mutex(left) }

  func take() throws {
    try left.withLock { left in
      guard left > 0 else { throw Over() }
      left -= 1
    }
  }
}

private struct MortalStorage: DeviceStorage {
  let contents: MemoryDeviceStorage
  let life: Steps

  func read(_ name: String, from area: StorageArea) throws -> Data? {
    try life.take()
    return contents.read(name, from: area)
  }

  func write(_ data: Data, as name: String, to area: StorageArea) throws {
    try life.take()
    contents.write(data, as: name, to: area)
  }

  func append(_ data: Data, to name: String, in area: StorageArea) throws {
    try life.take()
    contents.append(data, to: name, in: area)
  }

  func remove(_ name: String, from area: StorageArea) throws {
    try life.take()
    contents.remove(name, from: area)
  }
}

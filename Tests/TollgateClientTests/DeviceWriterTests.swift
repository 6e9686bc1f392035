import Foundation
import Synchronization
import Testing
import Tollgate
import TollgateServer

@testable import TollgateClient

/// A storage that counts, fails at chosen changes, and knows whether the main thread waited for it.
private final class FailingStorage: DeviceStorage {
  struct Full: Error {}

  private struct State {
    var changes = 0
    var failures: Range<Int> = 0..<0
    var appended: [Int] = []
    var written = 0
    var usesMainThread = false
  }

  let contents = MemoryDeviceStorage()
  private let state = Mutex(State())

  var changes: Int { state.withLock { $0.changes } }
  /// The sizes of what was added, and the number of whole writes.
  var appended: [Int] { state.withLock { $0.appended } }
  var written: Int { state.withLock { $0.written } }
  var usesMainThread: Bool { state.withLock { $0.usesMainThread } }

  /// Fails the changes with these numbers; of what they add, a part is stored.
  func fail(_ changes: Range<Int>) { state.withLock { $0.failures = changes } }

  func read(_ name: String, from area: StorageArea) throws -> Data? {
    contents.read(name, from: area)
  }

  func write(_ data: Data, as name: String, to area: StorageArea) throws {
    try change(isWhole: true)
    contents.write(data, as: name, to: area)
  }

  func append(_ data: Data, to name: String, in area: StorageArea) throws {
    do {
      try change(isWhole: false)
    } catch {
      contents.append(data.prefix(data.count / 2), to: name, in: area)
      throw error
    }
    state.withLock { $0.appended.append(data.count) }
    contents.append(data, to: name, in: area)
  }

  func remove(_ name: String, from area: StorageArea) throws {
    try change(isWhole: false)
    contents.remove(name, from: area)
  }

  private func change(isWhole: Bool) throws {
    try state.withLock { state in
      if Thread.isMainThread { state.usesMainThread = true }
      state.changes += 1
      if state.failures.contains(state.changes) { throw Full() }
      if isWhole { state.written += 1 }
    }
  }
}

@MainActor
@Suite("Changes to a device's storage")
struct DeviceWriterTests {
  private typealias Fixture = MachineFixture
  private static let allowing: KeyValuePairs = [
    "title: Custom AI Drills": "title: Custom AI Drills\n    offline: { allow: 1000 }",
    "upTo: 1": "upTo: 1000",
  ]

  private func client(_ phone: Phone, _ storage: any DeviceStorage) -> TollgateClient {
    var configuration = phone.client.configuration
    configuration.storage = storage
    return TollgateClient(configuration)
  }

  private func writes(in storage: MemoryDeviceStorage) -> [PendingWrite] {
    OutboxJournal(storage.read("tollgate-outbox", from: .files) ?? Data()).writes
  }

  @Test("changes to a device's storage are made in order and never on the main thread")
  func order() async throws {
    let storage = FailingStorage()
    let writer = DeviceWriter(storage)
    for number in 1...100 { writer.make(.writing("\(number)", as: "name-\(number % 7)")) }
    await writer.settle()
    #expect(storage.contents.names(in: .files).count == 7)
    #expect(storage.contents.read("name-2", from: .files) == Data("100".utf8))
    #expect(!storage.usesMainThread)
  }

  @Test("a report adds one record of its own size, however many wait")
  func constantSize() async throws {
    try await World.of("techniq", changing: Self.allowing) { world in
      let phone = Phone(world)
      let storage = FailingStorage()
      let client = client(phone, storage)
      await client.launch()
      phone.network.isOnline = false
      for number in 1...150 {
        _ = try await client.use("custom-drill", key: Idempotency.Key("drill-\(100 + number)"))
      }
      #expect(client.pendingCount == 150)
      let sizes = storage.appended
      #expect(sizes.count > 140)
      #expect(Set(sizes.suffix(140)).count == 1)
      #expect(writes(in: storage.contents).count == 150)
      #expect(!storage.usesMainThread)
      phone.network.isOnline = true
      await client.flush()
      await client.settle()
      #expect(client.pendingCount == 0)
      #expect(writes(in: storage.contents).isEmpty)
      // 300 records; at most a third of them is written once more.
      #expect(storage.appended.count > 250)
    }
  }

  @Test("a disk that is full at any change of a use refuses that use, and loses none that was made")
  func full() async throws {
    try await World.of("techniq", changing: Self.allowing, identifiers: .random) { world in
      for number in 1...6 {
        let phone = Phone(world, "phone-\(number)")
        let storage = FailingStorage()
        let client = client(phone, storage)
        await client.launch()
        await client.settle()
        phone.network.isOnline = false
        let before = storage.changes
        storage.fail((before + number)..<(before + number + 1))
        var made: [Idempotency.Key] = []
        for use in 1...6 {
          let key = Idempotency.Key("drill-\(use)")
          do throws(ClientError) {
            _ = try await client.use("custom-drill", key: key)
            made.append(key)
          } catch {
            #expect(error == ClientError(.storageFailed))
            #expect(error.isRetryable)
          }
        }
        #expect(client.pendingCount == made.count)
        await client.settle()
        #expect(writes(in: storage.contents).map(\.key) == made, "full at change \(number)")
        // The refused use, made again, counts once.
        for use in 1...6 {
          _ = try await client.use("custom-drill", key: Idempotency.Key("drill-\(use)"))
        }
        phone.network.isOnline = true
        let next = self.client(phone, storage)
        await next.launch()
        #expect(next.pendingCount == 0)
        let counted = try await world.facts(of: next.customer).facts.count { $0.kind == .use }
        #expect(counted == 6, "full at change \(number)")
      }
    }
  }

  @Test("reports are added while others are sent, and each is recorded once")
  func concurrent() async throws {
    try await World.of("techniq", changing: Self.allowing, identifiers: .random) { world in
      let phone = Phone(world)
      let storage = FailingStorage()
      let client = client(phone, storage)
      await client.launch()
      phone.network.isOnline = false
      for use in 1...20 {
        _ = try await client.use("custom-drill", key: Idempotency.Key("a-\(use)"))
      }
      phone.network.isOnline = true
      async let sent: Void = client.reevaluate()
      for _ in 1...20 { client.enqueue(.milestone("discovery")) }
      await sent
      await client.flush()
      await client.settle()
      #expect(client.pendingCount == 0)
      #expect(writes(in: storage.contents).isEmpty)
      let counted = try await world.facts(of: client.customer).facts.count { $0.kind == .use }
      #expect(counted == 20)
    }
  }

  @Test("a launch reads each area once")
  func readsOnce() async throws {
    final class Counting: DeviceStorage {
      let contents = MemoryDeviceStorage()
      let reads = Mutex<[StorageArea]>([])

      func read(_ name: String, from area: StorageArea) throws -> Data? {
        Issue.record("\(name) was read by itself")
        return nil
      }

      func read(_ names: [String], from area: StorageArea) throws -> [String: Data] {
        reads.withLock { $0.append(area) }
        return contents.read(names, from: area)
      }

      func write(_ data: Data, as name: String, to area: StorageArea) {
        contents.write(data, as: name, to: area)
      }

      func append(_ data: Data, to name: String, in area: StorageArea) {
        contents.append(data, to: name, in: area)
      }

      func remove(_ name: String, from area: StorageArea) { contents.remove(name, from: area) }
    }
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let storage = Counting()
      await client(phone, storage).launch()
      #expect(storage.reads.withLock { $0 } == [.keychain, .files])
      #expect(client(phone, storage).phase == .free)
      #expect(storage.reads.withLock { $0.count } == 4)
    }
  }

  @Test("files are added to in place, and a journal of files survives a new client")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tollgate-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let storage = FileDeviceStorage(
      files: folder.appending(path: "files"), keychain: folder.appending(path: "keychain"))
    try storage.append(Data("a".utf8), to: "name", in: .files)
    try storage.append(Data("b".utf8), to: "name", in: .files)
    #expect(try storage.read("name", from: .files) == Data("ab".utf8))
    #expect(try storage.read(["name", "none"], from: .files) == ["name": Data("ab".utf8)])
    try await World.of("techniq", changing: Self.allowing) { world in
      let phone = Phone(world)
      let first = client(phone, storage)
      await first.launch()
      phone.network.isOnline = false
      for use in 1...3 { _ = try await first.use("custom-drill", key: Idempotency.Key("\(use)")) }
      let second = client(phone, storage)
      #expect(second.pendingCount == 3)
      #expect(second.notices.isEmpty)
    }
  }
}

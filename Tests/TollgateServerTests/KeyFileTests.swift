import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("The key file")
struct KeyFileTests {
  static let start = ServerKeysTests.start

  private func error(_ call: () async throws -> some Any) async throws -> ConfigurationError? {
    do {
      _ = try await call()
      return nil
    } catch let error as ConfigurationError {
      return error
    }
  }

  @Test(
    "the key file is its owner's alone, is replaced as a whole, and is never created over another")
  func file() async throws {
    let folder = try TemporaryFolder()
    let file = KeyFile(folder.keys)
    #expect(try await error { try file.read() }?.code == .missingKeys)
    var keys = try ServerKeys(at: Self.start)
    try file.create(keys)
    #expect(try file.read() == keys)
    #expect(try folder.permissions(of: folder.keys) == 0o600)
    let other = try ServerKeys(at: Self.start)
    #expect(
      try await error { try file.create(other) }?.message
        == "The key file already exists: name another, or move this one away if its ledger is gone."
    )
    #expect(try file.read() == keys)
    try file.change { changed throws(ConfigurationError) in
      try changed.add(.answers, at: Self.start)
      keys = changed
    }
    #expect(try file.read() == keys)
    #expect(
      try await error {
        try file.change { changed throws(ConfigurationError) in
          try changed.add(.tokens, at: Self.start)
          try changed.promote("unknown", at: Self.start)
        }
      }?.code == .keys)
    #expect(try file.read() == keys)
    #expect(try folder.permissions(of: folder.keys) == 0o600)
    #expect(try folder.names() == ["live.keys"])
  }

  @Test(
    "the key file keeps its owner when root changes it", .enabled(if: geteuid() == 0, "Needs root.")
  )
  func owner() throws {
    let folder = try TemporaryFolder()
    let file = KeyFile(folder.keys)
    try file.create(try ServerKeys(at: Self.start))
    #expect(chown(folder.keys, 65534, 65534) == 0)
    _ = try file.change { keys throws(ConfigurationError) in
      try keys.add(.answers, at: Self.start).id
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.keys)
    #expect(attributes[.ownerAccountID] as? Int == 65534)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("the key file is changed by one process after another, so that no change is lost")
  func changes() async throws {
    let folder = try TemporaryFolder()
    let file = KeyFile(folder.keys)
    var keys = try ServerKeys(at: Self.start)
    var previous: [String] = []
    for _ in 0..<24 {
      previous.append(keys.current(.answers).id)
      let next = try keys.add(.answers, at: Self.start).id
      try keys.promote(next, at: Self.start)
    }
    try file.create(keys)
    // Each change reads the file and replaces it: without a lock, some would replace what others wrote.
    try await withThrowingTaskGroup { group in
      for id in previous {
        group.addTask {
          try file.change { keys throws(ConfigurationError) in try keys.retire(id) }
        }
      }
      try await group.waitForAll()
    }
    let states = try file.read().keys.filter { $0.use == .answers }.map(\.state)
    #expect(states == Array(repeating: .retired, count: previous.count) + [.current])
    #expect(try folder.names() == ["live.keys"])
  }

  @Test("the key file is locked while it is changed, and no longer once that failed")
  func locked() async throws {
    let folder = try TemporaryFolder()
    let file = KeyFile(folder.keys)
    try file.create(try ServerKeys(at: Self.start))
    let isLocked = try file.change { keys throws(ConfigurationError) in
      try keys.add(.answers, at: Self.start)
      return folder.isLocked
    }
    #expect(isLocked)
    #expect(!folder.isLocked)
    _ = try await error {
      try file.change { keys throws(ConfigurationError) in try keys.retire("unknown") }
    }
    #expect(!folder.isLocked)
  }

  @Test("the key file that others can read is refused", arguments: [0o640, 0o604, 0o660, 0o666])
  func readable(permissions: Int) async throws {
    let folder = try TemporaryFolder()
    let file = KeyFile(folder.keys)
    try file.create(try ServerKeys(at: Self.start))
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: folder.keys)
    #expect(
      try await error { try file.read() }?.message
        == "Others can read the key file: make it readable by its owner only, with `chmod 600`.")
  }

  @Test("the key file that is too long, or contains no keys, is refused")
  func unusable() async throws {
    let folder = try TemporaryFolder()
    for text in ["", "{}", String(repeating: " ", count: ServerKeys.sizeLimit + 1)] {
      #expect(
        FileManager.default.createFile(
          atPath: folder.keys, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
      #expect(try await error { try KeyFile(folder.keys).read() }?.code == .keys)
    }
  }

  @Test("the key file that cannot be used says what to do")
  func advice() async throws {
    let folder = try TemporaryFolder()
    let missing =
      "There is no key file here: name another, or create it with `tollgate server-keys create`."
    let elsewhere = KeyFile(folder.url.appendingPathComponent("none/live.keys").path)
    #expect(try await error { try elsewhere.read() }?.message == missing)
    #expect(
      try await error {
        try elsewhere.change { _ throws(ConfigurationError) in }
      }?.message == missing)
    #expect(
      try await error { try elsewhere.create(try ServerKeys(at: Self.start)) }?.message
        == "The key file cannot be written: its folder does not exist, so create that first.")
    #expect(
      try await error { try KeyFile(folder.url.path).read() }?.message
        == "This is a folder, or a special file: name the file that contains the keys.")
    #expect(
      FileManager.default.createFile(
        atPath: folder.keys, contents: Data("{}".utf8), attributes: [.posixPermissions: 0o600]))
    #expect(
      try await error { try KeyFile(folder.keys).read() }?.message
        == "These are not server keys: use those that `tollgate server-keys create` wrote, or restore them from their backup."
    )
  }

  @Test("the key file is created for a new ledger, and required for one that was served")
  func missing() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.ledger)
    let file = KeyFile(folder.keys)
    let (keys, source) = try await file.keys(of: ledger, at: Self.start)
    #expect(source == .created)
    try FileManager.default.removeItem(atPath: folder.keys)
    let missing = try await error { try await file.keys(of: ledger, at: Self.start) }
    #expect(missing?.code == .missingKeys)
    #expect(try folder.names().contains("live.keys") == false)
    let new = try await file.keys(of: ledger, replacing: true, at: Self.start)
    #expect(new.source == .created)
    #expect(new.keys != keys)
    try await ledger.close()
  }

  @Test("restored with a backup on another machine lets every device continue")
  func restoreDrill() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.ledger)
    var configuration = SimulatedBackend.Configuration.sandbox()
    let (keys, _) = try await KeyFile(folder.keys).keys(of: ledger, at: Self.start)
    configuration.keys = keys
    let server = try await TestServer("strikelab", ledger: ledger, configuration: configuration)
    let phone = try await server.phone()
    let pin = server.service.answerKey
    let backup = folder.url.appendingPathComponent("backup.sqlite")
    _ = try SQLiteLedger.backup(folder.ledger, to: backup.path)
    try await ledger.close()

    // The backup contains none of the keys.
    let bytes = try Data(contentsOf: backup)
    let json = String(decoding: try keys.json(), as: UTF8.self)
    for secret in json.matches(of: /"secret":"([^"]+)"/) {
      let secret = try #require(Data(base64Encoded: String(secret.1)))
      #expect(bytes.firstRange(of: secret) == nil)
      #expect(bytes.firstRange(of: Data(secret.base64EncodedString().utf8)) == nil)
    }

    let machine = try TemporaryFolder()
    _ = try SQLiteLedger.restore(backup.path, to: machine.ledger)
    let restored = try SQLiteLedger(path: machine.ledger)
    // The ledger alone is not enough.
    let refused = try await error {
      try await KeyFile(machine.keys).keys(of: restored, at: Self.start)
    }
    #expect(refused?.code == .missingKeys)
    try FileManager.default.copyItem(atPath: folder.keys, toPath: machine.keys)
    configuration.keys = try await KeyFile(machine.keys).keys(of: restored, at: Self.start).keys
    let again = try await TestServer("strikelab", ledger: restored, configuration: configuration)
    let exchange = try await again.exchange(.me, token: phone.token)
    #expect(exchange.status == 200)
    #expect(
      pin.signed(
        exchange.body.utf8, signature: exchange.headers["tollgate-signature"], app: again.app,
        customer: phone.id))
    try await restored.close()
  }
}

/// A folder with a ledger and its keys that is gone after the test.
private final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("tollgate-keys-\(UUID().uuidString)")
  var ledger: String { url.appendingPathComponent("live.sqlite").path }
  var keys: String { url.appendingPathComponent("live.keys").path }

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Whether somebody holds the lock on the folder.
  var isLocked: Bool {
    let descriptor = open(url.path, O_RDONLY)
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  func permissions(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}

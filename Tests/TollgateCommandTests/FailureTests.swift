import Foundation
import GRDB
import Testing
import TollgateLedger

@testable import TollgateCommand

@Suite("What the command line says when it cannot")
struct FailureTests {
  @Test("CP-9 check shows the offer that App Store Connect cannot create, as a warning")
  func offer() throws {
    let command = try Command(["check", "Blueprints/coach-paid.yml", "--quick"])
    #expect(command.status == 0)
    #expect(
      command.output.contains(
        "coach-paid.yml:40:5: warning: App Store Connect cannot create the introductory offer of `coach.premium.monthly`"
      ))
    #expect(command.output.contains("coach-paid.yml: good, 4 warnings"))
  }

  @Test("check lists every mistake at once and fails")
  func mistakes() throws {
    let folder = try TemporaryFolder()
    try """
    app: { id: a, name: A, bundleID: a.b }
    products: []
    features:
      scan:
        - when: { phase: trail }
          allow: unlimited
        - otherwise: deny
          paywal: plans
    """.write(to: folder.url.appendingPathComponent("a.yml"), atomically: true, encoding: .utf8)
    let command = try Command(["check", "a.yml"], in: folder.url)
    #expect(command.status == 1)
    #expect(command.output.contains("a.yml:5:22: error:"))
    #expect(command.output.contains("did you mean `trial`?"))
    #expect(command.output.contains("a.yml:8:7: error:"))
    #expect(command.output.contains("did you mean `paywall`?"))
  }

  @Test("a blueprint that is not there is named")
  func noFile() throws {
    let command = try Command(["serve", "nope.yml", "--in-memory"])
    #expect(command.status == 1)
    #expect(command.errors == "nope.yml: error: there is no such file\n")
  }

  @Test(
    "a server for production does not start without the app's Apple ID, and says where to add it")
  func noAppleID() throws {
    let folder = try TemporaryFolder()
    try """
    app: { id: a, name: A, bundleID: a.b }
    products:
      pro: { kind: nonConsumable, name: Pro, entitlements: pro, price: 1 USD }
    features:
      scan:
        - when: { entitled: pro }
          allow: unlimited
        - otherwise: deny
    """.write(to: folder.url.appendingPathComponent("a.yml"), atomically: true, encoding: .utf8)
    let command = try Command(["serve", "a.yml", "--in-memory"], in: folder.url)
    #expect(command.status == 1)
    #expect(
      command.errors == """
        a.yml: error: the app has no `appleID`, and without it a server for production refuses every notification of \
        the App Store. Add it under `app`, such as `appleID: 1234567890`; App Store Connect shows the number under App \
        Information. To serve the sandbox alone, add --environment sandbox.

        """)
    let check = try Command(["check", "a.yml"], in: folder.url)
    #expect(check.status == 0)
    #expect(
      check.output.contains(
        "warning: the app has no `appleID`: a server for production does not start without it"))
  }

  @Test(
    "environments that do not go together are refused at once",
    arguments: [
      (["--sandbox", "testers"], "--sandbox testers and --sandbox-tester go together"),
      (["--sandbox-tester", "cus_1"], "--sandbox testers and --sandbox-tester go together"),
      (
        ["--environment", "sandbox", "--sandbox", "refused"],
        "A server for the sandbox cannot refuse it"
      ),
      (["--allow-xcode"], "--allow-xcode lets anybody sign purchases"),
      (["--sandbox-store-api", "http://127.0.0.1:8090"], "name it with --store-key"),
    ])
  func environments(options: [String], sentence: String) throws {
    let command = try Command(["serve", "Blueprints/grobro.yml", "--in-memory"] + options)
    #expect(command.status == 64)
    #expect(command.errors.contains(sentence))
  }

  @Test("a port out of range is refused before anything starts")
  func noPort() throws {
    let command = try Command(["serve", "Blueprints/grobro.yml", "--port", "70000"])
    #expect(command.status == 64)
    #expect(command.errors.contains("error: 70000 is not a port; use 0 to 65535."))
  }

  @Test(
    "a key of the store with a part missing, or an invalid address, is refused at once",
    arguments: [
      (["--store-key", "key.p8"], "--store-key, --store-key-id and --store-issuer-id go together"),
      (
        ["--store-key-id", "K", "--store-issuer-id", "I"],
        "--store-key, --store-key-id and --store-issuer-id go together"
      ),
      (["--store-api", "http://127.0.0.1:8090"], "name it with --store-key"),
      (
        [
          "--store-key", "key.p8", "--store-key-id", "K", "--store-issuer-id", "I", "--store-api",
          "localhost",
        ], "localhost is not a URL; use one such as http://127.0.0.1:8090."
      ),
      (
        [
          "--store-key", "key.p8", "--store-key-id", "K", "--store-issuer-id", "I", "--store-api",
          "http://store.example.com",
        ], "--store-api must be an `https` address, or `http` on this machine"
      ),
      (["--store-api-allow-http"], "--store-api-allow-http needs --store-api"),
    ])
  func storeKeyInParts(options: [String], sentence: String) throws {
    let command = try Command(["serve", "Blueprints/grobro.yml", "--in-memory"] + options)
    #expect(command.status == 64)
    #expect(command.errors.contains(sentence))
  }

  @Test("an invalid key of the store is named, and its content is not shown")
  func noStoreKey() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("AuthKey_K.p8")
    try "secret".write(to: file, atomically: true, encoding: .utf8)
    let command = try Command([
      "serve", "Blueprints/grobro.yml", "--in-memory", "--store-key", file.path, "--store-key-id",
      "K", "--store-issuer-id", "I",
    ])
    #expect(command.status == 1)
    #expect(command.errors.contains("AuthKey_K.p8: error: this is not an App Store Connect key"))
    #expect(!command.errors.contains("secret"))
  }

  @Test("a key for Sign in with Apple with a part missing, or an invalid one, is refused at once")
  func signInKey() throws {
    let incomplete = try Command([
      "serve", "Blueprints/grobro.yml", "--in-memory", "--sign-in-key", "key.p8",
    ])
    #expect(incomplete.status == 64)
    #expect(
      incomplete.errors.contains(
        "--sign-in-key, --sign-in-key-id and --sign-in-team-id go together"))
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("AuthKey_K.p8")
    try "secret".write(to: file, atomically: true, encoding: .utf8)
    let invalid = try Command([
      "serve", "Blueprints/grobro.yml", "--in-memory", "--sign-in-key", file.path,
      "--sign-in-key-id", "K", "--sign-in-team-id", "T",
    ])
    #expect(invalid.status == 1)
    #expect(
      invalid.errors.contains("AuthKey_K.p8: error: this is not a key for Sign in with Apple"))
    #expect(!invalid.errors.contains("secret"))
  }

  @Test("a ledger of a newer version is refused and left alone")
  func newerLedger() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("ledger.sqlite").path
    do {
      let queue = try DatabaseQueue(path: path)
      var migrator = DatabaseMigrator()
      migrator.registerMigration("9999 from the future") { database in
        try database.execute(sql: "CREATE TABLE future (id INTEGER)")
      }
      try migrator.migrate(queue)
      try queue.close()
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let command = try Command(["serve", "Blueprints/grobro.yml", "--database", path])
    #expect(command.status == 1)
    #expect(command.errors.contains("newer version"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("a ledger that does not exist is not created unless asked")
  func missingLedger() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("ledger.sqlite").path
    let command = try Command(["serve", "Blueprints/grobro.yml", "--database", path])
    #expect(command.status == 1)
    #expect(
      command.errors
        == "\(path): error: the file does not exist; add --create to create a new ledger\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test("an empty file is not a ledger, and becomes one only on request")
  func emptyLedger() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("ledger.sqlite").path
    try Data().write(to: URL(fileURLWithPath: path))
    let command = try Command(["serve", "Blueprints/grobro.yml", "--database", path])
    #expect(command.status == 1)
    #expect(
      command.errors
        == "\(path): error: the file is empty; replace it with `tollgate restore`, or add --create "
        + "to create a new ledger\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  @Test("a limit that could not work is refused")
  func limits() throws {
    let command = try Command(["serve", "Blueprints/grobro.yml", "--idle-timeout", "0"])
    #expect(command.status == 64)
    #expect(
      command.errors.contains("--idle-timeout must be a number from 1 to 1000000, not 0."))
  }

  @Test("a ledger that nobody may write is refused")
  func readOnlyLedger() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("ledger.sqlite").path
    try DatabaseQueue(path: path).close()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let command = try Command(["serve", "Blueprints/grobro.yml", "--database", path])
    #expect(command.status == 1)
    #expect(command.errors == "\(path): error: The database file is read-only.\n")
  }

  @Test("a ledger that another server has open is refused, and named")
  func ledgerInUse() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("ledger.sqlite").path
    let other = try SQLiteLedger(path: path)
    let command = try Command(["serve", "Blueprints/grobro.yml", "--database", path])
    try await other.close()
    #expect(command.status == 1)
    #expect(
      command.errors == """
        \(path): error: Another process has the database file open: stop it first, or use another file.

        """)
  }

  @Test("a file that is not a ledger is refused and left alone")
  func noLedger() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("ledger.sqlite")
    try Data(repeating: 65, count: 8192).write(to: file)
    let command = try Command(["serve", "Blueprints/grobro.yml", "--database", file.path])
    #expect(command.status == 1)
    #expect(command.errors.hasPrefix("\(file.path): error: "))
    #expect(try Data(contentsOf: file) == Data(repeating: 65, count: 8192))
  }

  @Test("the playground names a folder that does not exist")
  func noBlueprints() throws {
    let folder = try TemporaryFolder()
    let command = try Command(
      ["playground", "--blueprints", "Nowhere", "--port", "0"], in: folder.url)
    #expect(command.status == 1)
    #expect(command.errors == "Nowhere: error: there is no such folder\n")
  }

  @Test("a port in use is named, and the server that has it keeps running")
  func portInUse() throws {
    let first = Process()
    first.executableURL = Command.executable
    first.arguments = ["serve", "Blueprints/grobro.yml", "--in-memory", "--port", "0"]
    first.currentDirectoryURL = Command.root
    let output = Pipe()
    first.standardOutput = output
    first.standardError = FileHandle.nullDevice
    try first.run()
    defer { first.terminate() }
    var text = ""
    while !text.contains("http://"), let data = try output.fileHandleForReading.read(upToCount: 1) {
      text += String(decoding: data, as: UTF8.self)
    }
    while !text.hasSuffix("\n"), let data = try output.fileHandleForReading.read(upToCount: 1) {
      text += String(decoding: data, as: UTF8.self)
    }
    #expect(text.contains("Does not ask the App Store about missed notifications"))
    let port = try #require(text.split(whereSeparator: { $0 == ":" || $0 == "\n" }).last)
    let second = try Command(
      ["serve", "Blueprints/grobro.yml", "--in-memory", "--port", String(port)])
    #expect(second.status == 1)
    #expect(
      second.errors.contains("Another process listens at 127.0.0.1:\(port): choose another port."))
    #expect(first.isRunning)
  }
}

import Foundation
import Testing
import TollgateLedger

@testable import TollgateCommand

@Suite("Server keys on the command line")
struct ServerKeysTests {
  /// The columns of `server-keys list`, without the instants.
  private func list(_ folder: TemporaryFolder) throws -> [[String]] {
    let list = try Command(["server-keys", "list"], in: folder.url)
    #expect(list.status == 0, "\(list.errors)")
    return list.output.split(separator: "\n").dropFirst().map { line in
      line.split(separator: " ").enumerated().filter { $0.offset != 3 }.map { String($0.element) }
    }
  }

  @Test("server keys are made, listed without secrets, rotated and retired on the command line")
  func lifecycle() throws {
    let folder = try TemporaryFolder()
    let made = try Command(["server-keys", "create"], in: folder.url)
    #expect(made.status == 0)
    let rows = try list(folder)
    #expect(rows.map { Array($0[1...2]) } == [["tokens", "current"], ["answers", "current"]])
    let pin = try #require(rows[1].last)
    #expect(
      made.output == """
        Created tollgate.keys: back it up, apart from the ledger.
        Answers are signed with \(pin): pin it in your clients.

        """)
    let file = folder.url.appendingPathComponent("tollgate.keys")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let added = try Command(["server-keys", "add", "answers"], in: folder.url)
    let next = try #require(try list(folder).last)
    #expect(
      added.output == """
        Added \(next[0]), which signs answers once it is promoted.
        Pin it in your clients together with the current key: \(next[3])

        """)
    let promoted = try Command(["server-keys", "promote", next[0]], in: folder.url)
    #expect(promoted.output == "\(next[0]) signs after the server's next start.\n")
    let retired = try Command(["server-keys", "retire", rows[1][0]], in: folder.url)
    #expect(retired.output == "\(rows[1][0]) is retired, from the server's next start on.\n")
    #expect(
      try list(folder) == [
        rows[0], [rows[1][0], "answers", "retired"], [next[0], "answers", "current", next[3]],
      ])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["tollgate.keys"])
  }

  @Test("a failure says what to do, and changes nothing")
  func failures() throws {
    let folder = try TemporaryFolder()
    #expect(try Command(["server-keys", "create"], in: folder.url).status == 0)
    let file = folder.url.appendingPathComponent("tollgate.keys")
    let before = try Data(contentsOf: file)
    let rows = try list(folder)
    let failures: [([String], String)] = [
      (
        ["create"],
        "tollgate.keys: error: The key file already exists: name another, or move this one away if its ledger is gone.\n"
      ),
      (
        ["list", "--key-file", "other.keys"],
        "other.keys: error: There is no key file here: name another, or create it with `tollgate server-keys create`.\n"
      ),
      (
        ["promote", "0123"],
        "tollgate.keys: error: There is no server key 0123: `tollgate server-keys list` shows them.\n"
      ),
      (
        ["retire", rows[0][0]],
        "tollgate.keys: error: The key \(rows[0][0]) is the current one: promote another key for tokens first.\n"
      ),
    ]
    for (arguments, text) in failures {
      let command = try Command(["server-keys"] + arguments, in: folder.url)
      #expect(command.status == 1)
      #expect(command.errors == text)
    }
    #expect(try Data(contentsOf: file) == before)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    let readable = try Command(["server-keys", "list"], in: folder.url)
    #expect(
      readable.errors
        == "tollgate.keys: error: Others can read the key file: make it readable by its owner only, with `chmod 600`.\n"
    )
  }

  @Test("a server refuses a ledger without its keys, or with those of another, and says what to do")
  func serve() async throws {
    let folder = try TemporaryFolder()
    let database = folder.url.appendingPathComponent("live.sqlite").path
    let keys = folder.url.appendingPathComponent("live.keys").path
    let ledger = try SQLiteLedger(path: database)
    try await ledger.set(.serverKeys, to: "0123456789abcdef=current")
    try await ledger.close()
    let serve = [
      "serve", "Blueprints/grobro.yml", "--environment", "sandbox", "--database", database,
    ]
    let lost = """
      If they are lost, add --replace-keys: every session then ends, and apps that pin the old key no longer trust the \
      server.
      """
    let advice =
      "If the ledger's own keys are elsewhere, name their file with --key-file. \(lost)"
    let missing = try Command(serve)
    #expect(missing.status == 1)
    #expect(
      missing.errors == """
        \(keys): error: There is no key file here, and the ledger belongs to the keys that were in it: restore the \
        file from its backup. \(advice)

        """)
    #expect(!FileManager.default.fileExists(atPath: keys))
    let made = try Command(["server-keys", "create", "--key-file", keys])
    #expect(made.status == 0)
    let mismatch =
      "These are not the ledger's keys, or an outdated copy of them: the key 0123456789abcdef is missing."
    let wrong = try Command(serve)
    #expect(wrong.errors == "\(keys): error: \(mismatch) \(advice)\n")

    let printed = try Command(["server-keys", "create", "--print"])
    let environment = try Command(serve, environment: ["TOLLGATE_KEYS": printed.output])
    #expect(
      environment.errors
        == "TOLLGATE_KEYS: error: \(mismatch) Set the ledger's own keys, or name their file with --key-file. \(lost)\n"
    )
    let damaged = try Command(serve, environment: ["TOLLGATE_KEYS": "secret"])
    #expect(
      damaged.errors
        == "TOLLGATE_KEYS: error: These are not server keys: use those that `tollgate server-keys create` wrote, or restore them from their backup.\n"
    )
    // What has nothing to do with other keys does not advise to give up these.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keys)
    let readable = try Command(serve)
    #expect(
      readable.errors
        == "\(keys): error: Others can read the key file: make it readable by its owner only, with `chmod 600`.\n"
    )
  }

  @Test("the key file is in the ledger's folder unless it is named")
  func paths() {
    for (database, path) in [
      ("tollgate.sqlite", "tollgate.keys"), ("/var/lib/live.sqlite", "/var/lib/live.keys"),
      ("ledger", "ledger.keys"), ("v1.2/ledger", "v1.2/ledger.keys"), ("a.keys", "a.keys.keys"),
      ("postgres://db/live.db", "tollgate.keys"),
    ] {
      #expect(KeyFileOptions.path(beside: database) == path)
    }
  }
}

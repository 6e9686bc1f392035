import Foundation
import Testing
import Tollgate

@testable import TollgateCommand
@testable import TollgateLedger

@Suite("Secret keys on the command line")
struct KeysTests {
  /// An empty ledger in a folder.
  private static func folder() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await SQLiteLedger(path: folder.url.appendingPathComponent("tollgate.sqlite").path).close()
    return folder
  }

  @Test("EX-12 a key is made, shown once, listed without its secret, and revoked")
  func lifecycle() async throws {
    let folder = try await Self.folder()
    let made = try Command(
      ["keys", "create", "--app", "coach", "--name", "backend"], in: folder.url)
    #expect(made.status == 0)
    let key = made.output.trimmingCharacters(in: .newlines)
    #expect(key.wholeMatch(of: /sk_coach_[0-9a-f]{80}/) != nil)
    let id = String(key.dropLast(64))
    #expect(
      made.errors == """
        This key of the app coach is shown only once: keep it where your backend reads its secrets.
        To revoke it: tollgate keys revoke \(id)

        """)

    let instant = /\d{4}-\d\d-\d\dT\d\d:\d\dZ/
    let listed = try Command(["keys", "list", "--app", "coach"], in: folder.url)
    #expect(
      listed.output.replacing(instant, with: "2026-03-01T09:00Z") == """
        KEY                        NAME     SCOPE    CREATED            LAST USED  STATUS
        \(id)  backend  backend  2026-03-01T09:00Z  never      valid

        """)
    let ending = try Command(["keys", "revoke", id, "--after", "7"], in: folder.url)
    #expect(
      ending.output.replacing(instant, with: "2026-03-08T09:00Z")
        == "\(id) (backend) is valid until 2026-03-08T09:00Z.\n")
    let valid = try Command(["keys", "list", "--app", "coach"], in: folder.url)
    #expect(valid.output.contains("never      valid until 20"))
    let revoked = try Command(["keys", "revoke", id], in: folder.url)
    #expect(revoked.output == "\(id) (backend) is revoked.\n")
    let after = try Command(["keys", "list", "--app", "coach"], in: folder.url)
    #expect(after.output.contains("never      revoked 20"))
    // The ledger's files do not contain the secret.
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.url, includingPropertiesForKeys: nil)
    let contents = try files.reduce(into: Data()) { $0 += try Data(contentsOf: $1) }
    #expect(contents.firstRange(of: Data(id.utf8)) != nil)
    #expect(contents.firstRange(of: Data(key.suffix(64).utf8)) == nil)
  }

  @Test("a key has the scope it was made with, which is one of those that exist")
  func scopes() async throws {
    let folder = try await Self.folder()
    let create = ["keys", "create", "--app", "coach", "--name", "d", "--scope"]
    #expect(try Command(create + ["read"], in: folder.url).status == 0)
    let list = try Command(["keys", "list", "--app", "coach"], in: folder.url)
    #expect(list.output.contains("  d     read   20"))
    let wrong = try Command(create + ["admin"], in: folder.url)
    #expect(wrong.status != 0)
    #expect(wrong.output.isEmpty)
    #expect(wrong.errors.contains("'admin'"))
    let delay = try Command(["keys", "revoke", "sk", "--after", "366"], in: folder.url)
    #expect(delay.status != 0)
    #expect(delay.errors.contains("`--after` must be between 0 and 365 days."))
  }

  @Test("a whole key can be revoked, and other apps' lists are empty")
  func wholeKey() async throws {
    let folder = try await Self.folder()
    let made = try Command(["keys", "create", "--app", "coach", "--name", "b"], in: folder.url)
    let key = made.output.trimmingCharacters(in: .newlines)
    let other = try Command(["keys", "list", "--app", "garden"], in: folder.url)
    #expect(other.output == "The app garden has no keys.\n")
    #expect(try Command(["keys", "revoke", key], in: folder.url).status == 0)
    let list = try Command(["keys", "list", "--app", "coach"], in: folder.url)
    #expect(list.output.contains("revoked"))
  }

  @Test("a key is refused for a misspelled app, and noted for one that the ledger does not know")
  func unknownApp() async throws {
    let folder = try await Self.folder()
    let create = ["keys", "create", "--name", "backend", "--app"]
    // The ledger knows no app: it may not have been served yet.
    let first = try Command(create + ["scrbe"], in: folder.url)
    #expect(first.status == 0)
    #expect(!first.errors.contains("note"))
    let ledger = try SQLiteLedger(
      path: folder.url.appendingPathComponent("tollgate.sqlite").path)
    try await ledger.set(.blueprintRevisions(of: "scribe"), to: "[]")
    try await ledger.close()
    let misspelled = try Command(create + ["scrbe"], in: folder.url)
    #expect(misspelled.status == 1)
    #expect(misspelled.output.isEmpty)
    #expect(
      misspelled.errors == """
        tollgate.sqlite: error: the ledger has no app `scrbe`; did you mean `scribe`? \
        If the app is new, serve its blueprint first

        """)
    let new = try Command(create + ["garden"], in: folder.url)
    #expect(new.status == 0)
    #expect(
      new.errors.hasPrefix(
        """
        tollgate.sqlite: note: the ledger has no app `garden`, only `scribe`: \
        check the name, or serve the new app's blueprint.

        """))
    let known = try Command(create + ["scribe"], in: folder.url)
    #expect(known.status == 0)
    #expect(!known.errors.contains("note"))
  }

  @Test("a failure says what to do, and creates no ledger")
  func failures() async throws {
    let folder = try await Self.folder()
    let rows: [([String], String)] = [
      (["revoke", "sk_coach_0"], "error: There is no such key.\n"),
      (
        ["create", "--app", "coach", "--name", ""],
        "error: The name of a key must have 1 to 100 printable characters.\n"
      ),
      (
        ["list", "--app", "coach", "--database", "other.sqlite"],
        """
        other.sqlite: error: there is no ledger here: name it with --database, or create it with \
        `tollgate serve --create`

        """
      ),
    ]
    for (arguments, sentence) in rows {
      let command = try Command(["keys"] + arguments, in: folder.url)
      #expect(command.status == 1)
      #expect(command.errors == sentence)
      #expect(command.output.isEmpty)
    }
    #expect(
      !FileManager.default.fileExists(
        atPath: folder.url.appendingPathComponent("other.sqlite").path))
  }
}

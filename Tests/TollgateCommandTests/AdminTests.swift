import Foundation
import Testing
import Tollgate

@testable import TollgateCommand
@testable import TollgateLedger

@Suite("People on the command line")
struct AdminTests {
  /// An empty ledger in a folder.
  private static func folder() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await SQLiteLedger(path: folder.url.appendingPathComponent("tollgate.sqlite").path).close()
    return folder
  }

  @Test("a person gets a link that is shown once, is listed without it, and is removed")
  func lifecycle() async throws {
    let folder = try await Self.folder()
    func admin(_ arguments: String...) throws -> Command {
      try Command(["admin"] + arguments + ["--app", "coach"], in: folder.url)
    }
    let made = try admin("create", "Ada@example.com", "--role", "read-only")
    #expect(made.status == 0)
    let pattern = /http:\/\/127\.0\.0\.1:8080\/admin\/coach\/sign-in\?link=([0-9a-f]{64})\n/
    let link = try #require(made.output.wholeMatch(of: pattern)?.output.1)
    #expect(
      made.errors == """
        This link signs ada@example.com in to coach as read-only, once and within 24 hours.
        It is shown only once; for another one: tollgate admin link ada@example.com --app coach

        """)
    let listed = try admin("list")
    #expect(
      listed.output.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\dZ/, with: "2026-03-01T09:00Z") == """
        EMAIL            ROLE       ADDED              LINK
        ada@example.com  read-only  2026-03-01T09:00Z  valid until 2026-03-01T09:00Z

        """)
    let again = try admin(
      "link", "ada@example.com", "--role", "owner", "--url", "https://t.example.com/")
    #expect(again.output.hasPrefix("https://t.example.com/admin/coach/sign-in?link="))
    #expect(!again.output.contains(link))
    #expect(again.errors.contains("in to coach as owner"))
    // The ledger's files do not contain the secret.
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.url, includingPropertiesForKeys: nil)
    let contents = try files.reduce(into: Data()) { $0 += try Data(contentsOf: $1) }
    #expect(contents.firstRange(of: Data("ada@example.com".utf8)) != nil)
    #expect(contents.firstRange(of: Data(link.utf8)) == nil)
    let removed = try admin("remove", "ada@example.com")
    #expect(removed.output == "ada@example.com is removed from coach, and signed out.\n")
    #expect(try admin("list").output == "The app coach has no people.\n")
  }

  @Test("a person is not added to a misspelled app")
  func misspelledApp() async throws {
    let folder = try await Self.folder()
    let ledger = try SQLiteLedger(
      path: folder.url.appendingPathComponent("tollgate.sqlite").path)
    try await ledger.set(.blueprintRevisions(of: "scribe"), to: "[]")
    try await ledger.close()
    let command = try Command(
      ["admin", "create", "ada@example.com", "--role", "owner", "--app", "scrbe"], in: folder.url)
    #expect(command.status == 1)
    #expect(command.output.isEmpty)
    #expect(
      command.errors == """
        tollgate.sqlite: error: the ledger has no app `scrbe`; did you mean `scribe`? \
        If the app is new, serve its blueprint first

        """)
  }

  @Test("a failure says what to do")
  func failures() async throws {
    let folder = try await Self.folder()
    let rows: [([String], String)] = [
      (["create", "ada", "--role", "owner"], "This is not an email address."),
      (["create", "ada@example.com", "--role", "admin"], "'admin'"),
      (["create", "ada@example.com"], "--role"),
      (["remove", "ada@example.com"], "There is no such person: `tollgate admin list`"),
      (["link", "ada@example.com"], "There is no such person: `tollgate admin list`"),
      (
        ["create", "ada@example.com", "--role", "owner", "--url", "t.example.com"],
        "`--url` must begin with https:// or http://."
      ),
    ]
    for (arguments, message) in rows {
      let command = try Command(["admin"] + arguments + ["--app", "coach"], in: folder.url)
      #expect(command.status != 0)
      #expect(command.output.isEmpty)
      #expect(command.errors.contains(message), "\(arguments): \(command.errors)")
    }
  }
}

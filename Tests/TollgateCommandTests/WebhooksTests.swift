import ArgumentParser
import Foundation
import Testing
import TollgateLedger

@testable import TollgateCommand

@Suite("Webhooks on the command line")
struct WebhooksTests {
  private static let secret = "whsec_" + Data(0..<32).base64EncodedString()

  @Test("EX-14 nothing is listed or replayed before a server has delivered events")
  func nothing() async throws {
    let folder = try TemporaryFolder()
    try await SQLiteLedger(path: folder.url.appendingPathComponent("tollgate.sqlite").path).close()
    let listed = try Command(["webhooks", "list", "--app", "coach"], in: folder.url)
    #expect(listed.output == "No events of the app coach have been delivered yet.\n")
    let replayed = try Command(
      ["webhooks", "replay", "--app", "coach", "--from", "2026-03-01"], in: folder.url)
    #expect(replayed.status == 1)
    #expect(replayed.errors.contains("No server has delivered events of the app coach"))
    let time = try Command(
      ["webhooks", "replay", "--app", "coach", "--until", "yesterday"], in: folder.url)
    #expect(time.status == 64)
    #expect(time.errors.hasPrefix("error: --until is not a date and time;"))
  }

  @Test("EX-14 a test event goes to a file, or to an address that is allowed")
  func test() throws {
    let folder = try TemporaryFolder()
    let sent = try Command(
      ["webhooks", "test", "--app", "coach", "--webhook-file", "events.jsonl"], in: folder.url)
    #expect(sent.output == "The file accepted the event.\n")
    let line = try String(
      contentsOf: folder.url.appendingPathComponent("events.jsonl"), encoding: .utf8)
    #expect(line.hasPrefix(#"{"app":"coach","data":{},"id":"evt_test","timestamp":""#))
    #expect(line.hasSuffix(#""type":"webhook.test"}"# + "\n"))
    let cases: [(words: [String], secret: String?, status: Int32, error: String)] = [
      ([], nil, 64, "error: Name a destination with --webhook-url or --webhook-file.\n"),
      (["--webhook-allow-http"], nil, 64, "error: --webhook-allow-http needs --webhook-url.\n"),
      (
        ["--webhook-url", "https://example.com"], nil, 1,
        "error: --webhook-url needs a secret: name a file with --webhook-secret-file, or set TOLLGATE_WEBHOOK_SECRET."
      ),
      (
        ["--webhook-url", "http://example.com"], Self.secret, 1,
        "error: The webhook must be an `https` address; `--webhook-allow-http` allows `http`."
      ),
      (
        ["--webhook-url", "https://10.0.0.1"], Self.secret, 1,
        "error: The webhook's address is private; private addresses must be allowed."
      ),
      (
        ["--webhook-url", "https://localhost:1"], Self.secret, 1,
        "error: The url did not accept the event."
      ),
    ]
    for (words, secret, status, error) in cases {
      let command = try Command(
        ["webhooks", "test", "--app", "coach"] + words, in: folder.url,
        environment: secret.map { ["TOLLGATE_WEBHOOK_SECRET": $0] } ?? [:])
      #expect(command.status == status)
      #expect(command.errors.hasPrefix(error), "\(words)")
      #expect(command.output.isEmpty)
    }
  }

  @Test("webhooks' help says what it does, with examples")
  func help() {
    #expect(
      TollgateCommand.helpMessage(for: WebhooksCommand.self, columns: 80).hasPrefix(
        """
        OVERVIEW: Show and replay the events that a server delivers.

        `tollgate serve --webhook-url` posts what happens to an address, and
        --webhook-file appends it to a file. A running server does a replay, and needs
        no restart.

        EXAMPLES:
          tollgate webhooks list --app coach
          tollgate webhooks replay --app coach --customer cus_5d20
          tollgate webhooks replay --app coach --from 2026-03-01 --to file
          tollgate webhooks test --app coach --webhook-url https://example.com/hook

        USAGE: tollgate webhooks <subcommand>
        """))
  }
}

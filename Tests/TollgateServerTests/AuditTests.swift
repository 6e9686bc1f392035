import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The audit list")
struct AuditTests {
  /// A server on which something was done every day from March 3rd on, by two people.
  private static func server() async throws -> TestServer {
    let server = try await TestServer("coach-paid")
    let rows: [(day: String, author: String, action: LedgerAuditEntry.Action)] = [
      ("2026-03-03", "ada@example.com", .granted), ("2026-03-04", "ben@example.com", .granted),
      ("2026-03-05", "ada@example.com", .keyRevoked), ("2026-03-06", "command line", .keyRevoked),
      ("2026-03-07", "ada@example.com", .granted),
    ]
    for row in rows {
      let entry = LedgerAuditEntry(
        id: "e.\(row.day)", at: try #require(Instant(row.day)), author: row.author,
        action: row.action, customer: row.action == .granted ? "maya" : nil, subject: row.day,
        reason: row.action == .granted ? "The outage" : nil)
      try await server.ledger.administration.record(entry, in: server.app)
    }
    return server
  }

  private static let path = "/operator/audit?from=2026-03-03"

  @Test(
    "EX-13 an owner's key reads the audit list, newest first, by person, action, customer and time")
  func filters() async throws {
    let owner = try await TestOperator(try await Self.server(), .owner)
    let rows: [(query: String, days: [String])] = [
      ("", ["07", "06", "05", "04", "03"]), ("&by=ada%40example.com", ["07", "05", "03"]),
      ("&by=command%20line", ["06"]), ("&by=ada", []), ("&action=key-revoked", ["06", "05"]),
      ("&customer=maya", ["07", "04", "03"]), ("&until=2026-03-05", ["04", "03"]),
      ("&until=2026-03-05T00:00:01Z&action=key-revoked", ["05"]),
      ("&by=ben%40example.com&action=key-revoked", []),
    ]
    for row in rows {
      let list: AuditList = try await owner.read(Self.path + row.query)
      #expect(
        list.entries.compactMap(\.subject) == row.days.map { "2026-03-\($0)" }, "\(row.query)")
      #expect(list.next == nil)
      #expect(list.serverTime == owner.server.now)
    }
    let list: AuditList = try await owner.read("\(Self.path)&until=2026-03-04")
    let at = try #require(Instant("2026-03-03"))
    #expect(
      list.entries == [
        AuditList.Entry(
          at: at, by: "ada@example.com", action: "granted", customer: "maya",
          subject: "2026-03-03", reason: "The outage")
      ])
  }

  @Test("the audit list is read in pages, the last of which has no next one")
  func paging() async throws {
    let owner = try await TestOperator(try await Self.server(), .owner)
    for (limit, pages) in [(2, [2, 2, 1]), (4, [4, 1]), (5, [5]), (500, [5])] {
      var (sizes, days): ([Int], [String]) = ([], [])
      var next: String?
      repeat {
        let after = next.map { "&after=\($0)" } ?? ""
        let list: AuditList = try await owner.read("\(Self.path)&limit=\(limit)\(after)")
        sizes.append(list.entries.count)
        days += list.entries.compactMap(\.subject)
        next = list.next
      } while next != nil
      #expect(sizes == pages, "\(limit)")
      #expect(days == ["07", "06", "05", "04", "03"].map { "2026-03-\($0)" }, "\(limit)")
    }
  }

  @Test(
    "a query of the audit list that cannot be read is refused",
    arguments: [
      "from=soon", "until=soon", "action=exploded", "limit=0", "limit=501", "limit=many",
      "after=1", "after=soon.1", "by=ada&by=ben",
    ])
  func refused(query: String) async throws {
    let owner = try await TestOperator(try await TestServer("coach-paid"), .owner)
    let exchange = try await owner.exchange("/operator/audit?\(query)")
    #expect(exchange.status == 422)
    #expect(exchange.code == .invalidValue)
  }

  @Test("the audit list's page filters by person, action and day, and leads to older entries")
  func page() async throws {
    let server = try await Self.server()
    for number in 0..<100 {
      try await server.ledger.administration.record(
        LedgerAuditEntry(
          id: "old.\(number)", at: try #require(Instant("2026-03-02")), author: "ben@example.com",
          action: .granted, subject: "old \(number)"), in: server.app)
    }
    let ada = try await AdminBrowser(server, .owner)
    let keys = try await ada.get("/audit?by=&action=key-revoked&from=&until=")
    #expect(keys.text.contains("2026-03-05 00:00 ada@example.com key revoked 2026-03-05"))
    #expect(keys.text.contains("command line key revoked"))
    #expect(!keys.text.contains("The outage"))
    #expect(keys.body.contains("<option value=\"key-revoked\" selected>key revoked</option>"))
    let days = try await ada.get("/audit?from=2026-03-04&until=2026-03-05")
    #expect(days.text.contains("2026-03-04 00:00 ben@example.com granted"))
    #expect(!days.text.contains("2026-03-05 00:00") && !days.text.contains("2026-03-03 00:00"))
    #expect(days.body.contains("name=\"until\" type=\"date\" value=\"2026-03-05\""))

    let first = try await ada.get("/audit?by=ben%40example.com")
    let link = try #require(
      first.body.firstMatch(of: /<a href="\/admin\/coach-paid(\/audit\?[^"]+)">Older entries/))
    let older = try await ada.get(String(link.output.1).replacing("&amp;", with: "&"))
    #expect(older.status == 200)
    #expect(older.body.matches(of: /<td class="when"/).count == 1)
    #expect(!older.body.contains("Older entries"))
    let nothing = try await ada.get("/audit?by=eve%40example.com")
    #expect(nothing.text.contains("Nothing that was done matches."))
    let refused = try await ada.get("/audit?from=soon")
    #expect(refused.status == 422)
    #expect(refused.body.contains("value=\"soon\""))
  }
}

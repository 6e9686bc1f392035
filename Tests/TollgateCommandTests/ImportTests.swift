import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer

@testable import TollgateCommand

@Suite("Importing on the command line")
struct ImportTests {
  private static let transactions = """
    rc_original_app_user_id;rc_last_seen_app_user_id_alias;country;product_identifier;end_time;store;is_sandbox;\
    refunded_at;original_store_transaction_id
    $RCAnonymousID:87c6049c58069238dce29853916d624c;ada;DE;strikelab.pro.monthly;2026-04-02 09:00:00;app_store;false;;20001
    bob;bob;US;strikelab.pro.monthly;2026-04-02 09:00:00;play_store;false;;GPA.1
    cleo;cleo;US;strikelab.gold;2026-04-02 09:00:00;app_store;false;;20002
    dora;dora;US;strikelab.pro.monthly;tomorrow;app_store;false;;20003
    "e;va";"e;va";US;strikelab.pro.yearly;;app_store;true;;20004
    finn;finn
    null;null;US;strikelab.pro.monthly;2026-04-02 09:00:00;app_store;false;;20005
    """

  private static let blueprint = Command.root.appendingPathComponent("Blueprints/strikelab.yml")
    .path

  @Test(
    "EX-7 a dry run names each row, column and reason that is not understood, and writes nothing")
  func dryRun() throws {
    let folder = try TemporaryFolder()
    try Self.transactions.write(
      to: folder.url.appendingPathComponent("t.csv"), atomically: true, encoding: .utf8)
    let command = try Command(
      ["import", "t.csv", Self.blueprint, "--from", "revenuecat", "--dry-run"], in: folder.url)
    #expect(command.status == 3)
    #expect(
      command.output == """
        7 rows, 5 not understood
        1 could be imported; nothing was recorded
        1 of another store, not imported (play_store 1): each is in t.csv.other-stores
        every row that was not understood is in t.csv.mistakes

        """)
    #expect(
      command.errors == """
        t.csv: note: not used: country
        t.csv:4: product_identifier: is not a product of the blueprint
        t.csv:5: end_time: is not a date and time in UTC
        t.csv:6: effective_end_time: is missing for a subscription
        t.csv:7: has 2 columns instead of 9
        t.csv:8: rc_original_app_user_id: is missing

        """)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["t.csv", "t.csv.mistakes", "t.csv.other-stores"])
    let mistakes = try String(
      contentsOf: folder.url.appendingPathComponent("t.csv.mistakes"), encoding: .utf8)
    #expect(command.errors.hasSuffix(mistakes))
    #expect(mistakes.split(separator: "\n").count == 5)
  }

  @Test("EX-7 purchases of other stores are listed apart from rows that are not understood")
  func otherStores() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("c.csv")
    let header = "app_user_id,original_transaction_id,product_id,store,expires_at\n"
    try
      (header + """
        ada,GPA.1234-5678,pro:monthly,play_store,2099-01-01
        bob,sub_1,price_1,STRIPE,2099-01-01
        cleo,20001,strikelab.pro.monthly,App Store,2099-01-01
        dora,GPA.9,pro:monthly,Play Store,2099-01-01

        """).write(to: url, atomically: true, encoding: .utf8)
    let arguments = ["import", "c.csv", Self.blueprint, "--from", "csv", "--dry-run"]
    let understood = try Command(arguments, in: folder.url)
    #expect(understood.status == 0, "\(understood.errors)")
    #expect(
      understood.output == """
        4 rows, 0 not understood
        1 could be imported; nothing was recorded
        3 of another store, not imported (play_store 2, stripe 1): each is in c.csv.other-stores

        """)
    let listed = try String(
      contentsOf: folder.url.appendingPathComponent("c.csv.other-stores"), encoding: .utf8)
    #expect(listed == "c.csv:2: play_store\nc.csv:3: stripe\nc.csv:5: play_store\n")
    try (header + "ada,20001,strikelab.pro.monthly,corner_shop,2099-01-01\n")
      .write(to: url, atomically: true, encoding: .utf8)
    let unknown = try Command(arguments, in: folder.url)
    #expect(unknown.status == 3)
    #expect(unknown.errors == "c.csv:2: store: is not the name of a store\n")
  }

  @Test("EX-7 a row of RevenueCat says who it is, since when, and what was granted")
  func row() throws {
    var fields = [
      "rc_original_app_user_id": "$RCAnonymousID:1", "rc_last_seen_app_user_id_alias": "ada",
      "product_identifier": "strikelab.pro.monthly", "end_time": "2026-04-02 09:00:00",
      "store": "app_store", "is_sandbox": "false", "original_store_transaction_id": "20001",
      "store_transaction_id": "20007", "first_seen_time": "2024-01-02 03:04:05",
      "reserved_subscriber_attributes":
        #"{"$email":{"value":"ada@example.com","updated_at_ms":1700000000000}}"#,
      "custom_subscriber_attributes": "",
    ]
    let bought = try ImportFormat.revenuecat.purchase(fields)
    #expect(bought.transaction == "20007")
    #expect(bought.person.firstSeenAt == Instant("2024-01-02T03:04:05Z"))
    #expect(bought.person.attributes.keys.sorted() == ["$email"])
    #expect(bought.grantedEntitlements == nil)
    fields["store"] = "promotional"
    fields["original_store_transaction_id"] = ""
    for (list, product, granted) in [
      (#"["pro","gold"]"#, "rc_promo_pro_monthly", ["pro", "gold"]),
      ("{pro,gold}", "rc_promo_pro_monthly", ["pro", "gold"]),
      ("", "rc_promo_all_access_three_month", ["all_access"]),
      ("", "rc_promo_pro_lifetime", ["pro"]),
    ] {
      fields["entitlement_identifiers"] = list
      fields["product_identifier"] = product
      let row = try ImportFormat.revenuecat.purchase(fields)
      #expect(row.grantedEntitlements == granted.map { Entitlement.ID($0) }, "\(list) \(product)")
    }
    fields["reserved_subscriber_attributes"] = "no"
    #expect(throws: ImportFormat.Mistake.self) { try ImportFormat.revenuecat.purchase(fields) }
  }

  @Test(
    "EX-7 whoever has only purchases that are not imported is a customer, but for the sandbox's")
  func personOnly() async throws {
    let folder = try TemporaryFolder()
    try """
    app_user_id,original_transaction_id,product_id,store,environment,expires_at
    ada,GPA.1234-5678,pro:monthly,play_store,,2099-01-01
    bob,sub_1,price_1,stripe,sandbox,2099-01-01
    cleo,20001,strikelab.gold,app_store,,2099-01-01
    guest,GPA.9,pro:monthly,play_store,,2099-01-01
    ,GPA.10,pro:monthly,play_store,,2099-01-01

    """.write(to: folder.url.appendingPathComponent("c.csv"), atomically: true, encoding: .utf8)
    for _ in 1...2 {
      let command = try Command(
        ["import", "c.csv", Self.blueprint, "--from", "csv", "--create"], in: folder.url)
      #expect(command.status == 3, "\(command.errors)")
      #expect(command.output.contains("5 rows, 1 not understood"), "\(command.output)")
    }
    let database = folder.url.appendingPathComponent("tollgate.sqlite").path
    let ledger = try SQLiteLedger(path: database)
    let known = try await ledger.entries(after: 0, in: "strikelab", limit: 100)
    try await ledger.close()
    #expect(Set(known.map(\.customer)).count == 2)
    #expect(!known.contains { [.transaction, .grant].contains($0.fact.kind) }, "\(known)")
  }

  @Test("EX-7 an import grants what no key can confirm, and running it again changes nothing")
  func imported() throws {
    let folder = try TemporaryFolder()
    let year = 4_102_444_800_000
    try """
    {"app_user_id":"ada","original_transaction_id":"20001","product_id":"strikelab.pro.monthly","expires_at":\(year)}
    {"app_user_id":"bob","original_transaction_id":20002,"product_id":"strikelab.pro.monthly","expires_at":"2026-01-02T03:04:05Z"}

    """.write(to: folder.url.appendingPathComponent("c.jsonl"), atomically: true, encoding: .utf8)
    let arguments = ["import", "c.jsonl", Self.blueprint, "--from", "jsonl", "--create"]
    for _ in 1...2 {
      let command = try Command(arguments, in: folder.url)
      #expect(command.status == 0, "\(command.errors)")
      #expect(
        command.output.hasSuffix(
          """
          2 rows, 0 not understood
          1 granted until the App Store confirms them
          1 with nothing to grant

          """))
    }
  }

  @Test(
    "the times of other systems are read in UTC",
    arguments: [
      ("2026-03-02 09:00:00", "2026-03-02T09:00:00Z"),
      ("2026-03-02T09:00:00.123456Z", "2026-03-02T09:00:00.123Z"),
      ("2026-03-02 09:00:00.5+00:00", "2026-03-02T09:00:00.500Z"),
      ("2026-03-02", "2026-03-02T00:00:00Z"), ("1772442000000", "2026-03-02T09:00:00Z"),
      ("2026-03-02T09:00:00+01:00", nil), ("soon", nil),
    ])
  func times(written: String, instant: String?) throws {
    let purchase = try? ImportFormat.csv.purchase([
      "app_user_id": "ada", "original_transaction_id": "20001", "product_id": "pro",
      "expires_at": written,
    ])
    #expect(purchase?.expiresAt == instant.flatMap { Instant($0) })
    #expect((purchase == nil) == (instant == nil))
  }

  @Test("an event of Superwall is read; the names that its SDK makes up are the device's")
  func superwall() throws {
    let event = [
      "originalAppUserId": "ada", "originalTransactionId": "700002050981465",
      "productId": "pro", "expirationAt": "1756659704000", "environment": "SANDBOX",
      "store": "APP_STORE",
    ]
    let purchase = try ImportFormat.superwall.purchase(event)
    #expect(purchase.purchase == PurchaseID("700002050981465", in: .sandbox))
    #expect(purchase.expiresAt == Instant(milliseconds: 1_756_659_704_000))
    let alias = event.merging(["originalAppUserId": "$SuperwallAlias:7152E89E"]) { $1 }
    #expect(throws: ImportFormat.Mistake.self) { try ImportFormat.superwall.purchase(alias) }
  }

  /// The rows of a file with the columns `a` and `b`, and the lines that cannot be read.
  private static func rows(_ text: String) throws -> (rows: [String], mistakes: [String]) {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("f.csv")
    try ("a,b\n" + text).write(to: url, atomically: true, encoding: .utf8)
    var file = try ImportFile(path: url.path, isJSON: false)
    var (rows, mistakes): ([String], [String]) = ([], [])
    while true {
      do {
        guard let row = try file.next() else { return (rows, mistakes) }
        rows.append("\(row.line): \(row.fields["a"] ?? "")")
      } catch let mistake as ImportFile.Unreadable {
        mistakes.append("\(mistake.line): \(mistake.reason)")
      }
    }
  }

  @Test("a broken row costs no other row, and blank lines cost nothing")
  func broken() throws {
    let blank = try Self.rows(String(repeating: "\n", count: 100_000) + "1,2\n")
    #expect(blank.rows == ["100002: 1"])
    #expect(blank.mistakes.isEmpty)
    let last = try Self.rows("1,\"2\n3,4\n5,6")
    #expect(last.rows == ["3: 3", "4: 5"])
    #expect(last.mistakes == ["2: has a quotation mark that is not closed"])
    let first = try Self.rows("\"1,2\n3,4\n\"5\",6\n\"7\"\"\",8\r\n")
    #expect(first.rows == ["3: 3", "4: 5", "5: 7\""])
    #expect(first.mistakes == ["2: has text after a closing quotation mark"])
    let long = try Self.rows(String(repeating: "x", count: 2 * ImportFile.rowLimit) + ",2\n3,4\n")
    #expect(long.rows == ["3: 3"])
    #expect(long.mistakes == ["2: is longer than \(ImportFile.rowLimit) bytes"])
  }

  @Test("quoted fields hold separators, quotation marks and lines")
  func quotes() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("q.csv")
    try "a,b\r\n\"1,\"\"x\"\"\n2\",3\r\n\r\n4,\n".write(to: url, atomically: true, encoding: .utf8)
    var file = try ImportFile(path: url.path, isJSON: false)
    #expect(file.columns == ["a", "b"])
    let first = try #require(try file.next())
    #expect(first.fields == ["a": "1,\"x\"\n2", "b": "3"])
    #expect(first.line == 2)
    let second = try #require(try file.next())
    #expect(second.fields == ["a": "4", "b": ""])
    #expect(second.line == 5)
    #expect(try file.next() == nil)
  }
}

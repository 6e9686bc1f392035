import Testing
import Tollgate

@testable import TollgateLedger

@Suite("What a move copies")
struct MoveCatalogueTests {
  /// Every table with its columns.
  ///
  /// A table or column that is added must be added here, once it is moved; or to what the engine's transfer leaves out,
  /// with the reason.
  private static let moved: [String: String] = [
    "admin_sessions": "app created_at email expires_at id",
    "answers": "app at body customer key purpose status",
    "audit": "action app at author customer id reason subject",
    "attempts": "app count ends_at subject",
    "checks": "app due_at environment period_end period_start purchase tries",
    "claims": "app at customer device kind subject",
    "codes": "app customer expires_at hash kind tries",
    "credentials": "account app customer email password_hash verified_at",
    "customers": "app erased generation id merged_into seen_at version",
    "facts": "app at body customer kind sequence version",
    "marks": "app at name",
    "people": "app created_at email link link_expires_at role",
    "properties": "name value",
    "refusals": "app at notification reason revision sequence signed_payload",
    "revocations": "app client due_at id token tries",
    "secret_keys": "app created_at hash id last_used_at name revoked_at scope",
    "sign_in_tokens": "app client customer token",
  ]

  @Test("what a move copies is every table and column of each engine", arguments: MovePair.all)
  func catalogue(pair: MovePair) async throws {
    try await pair.open { source, target in
      for place in [source, target] {
        let transfer = try await place.transfer(isTarget: true)
        let tables = try await transfer.tables()
        await transfer.close()
        let found = Dictionary(
          uniqueKeysWithValues: tables.map {
            ($0.name, $0.columns.map(\.name).joined(separator: " "))
          })
        #expect(found == Self.moved)
      }
    }
  }

  @Test(
    "what a move copies stops at a table or column that only one of the ledgers has",
    arguments: MovePair.all)
  func unknown(pair: MovePair) async throws {
    try await pair.open { source, target in
      try await source.execute("ALTER TABLE {}marks ADD COLUMN more text")
      let from = try await source.transfer(isTarget: false)
      let to = try await target.transfer(isTarget: true)
      let error = try await refusal {
        try await LedgerMove(from: from, to: to).run(id: "m1", at: .start)
      }
      await from.close()
      await to.close()
      #expect(error?.code == .newerSchema)
      #expect(error?.message.contains("marks.more") == true)
    }
  }

  @Test(
    "what a move copies is not a SQLite file whose uses are in archives alone, or with keys in it")
  func onlySQLite() async throws {
    try await MovePair(source: .sqlite, target: .sqlite).open { source, _ in
      try await source.execute(
        "INSERT INTO useArchives VALUES ('coach', 'carol', 0, 999, 99, x'00')")
      let error = try await refusal { try await source.transfer(isTarget: false) }
      #expect(error?.message.contains("uses are in archives") == true)
    }
  }

  @Test(
    "what a move copies has a hash that does not depend on the order of rows, and does on every value"
  )
  func digest() {
    func digest(_ rows: [[TransferValue]]) -> TransferDigest {
      var digest = TransferDigest()
      for row in rows { digest.add(row) }
      return digest
    }
    let rows: [[TransferValue]] = [
      [.text("a"), .text("b")], [.text("ab"), .text("")], [.null, .integer(0)],
      [.bytes([97]), .integer(-1)],
    ]
    #expect(digest(rows) == digest(rows.reversed()))
    for (index, row) in rows.enumerated() {
      for other in [[], [row[1], row[0]], [row[0], .integer(7)], row + [.null]] as [[TransferValue]]
      {
        var changed = rows
        changed[index] = other
        #expect(digest(changed) != digest(rows))
      }
      #expect(digest(rows + [row]) != digest(rows))
    }
  }
}

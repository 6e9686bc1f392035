import Foundation
import GRDB
import Tollgate

extension SQLiteLedger {
  /// After how many writes to one customer their uses are archived.
  static let archiveInterval = 256
  /// How many uses that are not archived a read finds before it archives them, such as those whose archive
  /// could not be written.
  static let archiveBacklog = 2048
  /// The part of a customer's uses that is left unarchived: the archives are read to write the next one.
  private static let unarchivedPart = 128

  /// The facts of a customer and of everyone merged into it, except for uses.
  private static let selectFactsExceptUses = """
    SELECT body FROM facts INDEXED BY factsExceptUses
    WHERE kind <> 'use' AND app = :app AND customer IN (
      SELECT :customer UNION ALL
      SELECT id FROM customers WHERE app = :app AND mergedInto = :customer)
    """

  /// Those of a customer and of everyone merged into it who have archives.
  private static let selectArchived = """
    SELECT DISTINCT customer FROM useArchives
    WHERE app = :app AND customer IN (
      SELECT :customer UNION ALL
      SELECT id FROM customers WHERE app = :app AND mergedInto = :customer)
    """

  /// Everyone whose facts a customer has.
  private static let selectEveryone = """
    SELECT :customer UNION ALL
    SELECT id FROM customers WHERE app = :app AND mergedInto = :customer
    """

  /// What a customer's record is made of.
  struct StoredHistory: Sendable {
    /// The archives to join first.
    var archives: [UseArchive] = []
    /// How many of the archives, from the first on, have no use in common.
    var distinct = 0
    /// The facts that are in no archive, as stored.
    var facts: [Data] = []
    /// Whether the uses are to be archived now.
    var isBacklog = false

    /// The fold of the facts.
    ///
    /// - Throws: ``LedgerError`` with code `corrupt` or `newerSchema` if a fact cannot be decoded.
    func customer() throws(LedgerError) -> Customer {
      var customer = Customer()
      for (index, archive) in archives.enumerated() {
        customer.join(archive, isNew: index < distinct)
      }
      for fact in try StoredFacts.decode(facts) { customer.join(fact) }
      return customer
    }
  }

  /// Reads the archives of a customer and of everyone merged into it, and the facts that are in none.
  static func history(
    of customer: Customer.ID, in app: Blueprint.App.ID, _ database: Database
  ) throws -> StoredHistory {
    var history = StoredHistory()
    let names: StatementArguments = ["app": app, "customer": customer]
    let archived = try Set(
      Customer.ID.fetchAll(database.cachedStatement(sql: selectArchived), arguments: names))
    guard !archived.isEmpty else {
      history.facts = try Data.fetchAll(
        database.cachedStatement(sql: selectFacts), arguments: names)
      history.isBacklog = history.facts.count >= archiveBacklog
      return history
    }
    history.facts = try Data.fetchAll(
      database.cachedStatement(sql: selectFactsExceptUses), arguments: names)
    for id in try Customer.ID.fetchAll(
      database.cachedStatement(sql: selectEveryone), arguments: names)
    {
      let uses = try ArchivedUses(of: id, in: app, database)
      // Two merged customers may both have uses that came to them with one purchase.
      if history.archives.isEmpty { history.distinct = uses.rows.count }
      history.archives += uses.rows.map(\.archive)
      history.facts += uses.rest.map(\.body)
      if id == customer, uses.isDamaged || uses.rest.count >= archiveBacklog {
        history.isBacklog = true
      }
    }
    return history
  }

  /// Archives the uses of a customer that are in no archive yet, if there are enough of them.
  ///
  /// The facts stay, and an archive that fails to be written is written later: errors are not reported.
  ///
  /// - Parameters:
  ///   - customer: The customer, whose facts under this id are archived. Those of customers merged into it are not, and
  ///     neither are those of a purchase that waits for its owner.
  ///   - minimum: The fewest uses to archive.
  func archiveUses(
    of customer: Customer.ID, in app: Blueprint.App.ID, atLeast minimum: Int = archiveInterval
  ) async {
    guard !customer.isPlaceholder else { return }
    do {
      let uses = try await read { try ArchivedUses(of: customer, in: app, $0) }
      let change = try ArchiveChange(
        uses, atLeast: max(minimum, uses.count / Self.unarchivedPart))
      guard let change else { return }
      try await write { try change.perform(of: customer, in: app, $0) }
    } catch {
      // Without the archive the next read takes longer, and finds the same facts.
    }
  }
}

import Foundation
import GRDB
import Tollgate

/// The archives of one customer's uses, and the uses that they do not cover, as one read found them.
///
/// Each row covers a range of sequence numbers; the ranges follow each other from 0, and no use is in two of them.
struct ArchivedUses: Sendable {
  struct Row: Sendable {
    /// The last sequence number before the row's range: what the row before it covers, or 0.
    let after: Int
    /// The last sequence number of the range, which is that of a use.
    let through: Int
    /// How many facts it covers; a use that was reported twice is two facts.
    let facts: Int
    let archive: UseArchive
  }

  /// The archives, from the first on; empty if the first one is damaged or missing.
  private(set) var rows: [Row] = []
  /// Whether there are archives that cannot be used, because they or one before them are damaged or missing.
  private(set) var isDamaged = false
  /// The uses after the archives, in order.
  private(set) var rest: [(sequence: Int, body: Data)] = []

  /// The last sequence number that the archives cover.
  var through: Int { rows.last?.through ?? 0 }
  var count: Int { rows.reduce(0) { $0 + $1.archive.count } }

  /// A customer's archives, the earliest first.
  private static let selectRows = """
    SELECT after, through, facts, body FROM useArchives
    WHERE app = ? AND customer = ? ORDER BY through
    """

  /// The uses after a sequence number, over the index on the customer, which ends in the row id.
  private static let selectUses = """
    SELECT sequence, body FROM facts INDEXED BY factsByCustomer
    WHERE app = ? AND customer = ? AND sequence > ? AND kind = 'use' ORDER BY sequence
    """

  /// Reads a customer's archives and later uses.
  ///
  /// - Throws: ``LedgerError`` with code `corrupt` if an archive is damaged whose facts were deleted.
  init(of customer: Customer.ID, in app: Blueprint.App.ID, _ database: Database) throws {
    var replaced: [(after: Int, through: Int, facts: Int)] = []
    for row in try GRDB.Row.fetchAll(
      database.cachedStatement(sql: Self.selectRows), arguments: [app, customer])
    {
      let (after, through, facts): (Int, Int, Int) = (row[0], row[1], row[2])
      if !isDamaged, after == self.through, let archive = UseArchive(row[3] as Data) {
        rows.append(Row(after: after, through: through, facts: facts, archive: archive))
      } else {
        isDamaged = true
        replaced.append((after, through, facts))
      }
    }
    rest = try GRDB.Row.fetchAll(
      database.cachedStatement(sql: Self.selectUses), arguments: [app, customer, through]
    ).map { ($0[0], $0[1]) }
    for range in replaced {
      let found = rest.count { range.after < $0.sequence && $0.sequence <= range.through }
      guard found == range.facts else {
        throw LedgerError(
          .corrupt, "An archive of uses is damaged, and the facts it was made of were deleted.")
      }
    }
  }
}

/// A row of `useArchives` to be written in place of later ones.
struct ArchiveChange: Sendable {
  /// The last sequence number of the archives that stay.
  let after: Int
  /// The last sequence number that the new archive covers.
  let through: Int
  /// How many facts it covers, those of the archives it replaces included.
  let facts: Int
  /// The archive, as ``UseArchive/body`` encodes it.
  let body: Data
  /// The last sequence number that was covered, for a check that nobody else changed the archives.
  let replacedThrough: Int?
  /// The facts that it adds: those after a sequence number, and how many there were.
  private let added: (after: Int, count: Int)

  /// The change that archives the uses after the archives; nil if that cannot be done or is not worth it yet.
  ///
  /// Archives that are too small compared with the new one are merged with it, so that each is at least twice as large
  /// as the next: a use is rewritten as often as its customer's uses double.
  ///
  /// - Parameter minimum: The fewest uses to archive.
  /// - Throws: ``LedgerError`` with code `corrupt` if a use cannot be decoded.
  init?(_ uses: ArchivedUses, atLeast minimum: Int) throws {
    guard let last = uses.rest.last, uses.isDamaged || uses.rest.count >= minimum else {
      return nil
    }
    var known: [UseArchive.Series: UseLog<Customer.ID>] = [:]
    for row in uses.rows { known.join(row.archive) }
    var new: [UseArchive.Series: UseLog<Customer.ID>] = [:]
    var isRevised = false
    let facts = try StoredFacts.decode(uses.rest.map(\.body))
    for case .use(let use) in facts {
      if let at = known[UseArchive.Series(use)]?[use.key, by: use.origin] {
        if use.at < at { isRevised = true }
      } else {
        _ = new[UseArchive.Series(use), default: UseLog()]
          .keepEarliest(use.at, of: use.key, by: use.origin)
      }
    }
    var rows = uses.rows
    if isRevised {
      // An earlier report of an archived use: everything is archived again.
      new = known
      for case .use(let use) in facts {
        _ = new[UseArchive.Series(use), default: UseLog()]
          .keepEarliest(use.at, of: use.key, by: use.origin)
      }
      rows = []
    }
    var count = new.values.reduce(0) { $0 + $1.count }
    while let row = rows.last, row.archive.count < 2 * count {
      rows.removeLast()
      new.join(row.archive)
      count += row.archive.count
    }
    after = rows.last?.through ?? 0
    through = last.sequence
    self.facts = uses.rest.count + uses.rows.dropFirst(rows.count).reduce(0) { $0 + $1.facts }
    body = UseArchive(new).body
    replacedThrough = uses.isDamaged ? nil : uses.through
    added = (uses.through, uses.rest.count)
  }

  /// Writes the row, unless the archives or the facts have changed since they were read.
  ///
  /// An erasure in between deletes the facts, or gives the customer those of a purchase that waited for its owner.
  ///
  /// - Parameter database: The writing connection, in a transaction.
  /// - Throws: A `DatabaseError`; nothing is then written.
  func perform(
    of customer: Customer.ID, in app: Blueprint.App.ID, _ database: Database
  ) throws {
    let last = try Int.fetchOne(
      database, sql: "SELECT max(through) FROM useArchives WHERE app = ? AND customer = ?",
      arguments: [app, customer])
    let count = try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM facts
        WHERE app = ? AND customer = ? AND sequence > ? AND sequence <= ? AND kind = 'use'
        """, arguments: [app, customer, added.after, through])
    guard count == added.count, replacedThrough.map({ $0 == last ?? 0 }) ?? true else { return }
    try database.execute(
      sql: "DELETE FROM useArchives WHERE app = ? AND customer = ? AND through > ?",
      arguments: [app, customer, after])
    try database.execute(
      sql: """
        INSERT INTO useArchives (app, customer, after, through, facts, body)
        VALUES (?, ?, ?, ?, ?, ?)
        """, arguments: [app, customer, after, through, facts, body])
  }
}

extension UseArchive {
  var count: Int { sections.reduce(0) { $0 + $1.chunk.count + $1.others.count } }
}

extension [UseArchive.Series: UseLog<Customer.ID>] {
  /// Joins an archive whose uses are not known yet.
  fileprivate mutating func join(_ archive: UseArchive) {
    for section in archive.sections {
      if section.chunk.count > 0 {
        _ = self[section.series, default: UseLog()].join(
          section.chunk, by: section.origin, isNew: true)
      }
      for (key, at) in section.others {
        _ = self[section.series, default: UseLog()].keepEarliest(at, of: key, by: section.origin)
      }
    }
  }
}

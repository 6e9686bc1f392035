import Tollgate
import TollgateServer
import TollgateWire

/// Imports several rows at the same time, so that the ledger groups their commits; rows that share a name or a purchase are
/// imported in their order.
///
/// Two rows without a common name may still be about one customer, whom one of them merges while the other is
/// recorded. The latter then fails as `busy`, and is imported again once no other row is.
struct ImportQueue {
  /// How many rows are imported at the same time where no store is asked about them.
  static let width = 128

  enum Work: Sendable {
    case purchase(ImportedPurchase)
    case person(ImportedPerson)
  }

  /// How a row ended.
  struct Finished: Sendable {
    fileprivate let work: Work
    fileprivate let result: Result<PurchaseImport.Outcome?, Problem>
  }

  typealias Group = ThrowingTaskGroup<Finished, any Error>

  /// Imports a row; the outcome of a purchase, and nil for a person.
  typealias Record = @Sendable (Work) async throws(Problem) -> PurchaseImport.Outcome?

  private let record: Record
  private let width: Int
  private var running = 0
  /// The names and purchases of the rows that are being imported.
  private var names: Set<String> = []
  /// The rows to import again.
  private var overtaken: [Work] = []

  init(into destination: PurchaseImport, width: Int) {
    self.init(width: width) { (work: Work) async throws(Problem) -> PurchaseImport.Outcome? in
      switch work {
      case .purchase(let purchase): return try await destination.record(purchase)
      case .person(let person):
        try await destination.record(person)
        return nil
      }
    }
  }

  init(width: Int, _ record: @escaping Record) {
    self.width = width
    self.record = record
  }

  /// Begins to import a row once those before it leave room and share nothing with it.
  mutating func add(
    _ work: Work, to group: inout Group, _ report: inout ImportReport
  ) async throws {
    let own = work.names
    while running >= width || !names.isDisjoint(with: own) {
      guard try await finishOne(of: &group, &report) else { break }
    }
    if !overtaken.isEmpty { try await finish(&group, &report) }
    names.formUnion(own)
    running += 1
    group.addTask { [record] in
      do throws(Problem) {
        return Finished(work: work, result: .success(try await record(work)))
      } catch {
        return Finished(work: work, result: .failure(error))
      }
    }
  }

  /// Waits until every row is imported.
  mutating func finish(_ group: inout Group, _ report: inout ImportReport) async throws {
    while try await finishOne(of: &group, &report) {}
    while !overtaken.isEmpty {
      if let outcome = try await record(overtaken.removeFirst()) { report.count(outcome) }
    }
  }

  /// Waits for the rows that are being imported when one has failed, and counts those that succeed.
  mutating func stop(_ group: inout Group, _ report: inout ImportReport) async {
    // The first problem is the one to report.
    while (try? await finishOne(of: &group, &report)) != false {}
  }

  /// Waits until a row is imported, and counts it; returns false if there isn't one.
  private mutating func finishOne(
    of group: inout Group, _ report: inout ImportReport
  ) async throws -> Bool {
    guard let finished = try await group.next() else { return false }
    running -= 1
    names.subtract(finished.work.names)
    switch finished.result {
    case .success(let outcome):
      if let outcome { report.count(outcome) }
    case .failure(let problem):
      guard problem.code == .busy, width > 1 else { throw problem }
      overtaken.append(finished.work)
    }
    return true
  }
}

extension ImportQueue.Work {
  /// The names of the person, in which case does not matter, and the ids of the purchase.
  fileprivate var names: Set<String> {
    switch self {
    case .person(let person): person.names
    case .purchase(let purchase):
      purchase.person.names.union(
        [purchase.purchase.originalID, purchase.transaction].compactMap { id in
          id.map { "\(PurchaseID($0, in: purchase.purchase.environment))" }
        })
    }
  }
}

extension ImportedPerson {
  /// A UUID is the same name in either case.
  fileprivate var names: Set<String> { Set([user, alias].compactMap { $0?.lowercased() }) }
}

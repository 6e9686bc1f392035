import Tollgate
import TollgateServer

/// Imports several rows at the same time, so that the ledger groups their commits; rows that share a name or a purchase
/// are imported in order.
struct ImportQueue {
  /// How many rows are imported at the same time where no store is asked about them.
  static let width = 128

  /// What a row has to import.
  enum Work: Sendable {
    case purchase(ImportedPurchase)
    case person(ImportedPerson)
  }

  /// What was imported.
  struct Result: Sendable {
    /// The outcome of a purchase; nil for a person.
    let outcome: PurchaseImport.Outcome?
    fileprivate let names: Set<String>
  }

  typealias Group = ThrowingTaskGroup<Result, any Error>

  private let destination: PurchaseImport
  private let width: Int
  private var running = 0
  /// The names and purchases of the rows that are being imported.
  private var names: Set<String> = []

  init(into destination: PurchaseImport, width: Int) {
    self.destination = destination
    self.width = width
  }

  /// Begins to import a row once those before it leave room and share nothing with it.
  mutating func add(
    _ work: Work, to group: inout Group, _ report: inout ImportReport
  ) async throws {
    let own = work.names
    while running >= width || !names.isDisjoint(with: own) {
      guard try await finishOne(of: &group, &report) else { break }
    }
    names.formUnion(own)
    running += 1
    group.addTask { [destination] in
      switch work {
      case .purchase(let purchase):
        return Result(outcome: try await destination.record(purchase), names: own)
      case .person(let person):
        try await destination.record(person)
        return Result(outcome: nil, names: own)
      }
    }
  }

  /// Waits until a row is imported, and counts it; returns false if no row is being imported.
  mutating func finishOne(
    of group: inout Group, _ report: inout ImportReport
  ) async throws -> Bool {
    guard let result = try await group.next() else { return false }
    running -= 1
    names.subtract(result.names)
    if let outcome = result.outcome { report.count(outcome) }
    return true
  }
}

extension ImportQueue.Work {
  /// The names of the person, and the ids of the purchase.
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
  fileprivate var names: Set<String> { Set([user, alias].compactMap(\.self)) }
}

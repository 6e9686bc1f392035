import Foundation
import Logging
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer

/// A ledger in a file of its own, and the service of an app whose customers reach milestones.
struct MilestoneLedger {
  let ledger: SQLiteLedger
  let service: TollgateService
  private let folder: URL
  private let now: Instant

  /// Creates the ledger.
  ///
  /// - Parameters:
  ///   - now: The instant after everything that is appended.
  ///   - clock: The clock of the service; nil for one that stands still.
  /// - Throws: What the ledger or the service reports.
  init(at now: Instant, clock: (@Sendable () -> Instant)? = nil) async throws {
    self.now = now
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("milestones-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    ledger = try SQLiteLedger(path: folder.appendingPathComponent("ledger.sqlite").path)
    service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: try Blueprint(
            Blueprint.Definition(
              app: .init(
                id: "bench", name: "Bench", bundleID: "com.example.bench", appAppleID: 1))),
          revision: "bench",
          verifier: SignedDataVerifier(
            bundleID: "com.example.bench", appAppleID: 1, environments: [.production]))
      ], ledger: ledger, keys: try ServerKeys(at: Instant(milliseconds: 0)), clock: clock ?? { now }
    )
  }

  /// A logger that prints failures alone.
  static var logger: Logger {
    var logger = Logger(label: "bench")
    logger.logLevel = .error
    return logger
  }

  /// Appends milestones of each of a number of customers, who were first seen a minute apart.
  func append(_ milestones: Int, by customers: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 0..<256 {
        group.addTask {
          for number in stride(from: part, to: customers, by: 256) {
            let seen = now.advanced(by: .seconds(-number * 60 - 3600))
            _ = try await ledger.append(
              LedgerWrite(
                app: "bench", customer: Customer.ID("customer-\(number)"), expectedVersion: 0,
                facts: (0..<milestones).map {
                  .milestone(
                    MilestoneReached(milestone: Milestone.ID("milestone-\($0)"), at: seen))
                }, at: seen))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Removes the file.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}

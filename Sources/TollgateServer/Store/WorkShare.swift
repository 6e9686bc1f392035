import Foundation
import Tollgate
import TollgateLedger

/// One server's share of the background work, if other servers share its ledger.
///
/// A server that is alone takes everything, and the ledger keeps no leases for it.
struct WorkShare: Sendable {
  /// The length of a lease, after which another server takes over the work of a lost one.
  ///
  /// A batch of checks takes less, even if the store answers slowly.
  static let length = Duration.minutes(10)
  /// How long a server waits before it tries again to take a task that another one has.
  static let patience = Duration.minutes(1)

  private let ledger: any Ledger
  private let clock: @Sendable () -> Instant
  /// The unique name of this server.
  private let holder = UUID().uuidString

  init(_ ledger: any Ledger, clock: @escaping @Sendable () -> Instant) {
    self.ledger = ledger
    self.clock = clock
  }

  /// The lease for rows that are due; nil if no other server can take them.
  var lease: LedgerLease? { lease(for: Self.length) }

  /// The lease that returns rows which this server has taken; nil if no other server can take them.
  var release: LedgerLease? { lease(for: .zero) }

  private func lease(for length: Duration) -> LedgerLease? {
    ledger.isShared ? LedgerLease(holder: holder, length: length) : nil
  }

  /// Takes a task, or extends its lease.
  ///
  /// - Parameter length: For how long; zero returns it.
  /// - Returns: Whether this server has it; false while another server does.
  func take(
    _ task: LedgerTask, in app: Blueprint.App.ID, for length: Duration = length
  ) async throws(LedgerError) -> Bool {
    guard ledger.isShared else { return true }
    return try await ledger.take(
      task, in: app, for: LedgerLease(holder: holder, length: length), at: clock())
  }
}

extension LedgerTask {
  /// Removing expired records.
  static let retention = LedgerTask("retention")

  /// Recovering the missed notifications of an environment.
  static func notifications(of environment: StoreEnvironment) -> LedgerTask {
    LedgerTask("notifications of \(environment.rawValue)")
  }

  /// Retrying refused notifications under some settings.
  static func refusals(under settings: String) -> LedgerTask {
    LedgerTask("refusals under \(settings)")
  }
}

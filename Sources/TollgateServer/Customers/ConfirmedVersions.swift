import TollgateMutex

/// The versions that a shared ledger has confirmed to be the latest since a request began.
///
/// A read that relies on one answers as of the confirmation, which is within the request; a write names the version it
/// was decided on in any case. So a request asks once for each customer, however often it reads them.
final class ConfirmedVersions: Sendable {
  /// Those of the current request; nil outside of requests, where every read asks.
  @TaskLocal static var current: ConfirmedVersions?

  private let versions = Mutex<[CustomerKey: Int]>([:])

  func contains(_ version: Int, of customer: CustomerKey) -> Bool {
    versions.withLock { $0[customer] == version }
  }

  func insert(_ version: Int, of customer: CustomerKey) {
    versions.withLock { $0[customer] = version }
  }
}

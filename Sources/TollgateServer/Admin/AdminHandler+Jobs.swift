import Hummingbird
import Tollgate
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// The background jobs, with how far behind each is.
  ///
  /// - Throws: `Problem` with code `insufficient_scope`, or if the ledger cannot be read.
  func jobs(_ visit: AdminVisit) async throws(Problem) -> Response {
    try require(\.seesJobs, of: visit)
    let backlog = try await Problem.catching(
      await JobBacklog(
        of: visit.app, in: service.records.ledger, at: service.records.clock()))
    return pages.response(
      "admin-jobs", JobsPage(service.observability.jobs, backlog, for: visit), title: "Jobs",
      at: .jobs, for: visit)
  }
}

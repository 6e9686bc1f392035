import Tollgate
import TollgateAppStore
import TollgateLedger

/// What the background jobs of an app still have to do, as the ledger knows it.
struct JobBacklog: Sendable {
  /// Since when the oldest check with the store has been due; nil if none is due.
  let oldestCheck: Instant?
  /// The environments that are asked, each with the instant up to which missed notifications are recovered; it is nil
  /// before the first time.
  let recovered: [StoreEnvironment: Instant?]
  /// Since when the oldest sign-in revocation has been due; nil if none is due.
  let oldestRevocation: Instant?
  /// How far the events have reached each destination that was ever used.
  let webhooks: [WebhookDeliveries.Status]
  /// Who is not counted in charts; nil if the ledger has no tables of charts.
  let charts: LedgerChartBacklog?

  /// Reads what is left to do.
  init(of app: ServedApp, in ledger: any Ledger, at now: Instant) async throws(LedgerError) {
    var oldest: Instant?
    var recovered: [StoreEnvironment: Instant?] = [:]
    for environment in app.storeAPIs.keys {
      let due = try await ledger.checks(dueAt: now, of: environment, in: app.id, limit: 1)
      if let dueAt = due.first?.dueAt { oldest = min(oldest ?? dueAt, dueAt) }
      recovered[environment] = .some(
        try await ledger.instant(of: .notifications(of: environment), in: app.id))
    }
    oldestCheck = oldest
    self.recovered = recovered
    oldestRevocation = try await ledger.revocations(dueAt: now, in: app.id, limit: 1).first?.dueAt
    webhooks = try await WebhookDeliveries(ledger, of: app.id).status()
    charts = try await (ledger as? any LedgerChartSource)?.charts.backlog(in: app.id)
  }
}

import Tollgate
import TollgateLedger
public import TollgateWire

/// Exports what is stored about customers, for themselves.
public struct CustomerExports: Sendable {
  let records: CustomerRecords

  /// Returns everything stored about the caller: facts, devices, and the account without its password.
  public func export(of caller: Caller) async throws(Problem) -> CustomerExport {
    let app = caller.app
    // Past the cache, whose record may lack what the app's sandbox policy excludes.
    let recorded = try await Problem.catching(
      await records.ledger.record(of: caller.customer, in: app.id))
    guard let record = recorded else { throw Problem.unknownCustomer }
    var credentials: LedgerCredentials?
    if let email = caller.email {
      let stored = try await records.credentials(of: try EmailAddress(email), in: app)
      if stored?.customer == record.id { credentials = stored }
    }
    return CustomerExport(
      id: record.id, app: app.id, account: record.customer.account, email: caller.email,
      emailVerifiedAt: credentials?.verifiedAt, hasPassword: credentials != nil,
      devices: record.customer.knownDevices.sorted(), facts: Array(record.customer.facts),
      version: record.version, serverTime: try records.instant(for: record))
  }
}

extension CustomerExport {
  /// The export as JSON, encoded off the event loop if it is long.
  func body() async throws(Problem) -> [UInt8] {
    try await LongWork.run(about: facts.reduce(0) { $0 + $1.value.reportedBytes }) {
      () throws(Problem) in try JSON.bytes(self)
    }
  }
}

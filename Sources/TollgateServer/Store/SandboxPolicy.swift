public import Tollgate
import TollgateLedger
import TollgateWire

/// A policy for which customers' purchases in Apple's sandbox a server accepts in addition to production's.
///
/// App Review, TestFlight and development builds buy in the sandbox, from whichever server the build names. Nobody pays
/// there, and everything that is bought gives access.
public enum SandboxPolicy: Hashable, Sendable {
  /// Those of all customers.
  case allowed
  /// Only those of the named customers, and of anyone who signs in with one of the named email addresses and a
  /// password.
  case testers(customers: Set<Customer.ID> = [], emails: Set<String> = [])
  /// Those of no customer.
  case refused

  /// The policy as one line, the same for equal policies.
  var line: String {
    switch self {
    case .allowed: "allowed"
    case .testers(let customers, let emails):
      "testers \((customers.map(\.rawValue) + emails.map { $0.lowercased() }).sorted())"
    case .refused: "refused"
    }
  }
}

extension TollgateService {
  /// Whether a customer may have what the store signed; always true outside the sandbox.
  func allows(
    _ news: StoreNews, for customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> Bool {
    switch news.purchase.environment {
    case .production, .xcode: true
    case .sandbox: try await allowsSandbox(for: customer, in: app)
    }
  }

  /// Rejects sandbox news for a customer who may not have it.
  func refuseSandbox(
    _ news: StoreNews, for customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) {
    guard try await allows(news, for: customer, in: app) else { throw Self.notAllowed }
  }

  static let notAllowed = Problem(
    .sandboxNotAllowed, "The app takes no purchases of the sandbox from this customer.")

  /// The record without what the app's policy excludes, so that a changed policy also applies to what is recorded.
  func allowed(_ record: CustomerRecord, in app: ServedApp) async throws(Problem) -> CustomerRecord
  {
    let isWhole: Bool
    switch app.sandbox {
    case .allowed: isWhole = true
    case .testers, .refused:
      isWhole = !record.customer.storeTransactions.contains { $0.environment == .sandbox }
    }
    guard !isWhole, !(try await allowsSandbox(for: record.id, in: app)) else { return record }
    return CustomerRecord(
      id: record.id, version: record.version,
      customer: Customer(record.customer.facts.filter { $0.environment != .sandbox }),
      mergedInto: record.mergedInto)
  }

  private func allowsSandbox(
    for customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> Bool {
    switch app.sandbox {
    case .allowed: return true
    case .refused: return false
    case .testers(let customers, let emails):
      // A purchase that nobody has presented yet waits for a customer who may have it.
      if customers.contains(customer) || customer.isMadeByStore { return true }
      for email in emails.sorted() {
        if try await credentials(of: try EmailAddress(email), in: app)?.customer == customer {
          return true
        }
      }
      return false
    }
  }
}

extension Fact {
  /// The store that a fact is about; nil for facts that no store signed.
  fileprivate var environment: StoreEnvironment? {
    switch self {
    case .transaction(let transaction): transaction.environment
    case .renewal(let renewal): renewal.environment
    case .transfer(let transfer): transfer.purchase.environment
    case .trialStarted(let start): start.purchase?.environment
    case .credit(let credit): credit.purchase.environment
    case .signedUp, .device, .milestone, .trialForfeited, .use, .spend, .item, .dismissal, .paywall,
      .nudge, .grant, .profile:
      nil
    }
  }
}

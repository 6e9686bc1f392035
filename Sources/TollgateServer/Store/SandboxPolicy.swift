public import Tollgate

/// A policy for which customers' purchases in Apple's sandbox a server accepts in addition to production's.
///
/// App Review, TestFlight and development builds buy in the sandbox, from the server that the build names. Nobody pays
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
  var fingerprint: String {
    switch self {
    case .allowed: "allowed"
    case .testers(let customers, let emails):
      "testers \((customers.map(\.rawValue) + emails.map { $0.lowercased() }).sorted())"
    case .refused: "refused"
    }
  }
}

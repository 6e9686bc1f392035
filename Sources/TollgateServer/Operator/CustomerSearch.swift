public import Tollgate

/// What an operator looks a customer up by; every match is exact.
public enum CustomerSearch: Hashable, Sendable {
  /// The customer's id, also of a customer who was merged into another.
  case id(Customer.ID)
  /// The user's id at an issuer that the app trusts.
  case user(String)
  /// The email address of an account with a password.
  case email(String)
  /// The original transaction id, in any environment; `sandbox:` before it names one.
  case transaction(String)

  /// The names of the query's parameters.
  static let names = ["id", "user", "email", "transaction"]

  /// Reads one parameter of a query; nil for an unknown name.
  init?(_ name: String, _ value: String) {
    switch name {
    case "id": self = .id(Customer.ID(value))
    case "user": self = .user(value)
    case "email": self = .email(value)
    case "transaction": self = .transaction(value)
    default: return nil
    }
  }
}

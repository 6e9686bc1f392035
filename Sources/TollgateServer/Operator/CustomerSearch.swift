public import Tollgate

/// What an operator looks a customer up by; every match but ``beginning(_:)`` is exact.
public enum CustomerSearch: Hashable, Sendable {
  /// The customer's id, also of a customer who was merged into another.
  case id(Customer.ID)
  /// The user's id at an issuer that the app trusts, or an app user id of RevenueCat's SDK.
  case user(String)
  /// The email address of an account with a password, or in an attribute such as `$email`.
  case email(String)
  /// The value of an attribute whose name begins with `$`, such as `$displayName`; upper and lower case do not matter in
  /// ASCII.
  case attribute(String)
  /// The id of a transaction, original or not, in any environment; `sandbox:` before it names one.
  case transaction(String)
  /// The order id of a receipt from Apple, looked up in the App Store; upper and lower case and spaces do not matter.
  case order(String)
  /// The device that the app ran on, as the client names it.
  case device(Device.ID)
  /// The beginning of an email address, of an attribute's value such as a name, of the customer's id, or of another name
  /// under which RevenueCat knew them, also of one that was replaced; it has at least ``leastBeginning`` characters, and
  /// finds at most ``beginningLimit`` customers.
  case beginning(String)

  /// The least number of characters with which customers are found by a beginning: 3.
  public static let leastBeginning = 3
  /// The greatest number of customers that a beginning finds: 20.
  public static let beginningLimit = 20

  /// The names of the query's parameters.
  package static let names = ["id", "user", "email", "attribute", "transaction", "order", "device"]

  /// Reads one parameter of a query; nil for an unknown name.
  init?(_ name: String, _ value: String) {
    switch name {
    case "id": self = .id(Customer.ID(value))
    case "user": self = .user(value)
    case "email": self = .email(value)
    case "attribute": self = .attribute(value)
    case "transaction": self = .transaction(value)
    case "order": self = .order(value)
    case "device": self = .device(Device.ID(value))
    default: return nil
    }
  }

  /// What a text may be: everything but an order, unless it looks like one, since orders are looked up in the App Store.
  ///
  /// - Parameter text: What a person types, such as an email address or a transaction id.
  /// - Returns: The searches, in no order that matters.
  static func everything(_ text: String) -> [CustomerSearch] {
    var searches: [CustomerSearch] = [
      .id(Customer.ID(text)), .user(text), .transaction(text), .device(Device.ID(text)),
      .attribute(text),
    ]
    if text.contains("@") { searches.append(.email(text)) }
    if leastBeginning <= text.count { searches.append(.beginning(text)) }
    // Names and addresses that a person types are not sent to the App Store.
    if text.wholeMatch(of: /\s*M(?=[A-Z]*[0-9])[A-Z0-9]{8,12}\s*/) != nil {
      searches.append(.order(text))
    }
    return searches
  }

  /// An order id as the App Store writes it, from how people copy it.
  ///
  /// - Parameter text: The order id in upper or lower case, with spaces anywhere.
  /// - Returns: The order id; nil for what cannot be one.
  static func orderID(_ text: String) -> String? {
    let order = text.filter { !$0.isWhitespace }.uppercased()
    return order.wholeMatch(of: /[A-Z0-9]{1,64}/) == nil ? nil : order
  }
}

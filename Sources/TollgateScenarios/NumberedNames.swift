import Tollgate

extension Customer.ID {
  /// The name as a timeline shows it, such as `customer-1`.
  var numbered: String { "customer-\(rawValue.drop { !$0.isNumber }.drop { $0 == "0" })" }
}

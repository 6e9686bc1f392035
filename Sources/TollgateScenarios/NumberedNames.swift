import Tollgate
import TollgateServer

extension IdentifierSource {
  /// Names of the form that servers give, counted from 1, so that a store can sign them into purchases.
  static var numbered: IdentifierSource {
    let counted = IdentifierSource.counting()
    return IdentifierSource(
      customer: {
        let number = counted.customer().rawValue.split(separator: "-").last ?? "0"
        return Customer.ID("cus_" + String(repeating: "0", count: 32 - number.count) + number)
      }, account: counted.account, bytes: counted.bytes)
  }
}

extension Customer.ID {
  /// The name as a timeline shows it: `customer-1`.
  var numbered: String { "customer-\(rawValue.drop { !$0.isNumber }.drop { $0 == "0" })" }
}

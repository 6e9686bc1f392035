/// The outcome of a purchase, as decided by the customer.
public enum PurchaseOutcome: Hashable, Sendable {
  /// The customer confirms, and the account's settings decide.
  case buy

  /// The customer closes the sheet.
  case cancel

  /// The purchase waits for a parent's approval, whatever the account's setting.
  case askToBuy

  /// The purchase fails.
  case fail(PurchaseFailure)
}

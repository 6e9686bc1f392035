// The identifiers as Apple's pages declare them. Xcode reads the header's `NSUInteger` as `UInt`, which most tests pass.
extension SKTestSession {
  /// Refunds a purchase in full.
  public func refundTransaction(identifier: Int) throws {
    try refundTransaction(identifier: UInt(bitPattern: identifier))
  }

  /// Deletes one transaction from the test environment.
  public func deleteTransaction(identifier: Int) throws {
    try deleteTransaction(identifier: UInt(bitPattern: identifier))
  }

  /// Turns the renewal of a subscription off.
  public func disableAutoRenewForTransaction(identifier: Int) throws {
    try disableAutoRenewForTransaction(identifier: UInt(bitPattern: identifier))
  }

  /// Turns the renewal of a subscription on.
  public func enableAutoRenewForTransaction(identifier: Int) throws {
    try enableAutoRenewForTransaction(identifier: UInt(bitPattern: identifier))
  }

  /// Asks the customer to agree to a price increase.
  public func requestPriceIncreaseConsentForTransaction(identifier: Int) throws {
    try requestPriceIncreaseConsentForTransaction(identifier: UInt(bitPattern: identifier))
  }

  /// Lets the customer agree to a price increase.
  public func consentToPriceIncreaseForTransaction(identifier: Int) throws {
    try consentToPriceIncreaseForTransaction(identifier: UInt(bitPattern: identifier))
  }

  /// Lets the customer decline a price increase.
  public func declinePriceIncreaseForTransaction(identifier: Int) throws {
    try declinePriceIncreaseForTransaction(identifier: UInt(bitPattern: identifier))
  }

  /// Lets a parent approve a purchase.
  public func approveAskToBuyTransaction(identifier: Int) throws {
    try approveAskToBuyTransaction(identifier: UInt(bitPattern: identifier))
  }

  /// Lets a parent decline a purchase.
  public func declineAskToBuyTransaction(identifier: Int) throws {
    try declineAskToBuyTransaction(identifier: UInt(bitPattern: identifier))
  }

  /// Lets the customer resolve what interrupted a purchase or a renewal.
  public func resolveIssueForTransaction(identifier: Int) throws {
    try resolveIssueForTransaction(identifier: UInt(bitPattern: identifier))
  }
}

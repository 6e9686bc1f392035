import TollgateAppStore

extension SubscriptionLifecycle {
  /// The store moves the renewal date, without a charge.
  ///
  /// Only a paid subscription in good standing can be extended, at most twice within 365 days.
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/extending-the-renewal-date-for-auto-renewable-subscriptions>.
  ///
  /// - Parameter days: 1 to 90; an accelerated rate shortens them in proportion to a week.
  /// - Returns: The store's actions.
  /// - Throws: Why the date did not change.
  mutating func extend(
    days: Int, at now: Instant
  ) throws(RenewalExtensionFailure) -> [Action] {
    guard (1...90).contains(days) else { throw .invalidDays }
    guard !isShared else { throw isAssigned ? .assignedSeat : .familyShared }
    let isFree = period.offer?.terms.paymentMode == .free
    guard state == .active, !isFree else { throw .ineligible }
    let recent = extensions.filter { $0.advanced(by: .days(365)) > now }
    guard recent.count < 2 else { throw .tooOften }
    extensions = recent + [now]
    movePeriodEnd(to: terms.rate.end(of: 0, Period(max(1, days), .day), from: period.end))
    return [
      .endPeriod(transactionID: period.transactionID, at: period.end),
      .notify(.renewalExtended, nil),
    ]
  }
}

import Tollgate
import TollgateWords

extension PaywallPage {
  /// How much longer the selected plan is offered; the engine computes the end, so no countdown starts over.
  public struct Countdown: Hashable, Sendable {
    /// The time left in days, and on the last day to the second: "Ends in 2 days", "Ends in 03:12:09".
    public let line: String
    /// How long ``line`` stays true.
    public let lasts: Duration
    /// The time left in one unit, for screen readers and where motion is reduced: "Ends in 3 hours".
    public let calmLine: String
    /// How long ``calmLine`` stays true.
    public let calmLasts: Duration
  }
}

@MainActor
extension PaywallPage.Countdown {
  /// The countdown to the end of an offer by the client's clock; nil if the offer has no end or has ended.
  init?(to offer: PaywallContent.Offer, for client: TollgateClient) {
    guard let end = offer.endsAt, let now = client.now, now < end else { return nil }
    let left = end.since(now)
    let calm = Self.calm(left)
    calmLine = client.line(
      .endsIn, product: offer.id, [.length: client.phrasebook.periods.length(calm.period)])
    calmLasts = .milliseconds(calm.lasts)
    guard left < Instant.millisecondsPerDay else {
      line = calmLine
      lasts = calmLasts
      return
    }
    line = client.line(.endsIn, product: offer.id, [.length: Self.digits(left)])
    lasts = .milliseconds((left - 1) % 1000 + 1)
  }

  /// A time in days, hours or minutes, rounded down but to at least a minute, and how long that stays true.
  private static func calm(_ left: Int64) -> (period: Period, lasts: Int64) {
    let day = Instant.millisecondsPerDay
    let (unit, length): (Period.Unit, Int64) =
      left >= day ? (.day, day) : left >= day / 24 ? (.hour, day / 24) : (.minute, day / 1440)
    return (Period(max(1, Int(left / length)), unit), min(left, left % length + 1))
  }

  /// A time of at most a day as hours, minutes and seconds, rounded up to whole seconds.
  private static func digits(_ left: Int64) -> String {
    let seconds = (left + 999) / 1000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

@MainActor
extension PaywallPage.Offer {
  /// What a screen reader announces if the plan is selected because the countdown of the selected one has ended.
  ///
  /// - Parameters:
  ///   - earlier: The plan that was selected before, which may be the same at another price.
  ///   - client: The client.
  /// - Returns: "That offer has ended. Pro Yearly, $29.99 per year, selected"; nil if the earlier plan has not ended.
  package func announcement(
    replacing earlier: PaywallPage.Offer?, for client: TollgateClient
  ) -> String? {
    guard let end = earlier?.endsAt, let now = client.now, end <= now else { return nil }
    return "\(client.line(.offerEnded)) \(accessibilityLabel)"
  }
}

extension Membership {
  /// The greatest number of changes of a membership that are searched for the end of a package.
  ///
  /// A trial changes each day, with the days that are left, and so does a wallet with daily credits: this is nearly three
  /// years of them.
  private static let changeLimit = 1000

  /// The instant from which a customer is no longer shown a package, if nothing else happens.
  ///
  /// - Parameters:
  ///   - package: A package that the customer is shown now.
  ///   - paywall: The paywall that shows it.
  ///   - customer: The customer whose membership this is.
  /// - Returns: The instant; nil if time alone does not end it, or only after 1000 other changes of the membership.
  func end(
    of package: Paywall.Package, on paywall: Paywall.ID, for customer: Customer
  ) -> Instant? {
    var change = nextChange
    for _ in 0..<Self.changeLimit {
      guard let instant = change else { return nil }
      let later = Membership(of: customer, in: blueprint, at: instant)
      if !later.packages(of: paywall).contains(package) { return instant }
      change = later.nextChange
    }
    return nil
  }
}

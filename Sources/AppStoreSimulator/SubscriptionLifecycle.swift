package import TollgateAppStore

/// One account's subscription in one group: a state machine without clock, signatures or randomness.
///
/// Every event returns the actions that a shell performs, in order: the store's book charges, signs and notifies, the
/// state machine only decides. The explorer of `tollgate check` runs it unsigned. A group has at most one subscription
/// per account, no matter which of its products is bought: <https://developer.apple.com/app-store/subscriptions/>.
package struct SubscriptionLifecycle: Sendable {
  /// The condition of the subscription.
  package enum State: Hashable, Sendable {
    /// Paid until the period ends.
    case active

    /// Unpaid, with access until the instant; the second is when the store gives up.
    case grace(until: Instant, retryUntil: Instant)

    /// Unpaid, without access, until the store gives up.
    case retrying(until: Instant)

    /// Ended.
    case expired(ExpirationIntent)

    case revoked
  }

  /// An action of the store beyond changing the state.
  package enum Action: Hashable, Sendable {
    /// Create the transaction of the current period.
    case charge(TransactionReason)

    /// Sign an older transaction again as replaced by an upgrade; the refunded share of its price is in thousandths of
    /// a percent, nil if nothing is refunded.
    case replace(transactionID: TransactionNumber, refundedShare: Int?)

    /// Sign the current transaction again with the new end of its period.
    case endPeriod(transactionID: TransactionNumber, at: Instant)

    /// Send a notification with the current transaction and renewal info.
    case notify(NotificationType, Subtype?)
  }

  /// The purchase that started the subscription; it never changes, however often the customer leaves and returns.
  struct OriginalPurchase: Sendable {
    /// The transaction that every later one refers to as its original.
    var transactionID: TransactionNumber

    /// When the customer first subscribed in the group.
    var date: Instant
  }

  /// What happens at the end of the current period, as chosen by the customer.
  package struct RenewalPreference: Sendable {
    /// Whether the subscription renews automatically.
    package var isOn: Bool

    /// The product of the next period and its price, which differs from the current one after a downgrade or a price
    /// change.
    package var product: PricedSubscription

    /// The offer that starts with the next period.
    var offer: Catalog.Offer?

    /// The offer of a code that starts when the introductory offer of the same purchase ends.
    var stackedOffer: Catalog.Offer?

    /// How many seats the next period pays for, if it is fewer than now.
    var seats: Int?
  }

  /// The rules for every subscription of the store.
  package struct Terms: Hashable, Sendable {
    var rate: RenewalRate
    var gracePeriod: GracePeriod

    package init(rate: RenewalRate, gracePeriod: GracePeriod) {
      self.rate = rate
      self.gracePeriod = gracePeriod
    }
  }

  var original: OriginalPurchase
  var terms: Terms
  package var state: State
  package var period: BillingPeriod
  package var renewal: RenewalPreference

  /// The count of billing periods, from which the end of each follows.
  package var schedule: BillingSchedule

  /// The number of the app's UUID in the book; 0 for none.
  var appAccountToken: UInt32

  /// The price increase that the customer was notified of.
  var priceIncrease: PriceIncrease?

  /// When the renewal date was extended within the last 365 days, oldest first; at most two instants.
  var extensions: [Instant] = []

  /// Whether it is a family member's view of another account's subscription.
  ///
  /// A view has no events of its own: it changes only when the purchaser's subscription does.
  var isShared = false

  /// Whether a view is that of an assigned seat, and not of Family Sharing.
  var isAssigned = false

  /// How many seats a period pays for; 1 for a customer without others, and for a view.
  var seats = 1

  /// Whether the developer hosts the invitations to its seats, as set when the subscription began.
  var isDeveloperManaged = false

  /// How many seats the purchaser has, in the view of an assigned seat.
  var purchaserSeats = 1

  /// How many seats the next period pays for.
  var nextSeats: Int { renewal.seats ?? seats }

  /// When the current run of periods began; gaps of up to 60 days do not end a run.
  ///
  /// Follows `recentSubscriptionStartDate` of
  /// <https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload>.
  var recentStart: Instant

  /// Starts the first subscription of the group; the shell charges and notifies.
  package init(
    product: PricedSubscription, offer: Catalog.Offer?, transactionID: TransactionNumber,
    at now: Instant, terms: Terms, appAccountToken: UInt32
  ) {
    original = OriginalPurchase(transactionID: transactionID, date: now)
    self.terms = terms
    self.appAccountToken = appAccountToken
    state = .active
    renewal = RenewalPreference(isOn: true, product: product)
    recentStart = now
    schedule = BillingSchedule(start: now, offer: offer)
    period = BillingPeriod(
      transactionID: transactionID, product: product, offer: offer, start: now,
      schedule: schedule, rate: terms.rate)
  }

  /// The instant of the next scheduled event, or nil if there isn't one.
  package var due: Instant? {
    guard !isShared else { return nil }
    switch state {
    case .active: return period.end
    case .grace(let until, _): return until
    case .retrying(let until): return until
    case .expired, .revoked: return nil
    }
  }

  /// The subscription as a family member or the holder of a seat sees it: with transactions of the member's own, and
  /// without the purchaser's app account token.
  func sharedView(
    transactionID: TransactionNumber, original: OriginalPurchase, isAssigned: Bool
  ) -> SubscriptionLifecycle {
    var view = self
    view.isShared = true
    view.isAssigned = isAssigned
    view.purchaserSeats = seats
    view.seats = 1
    view.renewal.seats = nil
    view.period.transactionID = transactionID
    view.original = original
    view.appAccountToken = 0
    return view
  }
}

/// What a reservation sets aside for a use in progress, and until when.
///
/// The terms are fixed when it is made, so that a later blueprint changes neither what the use will cost nor when the
/// reservation lapses.
public struct ReservationTerms: Hashable, Sendable {
  /// Whether it counts toward the feature's allowances, and toward the uses of a trial.
  public let isCounted: Bool
  /// Whether the use is counted without counting toward a limit.
  public let isUnlimited: Bool
  /// The item that the use will hold; nil if the feature holds none.
  public let item: Item.ID?
  /// The wallet that will pay, or the first of those that will; nil if the use costs no credits.
  public let wallet: Wallet.ID?
  /// The number of credits set aside in that wallet; 0 without one.
  public let amount: Int
  /// What other wallets will pay of the same price, in the order in which they were asked.
  public let rest: [CreditPayment]
  /// The size that the use or its item will have; 0 if it has none.
  public let size: Int
  /// What the use or its item will belong to; nil if no limit counts for each parent.
  public let parent: Parent.ID?
  /// The time of the reservation, by the server's clock.
  public let at: Instant
  /// The instant from which it no longer counts.
  public let lapsesAt: Instant

  public init(
    isCounted: Bool = true, isUnlimited: Bool = false, item: Item.ID? = nil,
    wallet: Wallet.ID? = nil, amount: Int = 0, rest: [CreditPayment] = [], size: Int = 0,
    parent: Parent.ID? = nil, at: Instant, lapsesAt: Instant
  ) {
    self.isCounted = isCounted
    self.isUnlimited = isUnlimited
    self.item = item
    self.wallet = wallet
    self.amount = amount
    self.rest = rest
    // In case the decoded fact is out of the valid range.
    self.size = min(max(0, size), Feature.sizeLimit)
    self.parent = parent
    self.at = at
    self.lapsesAt = lapsesAt
  }

  /// Whether the use is counted, and takes nothing of what limits, items or wallets leave.
  package var takesNothing: Bool { isUnlimited && item == nil && wallet == nil }

  /// Whether it has not lapsed at an instant; a reservation made later counts too.
  public func isOpen(at now: Instant) -> Bool { now < lapsesAt }

  /// Whether these terms take precedence over others under the same key: the latest reservation does.
  func outranks(_ other: Self) -> Bool {
    if at != other.at { return at > other.at }
    if lapsesAt != other.lapsesAt { return lapsesAt > other.lapsesAt }
    if isCounted != other.isCounted { return isCounted }
    if isUnlimited != other.isUnlimited { return isUnlimited }
    if amount != other.amount { return amount > other.amount }
    if size != other.size { return size > other.size }
    if rest != other.rest { return other.rest.lexicographicallyPrecedes(rest) }
    return (item?.rawValue ?? "", wallet?.rawValue ?? "", parent?.rawValue ?? "")
      > (other.item?.rawValue ?? "", other.wallet?.rawValue ?? "", other.parent?.rawValue ?? "")
  }

  /// The credits set aside in each wallet, in the order in which they were asked.
  var payments: [CreditPayment] {
    guard let wallet else { return [] }
    return ([CreditPayment(wallet: wallet, amount: amount)] + rest).map {
      CreditPayment(wallet: $0.wallet, amount: Self.clamped($0.amount))
    }
  }

  /// The credits set aside in a wallet.
  func credits(of wallet: Wallet.ID) -> Int {
    var credits = wallet == self.wallet ? Self.clamped(amount) : 0
    for payment in rest where payment.wallet == wallet { credits += Self.clamped(payment.amount) }
    return credits
  }

  /// An amount within the valid range, in case the decoded fact is out of it.
  private static func clamped(_ amount: Int) -> Int { min(max(0, amount), Wallet.limit) }

  /// Whether it counts toward a limit of uses or of held items, rather than only setting credits aside.
  package var takesPlace: Bool { isCounted || item != nil }

  /// What counts for another customer with whom the use is shared: it sets no credits of theirs aside, and its item has no
  /// other name than its key.
  func shared(under key: Idempotency.Key) -> Self {
    Self(
      isCounted: isCounted, isUnlimited: isUnlimited, item: item.map { _ in Item.ID(key.rawValue) },
      size: size, parent: parent, at: at, lapsesAt: lapsesAt)
  }
}

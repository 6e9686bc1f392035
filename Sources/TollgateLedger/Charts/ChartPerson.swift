import Tollgate

/// What the known facts of a customer say about purchases and how the customer found them, or those of an unclaimed
/// purchase about it.
struct ChartPerson: Sendable {
  /// When the customer was first seen; nil if that is not known yet, and for an unclaimed purchase.
  private(set) var firstSeen: Instant?
  private let isCustomer: Bool
  private let since: Instant?
  private let environment: StoreEnvironment
  private var customer = Customer()
  private var renewals: [PurchaseID: [StoreRenewal]] = [:]
  private var transfers: [PurchaseID: PurchaseTransfer] = [:]
  private var requests: [PurchaseID: [RefundRequest.ID: RefundRequest]] = [:]
  private var shown: [Paywall.ID: [Idempotency.Key: PaywallEvent]] = [:]

  /// Creates a person without known facts.
  ///
  /// - Parameters:
  ///   - id: The customer, or the placeholder of a purchase that nobody has claimed.
  ///   - since: When the customer's own first fact was recorded; earlier facts came with a purchase. Nil if all are own.
  init(_ id: Customer.ID, since: Instant?, in environment: StoreEnvironment) {
    isCustomer = !id.isPlaceholder
    self.since = since
    self.environment = environment
  }

  /// Notes that a fact of any kind was recorded.
  mutating func see(at instant: Instant) {
    guard isCustomer, since.map({ $0 <= instant }) ?? true else { return }
    firstSeen = min(firstSeen ?? instant, instant)
  }

  mutating func record(_ fact: Fact, at: Instant) {
    see(at: at)
    switch fact {
    case .milestone(let reached) where isCustomer && reached.milestone == Milestone.firstSeen:
      firstSeen = min(firstSeen ?? reached.at, reached.at)
    case .transaction, .attribute, .variant: customer.join(fact)
    case .renewal(let renewal): renewals[renewal.purchase, default: []].append(renewal)
    case .transfer(let transfer):
      if transfers[transfer.purchase].map({ $0.chartRank <= transfer.chartRank }) ?? true {
        transfers[transfer.purchase] = transfer
      }
    case .refundRequest(let request):
      requests[request.purchase, default: [:]][request.id] = request
    case .paywall(let event):
      guard event.action == .shown else { return }
      let other = shown[event.paywall]?[event.key]
      if other.map({ event.at < $0.at }) ?? true {
        shown[event.paywall, default: [:]][event.key] = event
      }
    default: break
    }
  }

  /// The purchases that the customer has.
  var lines: [ChartLine] {
    let bought = customer.storeTransactions.filter {
      $0.environment == environment && $0.ownership == .purchased
    }
    return Dictionary(grouping: bought, by: \.purchase)
      .filter { transfers[$0.key].map { $0.isHeld && !$0.isShared } ?? true }
      .map { purchase, transactions in
        ChartLine(
          transactions: transactions, renewals: renewals[purchase] ?? [],
          requests: Array((requests[purchase] ?? [:]).values),
          placement: placement(before: transactions[0].purchasedAt))
      }
  }

  /// The times that paywalls were shown, in no order that matters.
  var views: [PaywallEvent] { shown.values.flatMap(\.values) }

  /// The first time that each paywall was shown, in no order that matters.
  var firstViews: [PaywallEvent] {
    shown.values.compactMap { $0.values.min { ($0.at, $0.key) < ($1.at, $1.key) } }
  }

  /// The country that the device reported last; nil if none did.
  var country: String? { customer.value(of: .country) }

  func variant(in experiment: Experiment.ID) -> Experiment.Variant.ID? {
    customer.assignment(in: experiment)?.variant
  }

  private func placement(before purchase: Instant) -> Placement.ID? {
    views.compactMap { view in view.placement.map { (placement: $0, at: view.at) } }
      .filter { $0.at <= purchase && purchase < $0.at.adding(ChartSegment.placementWindow) }
      .max { ($0.at, $0.placement) < ($1.at, $1.placement) }?.placement
  }
}

extension PurchaseTransfer {
  /// Of a customer's transfers the latest counts, then the one that holds the purchase, then the one that owns it.
  fileprivate var chartRank: (Int, Int, Int) { (number, isHeld ? 1 : 0, isShared ? 0 : 1) }
}

import Tollgate
import TollgateLedger

/// The customers that a filter allows, among those that were read.
struct CustomerList: Sendable {
  /// Which customers to list; every condition that is not nil must hold.
  struct Filter: Hashable, Sendable {
    /// What the customers have in common.
    var state: CustomerState?
    /// What they bought last, or have a subscription of.
    var product: CatalogProduct.ID?

    /// Whether everybody on the list has a transaction.
    var isOfBuyers: Bool {
      if product != nil { return true }
      return switch state {
      case .active, .willNotRenew, .grace, .billingRetry, .refunded: true
      case .trial, .trialExpired, .lapsed, .granted, .nothing, nil: false
      }
    }

    func allows(_ row: Row) -> Bool {
      state.map { row.states.contains($0) } ?? true && product.map { $0 == row.product } ?? true
    }
  }

  struct Row: Sendable {
    let customer: Customer.ID
    let account: Account.ID?
    /// When the first fact of the customer's own was recorded, not that of a purchase which they claimed later.
    let since: Instant
    let phase: Phase
    let states: Set<CustomerState>
    /// The product of the subscription that decides the plan, or else of the latest purchase; nil without one.
    let product: CatalogProduct.ID?
    /// The end of the period that was paid for.
    let expiresAt: Instant?
    let environment: StoreEnvironment?
    /// What was paid last for the product.
    let price: Money?
  }

  /// The customers, in the order of their ids.
  var rows: [Row] = []
  var read = 0
  /// The customer after which reading continues, by id; nil if there are no more.
  var next: Customer.ID?

  var newestFirst: [Row] {
    rows.sorted { ($1.since, $1.customer) < ($0.since, $0.customer) }
  }
}

extension CustomerList.Row {
  /// Creates the row of a customer.
  ///
  /// - Parameter since: When the first fact of their own was recorded.
  init(_ record: CustomerRecord, since: Instant, _ membership: Membership) {
    let customer = record.customer
    let transactions = customer.storeTransactions.filter { $0.purchasedAt <= membership.instant }
    let subscription = membership.subscription
    let latest =
      transactions.last { subscription?.purchase == $0.purchase } ?? transactions.last
    self.init(
      customer: record.id, account: customer.account, since: since, phase: membership.phase,
      states: CustomerState.states(of: customer, with: membership),
      product: subscription?.product ?? latest?.product,
      expiresAt: subscription?.expiresAt ?? latest?.expiresAt, environment: latest?.environment,
      price: latest?.price)
  }
}

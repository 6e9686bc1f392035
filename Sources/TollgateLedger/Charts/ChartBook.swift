package import Tollgate

/// What the customers' facts say about their purchases, as known at an instant; charts are counted from it.
///
/// A purchase counts once, for the customer who has it. Purchases of other environments and those shared by a family
/// member do not count.
package struct ChartBook: Sendable {
  struct Person: Sendable {
    let firstSeen: Instant
    let country: String?
  }

  /// How strong a customer's claim to a purchase is: the latest transfer decides.
  private struct Claim: Comparable, Sendable {
    let number: Int
    let isHeld: Bool
    let customer: Customer.ID

    static func < (left: Self, right: Self) -> Bool {
      if left.number != right.number { return left.number < right.number }
      if left.isHeld != right.isHeld { return right.isHeld }
      return right.customer < left.customer
    }
  }

  /// The instant: facts that were recorded at it or later do not count.
  package let known: Instant
  private let environment: StoreEnvironment
  private(set) var people: [Customer.ID: Person] = [:]
  private var claims: [PurchaseID: (claim: Claim, line: ChartLine)] = [:]

  /// Creates an empty book.
  package init(knownAt known: Instant, in environment: StoreEnvironment = .production) {
    self.known = known
    self.environment = environment
  }

  /// The purchases, in order of their ids.
  var lines: [ChartLine] { claims.sorted { $0.key < $1.key }.map(\.value.line) }

  /// Adds a customer.
  ///
  /// - Parameters:
  ///   - id: The customer.
  ///   - facts: What was recorded, and when.
  package mutating func add(
    _ id: Customer.ID, facts: some Sequence<(at: Instant, fact: Fact)>
  ) {
    var customer = Customer()
    var firstSeen: Instant?
    var renewals: [PurchaseID: [StoreRenewal]] = [:]
    var transfers: [PurchaseID: PurchaseTransfer] = [:]
    for (at, fact) in facts where at < known {
      firstSeen = min(firstSeen ?? at, at)
      switch fact {
      case .transaction, .attribute: customer.join(fact)
      case .renewal(let renewal): renewals[renewal.purchase, default: []].append(renewal)
      case .transfer(let transfer):
        if transfers[transfer.purchase].map({ $0.chartRank <= transfer.chartRank }) ?? true {
          transfers[transfer.purchase] = transfer
        }
      default: break
      }
    }
    guard let firstSeen else { return }
    people[id] = Person(firstSeen: firstSeen, country: customer.value(of: .country))
    let bought = customer.storeTransactions.filter {
      $0.environment == environment && $0.ownership == .purchased
    }
    for (purchase, transactions) in Dictionary(grouping: bought, by: \.purchase) {
      let transfer = transfers[purchase]
      let claim = Claim(
        number: transfer?.number ?? 0,
        isHeld: transfer.map { $0.isHeld && !$0.isShared } ?? true, customer: id)
      if let other = claims[purchase], claim < other.claim { continue }
      claims[purchase] = (
        claim,
        ChartLine(
          customer: id, transactions: transactions, renewals: renewals[purchase] ?? [])
      )
    }
  }
}

extension PurchaseTransfer {
  /// Of a customer's transfers the latest counts, then the one that holds the purchase, then the one that owns it.
  fileprivate var chartRank: (Int, Int, Int) { (number, isHeld ? 1 : 0, isShared ? 0 : 1) }
}

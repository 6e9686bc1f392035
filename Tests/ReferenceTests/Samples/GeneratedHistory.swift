import Tollgate

/// One customer's plausible history: what the customer does, what the store signs about it, and when each fact arrives.
struct GeneratedHistory {
  /// A subscription as the store keeps it.
  struct Line {
    let purchase: PurchaseID
    let ownership: StoreTransaction.Ownership
    var product: CatalogProduct
    var next: CatalogProduct
    var start: Instant
    var end: Instant
    var willRenew = true
    var introductoryPeriodsLeft = 0
    var newest: StoreTransaction?
    var hasEnded = false
    var retriesUntil: Instant?
    var renewals = 0
  }

  static let start = Instant(milliseconds: 1_772_355_600_000)  // 2026-03-01T09:00:00Z

  let blueprint: Blueprint
  var random: Seeded
  var now = GeneratedHistory.start
  var lines: [Line] = []
  var bought: [StoreTransaction] = []
  var transfers: [PurchaseID: Int] = [:]
  var introduced: [String] = []
  var arrivals: [(at: Instant, fact: Fact)] = []
  var names = 0

  var definition: Blueprint.Definition { blueprint.definition }

  init(_ blueprint: Blueprint, _ random: Seeded) {
    self.blueprint = blueprint
    self.random = random
  }

  /// Runs the given number of steps; the facts are in the order of their arrival.
  mutating func run(steps: Int) {
    for _ in 0..<steps {
      pass()
      act()
    }
    pass()
    arrivals.sort { $0.at < $1.at }
  }

  /// Lets some time pass: seconds, days, or until about the end of something.
  private mutating func pass() {
    var later = now.adding(
      milliseconds: random.pick(
        random.time(upTo: .minute), random.time(upTo: .hour), random.time(upTo: .day),
        random.time(upTo: 10 * .day), random.time(upTo: 40 * .day)))
    if random.chance(30), let end = lines.map(\.end).filter({ $0 > now }).min() {
      later = end.adding(milliseconds: random.pick(-1, 0, 1, -.minute, .minute))
    }
    now = max(now, later)
    for index in lines.indices { passStoreTime(of: index) }
  }

  private mutating func act() {
    switch random.number(0...22) {
    case 0...4: buy()
    case 5: signUp()
    case 6: reachMilestone()
    case 7...10: useFeatures()
    case 11: changeItem()
    case 12: setRenewal()
    case 13: refund()
    case 14: changeHands()
    case 15: grant()
    case 16: reverseRefund()
    case 17: signAgain()
    case 18: dismiss()
    case 19: reserveFeatures()
    case 20: setAttributes()
    case 21: changeTrial()
    case 22: takeSeat()
    default: break
    }
  }

  mutating func arrive(_ fact: Fact, at instant: Instant) { arrivals.append((instant, fact)) }

  /// A new name for a transaction, a use or a grant.
  mutating func name() -> String {
    names += 1
    return "\(names)"
  }

  /// The delay of a fact: usually seconds, sometimes hours.
  mutating func delay() -> Int64 {
    random.chance(75) ? random.time(upTo: 5 * .second) : random.time(upTo: 2 * .day)
  }

  /// The facts that have arrived so far.
  var known: [Fact] { arrivals.filter { $0.at <= now }.map(\.fact) }
}

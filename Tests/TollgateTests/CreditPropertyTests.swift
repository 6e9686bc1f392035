import Testing

@testable import Tollgate

@Suite("Credits in any life")
struct CreditPropertyTests {
  static let start = Fixture.start
  static let seeds: ClosedRange<UInt64> = 1...12

  /// A year of purchases, periods, refunds and spends, the same for the same seed.
  private struct Lifecycle {
    var customer = Customer()
    var random: Seeded
    var number = 0

    init(seed: UInt64) { random = Seeded(state: seed) }

    mutating func name() -> String {
      number += 1
      return "\(number)"
    }

    /// A day's events: something is bought, refunded or spent; spends are decided by the engine.
    mutating func live(day: Int) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: buy(day)
      case 1: subscribe(day)
      case 2: refund(day)
      default:
        let cost = Int.random(in: 1...60, using: &random)
        customer.spend(Bool.random(using: &random) ? "print" : "draw", name(), cost: cost, on: day)
      }
    }

    private mutating func buy(_ day: Int) {
      let product: CatalogProduct.ID = Bool.random(using: &random) ? "coins.100" : "coins.5"
      customer.join(
        .pack(
          StoreTransaction.ID(name()), product, on: day,
          quantity: Int.random(in: 1...3, using: &random)))
    }

    /// Starts or continues one of three lines, so that periods overlap and follow one another.
    private mutating func subscribe(_ day: Int) {
      let products: [CatalogProduct.ID] = ["basic", "plus", "other", "gold"]
      let product = products.randomElement(using: &random) ?? "basic"
      let line = "line-\(Int.random(in: 0..<3, using: &random))"
      customer.join(
        .period(
          StoreTransaction.ID(name()), product, from: day,
          to: day + Int.random(in: 3...40, using: &random),
          of: StoreTransaction.OriginalID(line),
          offer: Int.random(in: 0..<5, using: &random) == 0 ? .freeTrial : nil))
    }

    private mutating func refund(_ day: Int) {
      guard let old = customer.storeTransactions.randomElement(using: &random) else { return }
      customer.join(
        .transaction(
          StoreTransaction(
            id: old.id, originalID: old.originalID, product: old.product, group: old.group,
            purchasedAt: old.purchasedAt, expiresAt: old.expiresAt,
            revokedAt: CreditPropertyTests.start.days(day), offer: old.offer,
            quantity: old.quantity, signedAt: CreditPropertyTests.start.days(day))))
    }
  }

  @Test(
    "EX-11 a use takes its cost and no more, a pack adds its credits, and no balance is negative",
    arguments: seeds)
  func conservation(seed: UInt64) {
    var life = Lifecycle(seed: seed)
    var spent = 0
    for day in 0..<120 {
      let before = life.customer.coins(day)
      let (known, spends) = (Set(life.customer.facts), Set(life.customer.spends.values))
      life.live(day: day)
      let after = life.customer.coins(day)
      #expect(after >= 0, "seed \(seed), day \(day)")
      for fact in Set(life.customer.facts).subtracting(known) {
        guard case .transaction(let transaction) = fact, transaction.revokedAt == nil,
          transaction.expiresAt == nil
        else { continue }
        let credits = (transaction.product == "coins.100" ? 100 : 5) * transaction.quantity
        #expect(after == before + credits, "seed \(seed), day \(day)")
      }
      for spend in Set(life.customer.spends.values).subtracting(spends) {
        #expect(after == before - spend.amount, "seed \(seed), day \(day)")
        #expect(spend.unpaid == 0)
        spent += spend.amount
      }
    }
    #expect(spent > 0)
  }

  @Test("EX-11 any order, duplication and merge of facts gives the same credits", arguments: seeds)
  func anyOrder(seed: UInt64) {
    var life = Lifecycle(seed: seed)
    for day in 0..<80 { life.live(day: day) }
    let facts = life.customer.facts
    let days = Array(stride(from: 0, to: 200, by: 7))
    let expected = days.map { life.customer.coins($0) }
    let shuffled = Customer(facts.shuffled(using: &life.random) + facts.prefix(20))
    #expect(shuffled == life.customer)
    #expect(days.map { shuffled.coins($0) } == expected, "seed \(seed)")
    var left = Customer(facts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
    left.join(Customer(facts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)))
    #expect(days.map { left.coins($0) } == expected, "seed \(seed)")
  }

  @Test("EX-11 credits change by themselves at no instant but the next change", arguments: seeds)
  func nextChange(seed: UInt64) {
    var life = Lifecycle(seed: seed)
    for day in 0..<80 { life.live(day: day) }
    var instant = Self.start.days(80)
    var membership = life.customer.membership(Fixture.studio, instant)
    for _ in 0..<20 {
      let next = membership.nextChange ?? Self.start.days(400)
      for _ in 0..<5 where next > instant {
        let between = Instant(
          milliseconds: Int64.random(
            in: instant.milliseconds..<next.milliseconds, using: &life.random))
        #expect(
          life.customer.membership(Fixture.studio, between).credits(in: "coins")
            == membership.credits(in: "coins"), "seed \(seed)")
      }
      guard membership.nextChange != nil else { return }
      instant = next
      membership = life.customer.membership(Fixture.studio, instant)
    }
  }

  /// The same by moving one coin at a time, for lives in which nothing is replaced.
  private struct Coins {
    struct Coin {
      let transaction: StoreTransaction.ID
      let rolls: Bool
      let end: Int
      let order: (Int, Int, Int, Int)
    }

    var coins: [Coin] = []

    mutating func pass(to day: Int) { coins.removeAll { $0.end <= day } }

    mutating func add(_ count: Int, _ id: Int, day: Int, end: Int?, rolls: Bool, cap: Int?) {
      if let cap {
        while coins.count(where: \.rolls) > max(0, cap - count) {
          guard let oldest = coins.firstIndex(where: \.rolls) else { break }
          coins.remove(at: oldest)
        }
      }
      for _ in 0..<count {
        coins.append(
          Coin(
            transaction: StoreTransaction.ID("\(id)"), rolls: rolls, end: end ?? .max,
            order: (end ?? .max, end == nil && !rolls ? 1 : 0, day, id)))
      }
      coins.sort { $0.order < $1.order }
    }

    mutating func spend(_ count: Int) { coins.removeFirst(min(count, coins.count)) }

    mutating func refund(_ id: Int) {
      coins.removeAll { $0.transaction.rawValue == "\(id)" }
    }
  }

  @Test(
    "EX-11 credits that the store dates before a use, or at its instant, cost the payer nothing and pay for no use twice",
    arguments: seeds)
  func datedBefore(seed: UInt64) {
    var random = Seeded(state: seed)
    var customer = Customer()
    var known = Coins()
    var (given, spent) = (0, 0)
    for day in 1..<120 {
      known.pass(to: day)
      let cost = Int.random(in: 0...40, using: &random)
      if cost > 0, cost <= known.coins.count {
        customer.join(.spent(cost, "\(day)", on: day))
        known.spend(cost)
        spent += cost
      }
      // The store's clock is behind: what is bought after the use is dated before it, or at the same instant.
      let dated = day - Int.random(in: 0...1, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        customer.join(.pack(StoreTransaction.ID("\(1000 + day)"), on: dated))
        known.add(100, 1000 + day, day: dated, end: nil, rolls: false, cap: nil)
        given += 100
      case 1:
        let line = StoreTransaction.OriginalID("line-\(day)")
        customer.join(
          .period(
            StoreTransaction.ID("\(1000 + day)"), "basic", from: dated, to: dated + 10, of: line))
        known.add(50, 1000 + day, day: dated, end: dated + 10, rolls: false, cap: nil)
        given += 50
      default: break
      }
      let balance = customer.coins(day, hour: 1)
      #expect(balance >= known.coins.count, "seed \(seed), day \(day)")
      #expect(balance + spent <= given, "seed \(seed), day \(day)")
    }
    #expect(spent > 0)
  }

  @Test("EX-11 the balance is that of coins moved one at a time", arguments: seeds)
  func oneAtATime(seed: UInt64) {
    var random = Seeded(state: seed)
    var customer = Customer()
    var coins = Coins()
    var bought: [(id: Int, day: Int, product: CatalogProduct.ID)] = []
    for day in 0..<150 {
      coins.pass(to: day)
      let id = 1000 + day
      if day % 30 == 0 {
        let rolls = seed.isMultiple(of: 2)
        customer.join(
          .period(
            StoreTransaction.ID("\(id)"), rolls ? "plus" : "basic", from: day, to: day + 30))
        coins.add(
          50, id, day: day, end: rolls ? nil : day + 30, rolls: rolls, cap: rolls ? 120 : nil)
      } else {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
          customer.join(.pack(StoreTransaction.ID("\(id)"), on: day))
          coins.add(100, id, day: day, end: nil, rolls: false, cap: nil)
          bought.append((id, day, "coins.100"))
        case 1:
          guard !bought.isEmpty else { break }
          let pack = bought.remove(at: Int.random(in: 0..<bought.count, using: &random))
          customer.join(.pack(StoreTransaction.ID("\(pack.id)"), on: pack.day, refunded: day))
          coins.refund(pack.id)
        default:
          let amount = Int.random(in: 1...40, using: &random)
          customer.join(.spent(amount, "\(day)", on: day, hour: 1))
          coins.spend(amount)
        }
      }
      #expect(customer.coins(day, hour: 2) == coins.coins.count, "seed \(seed), day \(day)")
    }
  }

  @Test(
    "EX-11 credits that last for a time, or while a subscription runs, are coins moved one at a time",
    arguments: seeds)
  func lasting(seed: UInt64) {
    var random = Seeded(state: seed)
    let cap = seed.isMultiple(of: 2) ? 120 : nil
    let whileSubscribed = seed.isMultiple(of: 3)
    let app = Fixture.blueprint { definition in
      definition = Fixture.studio.definition
      definition.credits[0] = Wallet(
        id: "coins",
        sources: [
          Wallet.Source(product: "coins.100", amount: 100),
          Wallet.Source(
            product: "plus", amount: 50,
            lifetime: .rollsOver(
              Wallet.Rollover(
                upTo: cap, lasts: Period(75, .day), whileSubscribed: whileSubscribed))),
        ])
    }
    var customer = Customer()
    var coins = Coins()
    var spent = 0
    for day in 0..<300 {
      coins.pass(to: day)
      let id = 1000 + day
      if day.isMultiple(of: 30) {
        if Int.random(in: 0..<4, using: &random) > 0 {
          customer.join(.period(StoreTransaction.ID("\(id)"), "plus", from: day, to: day + 30))
          coins.add(50, id, day: day, end: day + 75, rolls: true, cap: cap)
        } else if whileSubscribed {
          coins.coins.removeAll(where: \.rolls)
        }
      } else if Int.random(in: 0..<20, using: &random) == 0 {
        customer.join(.pack(StoreTransaction.ID("\(id)"), on: day))
        coins.add(100, id, day: day, end: nil, rolls: false, cap: nil)
      } else {
        let amount = min(Int.random(in: 0...3, using: &random), coins.coins.count)
        if amount > 0 { customer.join(.spent(amount, "\(day)", on: day, hour: 1)) }
        coins.spend(amount)
        spent += amount
      }
      #expect(
        customer.coins(day, hour: 2, in: app) == coins.coins.count, "seed \(seed), day \(day)")
    }
    #expect(spent > 0)
  }
}

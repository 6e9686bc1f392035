import Testing

@testable import Tollgate

@Suite("Credits of transferred purchases")
struct CreditTransferTests {
  static let start = Fixture.start
  private let studio = Fixture.studio

  /// Transfers a purchase as a server does.
  private func transfer(
    _ purchase: PurchaseID, from owner: inout Customer, to other: inout Customer, _ number: Int,
    on day: Int
  ) {
    let at = Self.start.days(day).hours(1)
    let spent = owner.spentCredits(of: purchase, in: studio, at: at)
    for fact in owner.facts(of: purchase) { other.join(fact) }
    other.join(
      .transfer(
        PurchaseTransfer(purchase: purchase, isHeld: true, number: number, spent: spent, at: at)))
    owner.join(
      .transfer(
        PurchaseTransfer(purchase: purchase, isHeld: false, number: number, spent: spent, at: at)))
  }

  private func coins(_ customers: Customer..., on day: Int) -> [Int] {
    customers.map { $0.coins(day, hour: 2) }
  }

  @Test("EX-11 a purchase takes what is left of its credits along, and leaves the owner's others")
  func transfer() {
    var owner = Customer([.pack("1", on: 0), .pack("2", on: 1)])
    var other = Customer([.pack("3", "coins.5", on: 0)])
    owner.spend("print", "a", cost: 60, on: 2)
    #expect(coins(owner, other, on: 2) == [140, 5])
    transfer("1", from: &owner, to: &other, 1, on: 3)
    #expect(coins(owner, other, on: 3) == [100, 45])
    other.spend("print", "b", cost: 10, on: 4, by: "you")
    transfer("1", from: &other, to: &owner, 2, on: 5)
    #expect(coins(owner, other, on: 5) == [130, 5])
    #expect(owner.coins(4) == 100)
  }

  @Test("EX-11 a plan's later periods fill the wallet of the customer who has it")
  func plan() {
    var owner = Customer([.period("1", "basic", from: 0, to: 30)])
    var other = Customer()
    owner.spend("print", "a", cost: 20, on: 2)
    transfer("plan", from: &owner, to: &other, 1, on: 3)
    #expect(coins(owner, other, on: 3) == [0, 30])
    let renewal = Fact.period("2", "basic", from: 30, to: 60)
    owner.join(renewal)
    other.join(renewal)
    #expect(coins(owner, other, on: 30) == [0, 50])
  }

  @Test("EX-11 purchases that leave give back no more than was spent of those that stay")
  func givenBack() {
    var owner = Customer([.pack("2", on: 0), .pack("1", on: 1), .pack("3", on: 1)])
    owner.spend("print", "a", cost: 40, on: 2)
    for (number, transaction) in ["1", "3"].enumerated() {
      let spent = SpentCredit(
        wallet: "coins", transaction: StoreTransaction.ID(transaction), amount: 30)
      owner.join(
        .transfer(
          PurchaseTransfer(
            purchase: PurchaseID(transaction), isHeld: false, number: 1, spent: [spent],
            at: Self.start.days(3 + number))))
    }
    // Each left with 70: of the 40 that were spent, the second gives back the 10 that the first did not.
    #expect([2, 3, 4].map { owner.coins($0, hour: 2) } == [260, 190, 100])
  }

  @Test("EX-11 a refund removes the credits from their current holder")
  func refund() {
    var owner = Customer([.pack("1", on: 0), .pack("2", on: 0)])
    var other = Customer()
    owner.spend("print", "a", cost: 10, on: 2)
    transfer("1", from: &owner, to: &other, 1, on: 3)
    for refund in [Fact.pack("1", on: 0, refunded: 4)] {
      owner.join(refund)
      other.join(refund)
    }
    #expect(coins(owner, other, on: 3) == [100, 90])
    #expect(coins(owner, other, on: 4) == [100, 0])
  }

  @Test(
    "EX-11 a shared purchase leaves the credits with its owner, even after both are merged")
  func share() {
    var owner = Customer([.period("1", "basic", from: 0, to: 30)])
    var other = Customer(owner.facts(of: "plan"))
    let at = Self.start.days(1)
    other.join(
      .transfer(
        PurchaseTransfer(purchase: "plan", isHeld: true, number: 0, isShared: true, at: at)))
    owner.join(.transfer(PurchaseTransfer(purchase: "plan", isHeld: true, number: 0, at: at)))
    owner.spend("print", "a", cost: 20, on: 2)
    #expect(coins(owner, other, on: 2) == [30, 0])
    #expect(other.membership(studio, Self.start.days(2)).phase == .subscribed)
    var merged = other
    merged.join(owner)
    owner.join(other)
    #expect(coins(merged, owner, on: 2) == [30, 30])
  }

  @Test("EX-11 what is owed for a period that was replaced comes along, there and back")
  func debt() {
    var stays = Customer([.period("1", "gold", from: 0, to: 30)])
    stays.spend("print", "a", cost: 200, on: 0)
    stays.join(.period("2", "basic", from: 15, to: 45))
    var (owner, other) = (stays, Customer())
    transfer("plan", from: &owner, to: &other, 1, on: 15)
    #expect(coins(stays, owner, other, on: 15) == [0, 0, 0])
    var (again, former) = (owner, other)
    transfer("plan", from: &former, to: &again, 2, on: 16)
    // Of 100 that the first change took back, 50 are owed, and 46 more by the next one.
    let next = Fact.period("3", "gold", from: 17, to: 47)
    stays.join(next)
    owner.join(next)
    other.join(next)
    again.join(next)
    former.join(next)
    #expect(coins(stays, owner, other, again, former, on: 17) == [104, 0, 104, 104, 0])
  }

  /// Three customers who buy, spend and transfer packs, next to a ledger that tracks each pack's balance once.
  private struct Town {
    var people = [Customer(), Customer(), Customer()]
    var packs: [(id: Int, holder: Int, left: Int, number: Int)] = []
    var random: Seeded

    func coins(of person: Int) -> Int {
      packs.reduce(0) { $0 + ($1.holder == person ? $1.left : 0) }
    }

    mutating func spend(_ amount: Int, by person: Int) {
      var due = amount
      for index in packs.indices where packs[index].holder == person {
        let part = min(due, packs[index].left)
        packs[index].left -= part
        due -= part
      }
    }
  }

  @Test(
    "EX-11 any sequence of transfers and merges neither doubles nor loses a credit",
    arguments: 1...12 as ClosedRange<UInt64>)
  func town(seed: UInt64) {
    var town = Town(random: Seeded(state: seed))
    for day in 0..<80 {
      let person = Int.random(in: 0..<3, using: &town.random)
      switch Int.random(in: 0..<5, using: &town.random) {
      case 0:
        town.people[person].join(.pack(StoreTransaction.ID("\(100 + day)"), on: day))
        town.packs.append((100 + day, person, 100, 0))
      case 1, 2:
        guard !town.packs.isEmpty else { break }
        let index = Int.random(in: 0..<town.packs.count, using: &town.random)
        let holder = town.packs[index].holder
        guard holder != person else { break }
        town.packs[index].number += 1
        town.packs[index].holder = person
        var (giver, taker) = (town.people[holder], town.people[person])
        transfer(
          PurchaseID("\(town.packs[index].id)"), from: &giver, to: &taker,
          town.packs[index].number, on: day)
        town.people[holder] = giver
        town.people[person] = taker
      default:
        let cost = Int.random(in: 1...30, using: &town.random)
        let denial = town.people[person].spend(
          "print", "\(day)", cost: cost, on: day, by: Customer.ID("\(person)"))
        #expect((denial == nil) == (cost <= town.coins(of: person)), "seed \(seed), day \(day)")
        if denial == nil { town.spend(cost, by: person) }
      }
      for person in 0..<3 {
        #expect(
          town.people[person].coins(day, hour: 2) == town.coins(of: person),
          "seed \(seed), day \(day)")
      }
    }
    for pair in [(0, 1), (0, 2), (1, 2)] {
      var merged = town.people[pair.0]
      merged.join(town.people[pair.1])
      #expect(
        merged.coins(80) == town.coins(of: pair.0) + town.coins(of: pair.1),
        "seed \(seed), \(pair)")
    }
    var all = town.people[0]
    all.join(town.people[1])
    all.join(town.people[2])
    #expect(all.coins(80) == town.packs.reduce(0) { $0 + $1.left }, "seed \(seed)")
  }
}

import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("Seats")
struct SeatTests {
  static let anna: AccountID = "anna"
  static let ben: AccountID = "ben"
  static let cleo: AccountID = "cleo"

  /// A store in which Anna has bought three seats.
  static func store() throws -> AppStoreSimulator {
    let store = try Shop.simulator()
    store.purchase("yearly", by: anna, options: PurchaseOptions(quantity: 3))
    return store
  }

  @Test("the purchaser's transaction and renewal say how many seats at which price")
  func bought() throws {
    let store = try Self.store()
    let condition = try #require(store.condition(of: Self.anna))
    #expect(condition.transaction.quantity == 3)
    #expect(condition.transaction.price == Milliunits(99_990))
    let tier = SeatPriceTier(price: Milliunits(99_990), quantity: 3)
    #expect(
      condition.transaction.multiSeatInfo
        == TransactionMultiSeatInfo(invitationManagement: .apple, priceTiers: [tier]))
    #expect(condition.renewal.renewalQuantity == 3)
    #expect(condition.renewal.multiSeatInfo == RenewalMultiSeatInfo(renewalPriceTiers: [tier]))
    store.advance(to: Shop.start.adding(Period(1, .year)))
    #expect(store.condition(of: Self.anna)?.transaction.quantity == 3)
  }

  @Test("a member with a seat has transactions of their own, until it is taken back")
  func assigned() throws {
    let store = try Self.store()
    #expect(store.assignSeat(of: Self.anna, to: Self.ben))
    #expect(!store.assignSeat(of: Self.anna, to: Self.ben))
    #expect(!store.assignSeat(of: Self.anna, to: Self.anna))
    store.advance(to: Shop.start.adding(Period(1, .year)))
    let seen = store.transactions(of: Self.ben).map(\.payload)
    #expect(seen.count == 2)
    #expect(seen.allSatisfy { $0.inAppOwnershipType == .assigned && $0.quantity == 1 })
    // They say what the purchaser has.
    #expect(seen.allSatisfy { $0.multiSeatInfo?.priceTiers?.map(\.quantity) == [3] })
    #expect(seen.allSatisfy { $0.additionalTransactionReason == nil })
    #expect(store.currentEntitlements(of: Self.ben).count == 1)
    #expect(store.extendRenewal(of: seen[0].transactionId, days: 3) == .failure(.assignedSeat))
    #expect(store.revokeSeat(of: Self.anna, from: Self.ben))
    #expect(!store.revokeSeat(of: Self.anna, from: Self.ben))
    let last = try #require(store.transactions(of: Self.ben).last?.payload)
    #expect(last.revocationType == .assignmentRevoke)
    #expect(store.currentEntitlements(of: Self.ben).isEmpty)
    #expect(store.notifications().last?.payload.notificationType == .revoke)
    #expect(store.assignSeat(of: Self.anna, to: Self.ben))
    #expect(store.currentEntitlements(of: Self.ben).count == 1)
  }

  @Test("no more seats are assigned than were bought, and seats can be added")
  func added() throws {
    let store = try Self.store()
    let team: [AccountID] = ["m1", "m2", "m3", "m4", "m5"]
    #expect(
      team.map { store.assignSeat(of: Self.anna, to: $0) } == [true, true, true, false, false])
    store.advance(to: Shop.days(30))
    let sequence = store.notifications().last?.sequence ?? 0
    guard
      case .success(let added) = store.purchase(
        "yearly", by: Self.anna, options: PurchaseOptions(quantity: 5))
    else {
      Issue.record("the seats were not sold")
      return
    }
    #expect(added.payload.additionalTransactionReason == "SEAT_ADDITION")
    #expect(added.payload.quantity == 2)
    #expect(added.payload.expiresDate == Shop.start.adding(Period(1, .year)))
    let first = try #require(store.transactions(of: Self.anna).first?.payload)
    #expect(first.additionalTransactionReason == "SEAT_ADDITION")
    #expect(added.payload.originalTransactionId == first.transactionId)
    #expect(store.condition(of: Self.anna)?.renewal.renewalQuantity == 5)
    #expect(store.assignSeat(of: Self.anna, to: "m4"))
    #expect(
      store.notifications(after: sequence).map(\.payload.notificationType)
        == [.didChangeRenewalPreference, .subscribed])
    store.advance(to: Shop.start.adding(Period(1, .year)))
    #expect(store.condition(of: Self.anna)?.transaction.quantity == 5)
    #expect(store.condition(of: Self.anna)?.transaction.additionalTransactionReason == nil)
    #expect(store.transactions(of: Self.anna).count == 3)
  }

  @Test("EX-20 a purchase states the number of seats after it: the missing ones are paid at once")
  func total() throws {
    let store = try Self.store()
    func buy(_ total: Int) -> TransactionPayload? {
      guard
        case .success(let bought) = store.purchase(
          "yearly", by: Self.anna, options: PurchaseOptions(quantity: total))
      else { return nil }
      return bought.payload
    }
    func next() -> Int? { store.condition(of: Self.anna)?.renewal.renewalQuantity }
    #expect(buy(3)?.quantity == 3)
    #expect(store.transactions(of: Self.anna).count == 1)
    #expect(buy(4)?.quantity == 1)
    #expect(store.transactions(of: Self.anna).map(\.payload.quantity) == [3, 1])
    #expect(next() == 4)

    // Fewer begin with the next period, unless the customer thinks again.
    #expect(buy(2)?.quantity == 3)
    #expect(next() == 2)
    #expect(store.heard().last?.hasSuffix("DID_CHANGE_RENEWAL_PREF/DOWNGRADE") == true)
    #expect(buy(4)?.quantity == 3)
    #expect(next() == 4)
    store.cancel(Self.anna)
    _ = buy(2)
    #expect(store.condition(of: Self.anna)?.renewal.autoRenewStatus == .on)
    store.advance(to: Shop.start.adding(Period(1, .year)))
    #expect(store.transactions(of: Self.anna).map(\.payload.quantity) == [3, 1, 2])
    #expect(next() == 2)
  }

  @Test("EX-20 each seat costs the price of its tier, including one that is added")
  func tiers() throws {
    var products = Shop.configuration
    products.subscriptionGroups[0].subscriptions[0].seatTiers = [
      .init(minimumSeats: 3, price: Milliunits(80_000)),
      .init(minimumSeats: 6, price: Milliunits(50_000)),
    ]
    let store = try Shop.simulator(configuration: products)
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 4))
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 7))
    func tiers(_ payload: TransactionPayload?) -> [[Int64]]? {
      payload?.multiSeatInfo?.priceTiers?.map { [$0.price.rawValue, Int64($0.quantity)] }
    }
    let bought = store.transactions(of: Self.anna).map(\.payload)
    #expect(tiers(bought.first) == [[99_990, 2], [80_000, 2]])
    #expect(bought.first?.price == Milliunits(89_995))
    #expect(tiers(bought.last) == [[80_000, 1], [50_000, 2]])
    #expect(bought.last?.price == Milliunits(60_000))
    let renewal = store.condition(of: Self.anna)?.renewal
    #expect(renewal?.multiSeatInfo?.renewalPriceTiers?.map(\.quantity) == [2, 3, 2])
    #expect(renewal?.renewalPrice == Milliunits(77_140))
    store.assignSeat(of: Self.anna, to: Self.ben)
    #expect(
      tiers(store.transactions(of: Self.ben).first?.payload)
        == [[99_990, 2], [80_000, 3], [50_000, 2]])
    store.advance(to: Shop.start.adding(Period(1, .year)))
    #expect(
      tiers(store.transactions(of: Self.anna).last?.payload)
        == [[99_990, 2], [80_000, 3], [50_000, 2]])
  }

  @Test("a refund of some seats leaves the rest, and one of all that are left ends it")
  func refundedInPart() throws {
    let store = try Self.store()
    store.assignSeat(of: Self.anna, to: Self.ben)
    let id = try #require(store.transactions(of: Self.anna).first?.payload.transactionId)
    #expect(!store.refundSeats(id, count: 4))
    #expect(store.refundSeats(id, count: 1))
    #expect(store.notifications().last?.payload.subtype == .seats)
    #expect(store.transaction(id)?.payload.multiSeatInfo?.revokedSeatQuantity == 1)
    #expect(store.condition(of: Self.anna)?.status == .active)
    #expect(store.condition(of: Self.anna)?.renewal.renewalQuantity == 2)
    #expect(store.currentEntitlements(of: Self.ben).count == 1)
    #expect(store.currentEntitlements(of: Self.anna).map(\.payload.transactionId) == [id])
    // A refund of the rest can be requested, and declined.
    #expect(store.requestRefund(id))
    #expect(store.declineRefund(id))
    #expect(store.refundSeats(id, count: 2))
    #expect(store.currentEntitlements(of: Self.anna).isEmpty)
    #expect(store.condition(of: Self.anna)?.status == .revoked)
    #expect(store.transaction(id)?.payload.multiSeatInfo?.revokedSeatQuantity == 3)
    #expect(store.currentEntitlements(of: Self.ben).isEmpty)
    #expect(store.reverseRefund(id))
    #expect(store.condition(of: Self.anna)?.status == .active)
    #expect(store.transaction(id)?.payload.multiSeatInfo?.revokedSeatQuantity == nil)
  }

  @Test("a seat can be taken back when a refund has left no other")
  func takenBackLast() throws {
    let store = try Self.store()
    store.assignSeat(of: Self.anna, to: Self.ben)
    let id = try #require(store.transactions(of: Self.anna).first?.payload.transactionId)
    #expect(store.refundSeats(id, count: 2))
    #expect(store.currentEntitlements(of: Self.ben).count == 1)
    #expect(!store.revokeSeat(of: Self.anna, from: Self.cleo))
    #expect(store.revokeSeat(of: Self.anna, from: Self.ben))
    #expect(store.currentEntitlements(of: Self.ben).isEmpty)
    #expect(store.currentEntitlements(of: Self.anna).count == 1)
  }

  @Test("a refund of one of several payments for a period leaves the others", arguments: [0, 1])
  func refundedOfSeveral(index: Int) throws {
    let store = try Self.store()
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 5))
    let ids = store.transactions(of: Self.anna).map(\.payload.transactionId)
    #expect(store.refund(ids[index]))
    #expect(store.condition(of: Self.anna)?.status == .active)
    #expect(store.condition(of: Self.anna)?.renewal.autoRenewStatus == .on)
    #expect(store.currentEntitlements(of: Self.anna).count == 1)
    let left = index == 0 ? 2 : 3
    #expect((store.condition(of: Self.anna)?.renewal.renewalQuantity ?? 1) == left)
    #expect(store.refund(ids[1 - index]))
    #expect(store.condition(of: Self.anna)?.status == .revoked)
    #expect(store.currentEntitlements(of: Self.anna).isEmpty)
  }

  @Test("a refund of one of several payments takes no assigned seat, and one of all takes each")
  func refundedBesideSeats() throws {
    let store = try Self.store()
    store.assignSeat(of: Self.anna, to: Self.ben)
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 5))
    let ids = store.transactions(of: Self.anna).map(\.payload.transactionId)
    #expect(store.refund(ids[0]))
    #expect(store.currentEntitlements(of: Self.ben).count == 1)
    store.cancel(Self.anna)
    #expect(store.condition(of: Self.ben)?.renewal.autoRenewStatus == .off)
    #expect(store.currentEntitlements(of: Self.ben).count == 1)
    #expect(store.refund(ids[1]))
    #expect(store.currentEntitlements(of: Self.ben).isEmpty)
  }

  @Test("when all payments were refunded, a reversal of any brings access back", arguments: [0, 1])
  func reversed(index: Int) throws {
    let store = try Self.store()
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 5))
    let ids = store.transactions(of: Self.anna).map(\.payload.transactionId)
    for id in ids { #expect(store.refund(id)) }
    #expect(store.condition(of: Self.anna)?.status == .revoked)
    #expect(store.reverseRefund(ids[index]))
    #expect(store.condition(of: Self.anna)?.status == .active)
    #expect(store.currentEntitlements(of: Self.anna).count == 1)
  }

  @Test("seats are sold neither with Family Sharing nor beyond a thousand")
  func refused() throws {
    let store = try Market.store()
    #expect(
      store.purchase("gold", by: Self.anna, options: PurchaseOptions(quantity: 2))
        == .failed(.unknown))
    #expect(
      store.purchase("bronze", by: Self.anna, options: PurchaseOptions(quantity: 1_001))
        == .failed(.unknown))
    #expect(!store.assignSeat(of: Self.anna, to: Self.ben))
  }

  @Test("a seat follows the purchaser's end, and what the purchaser buys instead")
  func follows() throws {
    let store = try Self.store()
    store.assignSeat(of: Self.anna, to: Self.ben)
    store.cancel(Self.anna)
    store.advance(to: Shop.start.adding(Period(1, .year)))
    #expect(store.condition(of: Self.ben)?.status == .expired)
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 2))
    #expect(store.currentEntitlements(of: Self.ben).count == 1)
  }
}

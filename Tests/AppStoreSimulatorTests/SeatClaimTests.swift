import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("Claims of seats")
struct SeatClaimTests {
  static let anna: AccountID = "anna"
  static let ben: AccountID = "ben"

  /// A store in which Anna has bought seats whose invitations the developer hosts, and the original transaction.
  static func store(seats: Int = 2) throws -> (store: AppStoreSimulator, id: String) {
    let store = try Shop.simulator()
    store.setInvitationManagement(.developer)
    store.purchase("yearly", by: anna, options: PurchaseOptions(quantity: seats))
    return (store, try #require(store.transactions(of: anna).first?.payload.transactionId))
  }

  /// What the last notification says was unclaimed; nil if it is another one.
  static func unclaimed(_ store: AppStoreSimulator) -> [String]? {
    let payload = store.notifications().last?.payload
    return payload?.notificationType == .unclaimSeats
      ? payload?.unclaimInfo?.unclaimSeatIds : nil
  }

  @Test("EX-20 a claim takes a seat and gives no transaction, and repeating it takes no second one")
  func claimed() throws {
    let (store, id) = try Self.store()
    #expect(
      store.transaction(id)?.payload.multiSeatInfo?.invitationManagement == .developer)
    let first = try store.claimSeat(of: id, requestID: "r1").get()
    #expect(store.claimSeat(of: id, requestID: "r1") == .success(first))
    let second = try store.claimSeat(of: id, requestID: "r2").get()
    #expect(first != second)
    #expect(store.claimSeat(of: id, requestID: "r3") == .failure(.noAvailableSeats))
    #expect(
      store.seats(of: id)
        == .success(
          GetSeatInfoResponse(
            totalSeatCount: 2, availableSeatCount: 0, assignedSeatClaimIds: [first, second])))
    #expect(store.accounts == [Self.anna])

    // A seat that was unclaimed is free, and the next claim is another one.
    #expect(store.unclaimSeat(first, of: id) == nil)
    #expect(store.unclaimSeat(first, of: id) == .unknownClaim)
    #expect(Self.unclaimed(store) == nil)
    let third = try store.claimSeat(of: id, requestID: "r3").get()
    #expect(![first, second].contains(third))
  }

  @Test("EX-20 the store itself unclaims a seat, and says which")
  func released() throws {
    let (store, id) = try Self.store()
    let claim = try store.claimSeat(of: id, requestID: "r1").get()
    #expect(store.unclaimSeat(claim))
    #expect(Self.unclaimed(store) == [claim])
    #expect(store.notifications().last?.payload.data == nil)
    #expect(store.notifications().last?.payload.unclaimInfo?.bundleId == Shop.bundleID)
    #expect(!store.unclaimSeat(claim))
    #expect(store.seats(of: id).map(\.availableSeatCount) == .success(2))
  }

  @Test("EX-20 a renewal with fewer seats unclaims none, and the end of the subscription all")
  func renewed() throws {
    let (store, id) = try Self.store(seats: 3)
    let claims = try ["r1", "r2", "r3"].map { try store.claimSeat(of: id, requestID: $0).get() }
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 2))
    store.advance(to: Shop.start.adding(Period(1, .year)))
    #expect(Self.unclaimed(store) == nil)
    #expect(
      store.seats(of: id)
        == .success(
          GetSeatInfoResponse(
            totalSeatCount: 2, availableSeatCount: 0, assignedSeatClaimIds: claims)))
    #expect(store.claimSeat(of: id, requestID: "r4") == .failure(.noAvailableSeats))
    store.cancel(Self.anna)
    store.advance(to: Shop.start.adding(Period(2, .year)))
    #expect(Self.unclaimed(store) == claims)
    #expect(store.seats(of: id) == .failure(.notManagedByDeveloper))
    #expect(store.groups(of: Self.anna).isEmpty)
  }

  @Test("EX-20 a refund unclaims the newest claims that it leaves without a seat")
  func refunded() throws {
    let (store, id) = try Self.store(seats: 3)
    let claims = try ["r1", "r2"].map { try store.claimSeat(of: id, requestID: $0).get() }
    #expect(store.refundSeats(id, count: 1))
    #expect(Self.unclaimed(store) == nil)
    #expect(store.refundSeats(id, count: 1))
    #expect(Self.unclaimed(store) == [claims[1]])
    #expect(store.seats(of: id).map(\.assignedSeatClaimIds) == .success([claims[0]]))
    #expect(store.refund(id))
    #expect(Self.unclaimed(store) == [claims[0]])
  }

  @Test("EX-20 the host of the invitations is fixed when a subscription begins, or begins again")
  func decided() throws {
    let store = try Shop.simulator()
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 2))
    store.setInvitationManagement(.developer)
    let id = try #require(store.transactions(of: Self.anna).first?.payload.transactionId)
    #expect(store.claimSeat(of: id, requestID: "r1") == .failure(.notManagedByDeveloper))
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 3))
    func hosts() -> [InvitationManagement?] {
      store.transactions(of: Self.anna).map { $0.payload.multiSeatInfo?.invitationManagement }
    }
    #expect(hosts() == [.apple, .apple])
    #expect(store.assignSeat(of: Self.anna, to: Self.ben))
    store.cancel(Self.anna)
    store.advance(to: Shop.start.adding(Period(1, .year)))
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 2))
    #expect(hosts() == [.apple, .apple, .developer])
    // The App Store assigns no seats of it.
    #expect(store.currentEntitlements(of: Self.anna).count == 1)
    #expect(store.currentEntitlements(of: Self.ben).isEmpty)
    #expect(!store.assignSeat(of: Self.anna, to: "cleo"))
    #expect(throws: Never.self) { try store.claimSeat(of: id, requestID: "r1").get() }
  }

  @Test("EX-20 a group lists its purchaser, and whoever is known to have a seat")
  func groups() throws {
    let (store, id) = try Self.store(seats: 3)
    store.setAsksToBuy(false, for: Self.ben)
    let group = try #require(store.groups(of: Self.anna).first)
    #expect(group.groupType == .consumer)
    #expect(group.roles == nil)
    #expect(store.members(ofGroup: group.groupId) == [Self.anna])
    let ben = store.appTransactionID(of: Self.ben)
    let claim = try store.claimSeat(of: id, requestID: "r1").get()
    #expect(store.groups(of: Self.ben).isEmpty)
    #expect(store.associateSeat(claim, of: id, appTransactionID: "7") == .unknownMember)
    #expect(store.associateSeat("none", of: id, appTransactionID: ben) == .unknownClaim)
    #expect(store.associateSeat(claim, of: id, appTransactionID: ben) == nil)
    #expect(store.groups(of: Self.ben) == [group])
    #expect(store.members(ofGroup: group.groupId) == [Self.anna, Self.ben])
    #expect(store.currentEntitlements(of: Self.ben).isEmpty)
    #expect(store.members(ofGroup: "none") == nil)
  }

  @Test("EX-20 no seat is claimed of a single-seat subscription, nor with another transaction")
  func refused() throws {
    let (store, id) = try Self.store()
    store.purchase("monthly", by: Self.ben)
    let single = try #require(store.transactions(of: Self.ben).first?.payload.transactionId)
    #expect(store.claimSeat(of: single, requestID: "r") == .failure(.notManagedByDeveloper))
    #expect(store.claimSeat(of: "1", requestID: "r") == .failure(.unknownSubscription))
    store.purchase("yearly", by: Self.anna, options: PurchaseOptions(quantity: 3))
    let added = try #require(store.transactions(of: Self.anna).last?.payload.transactionId)
    #expect(added != id)
    #expect(store.claimSeat(of: added, requestID: "r") == .failure(.unknownSubscription))
    #expect(
      store.claimSeat(of: id, requestID: "r", appTransactionID: "7") == .failure(.unknownMember))
  }
}

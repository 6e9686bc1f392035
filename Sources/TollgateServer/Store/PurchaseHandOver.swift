import Tollgate
import TollgateLedger
import TollgateWire

/// What is recorded for both customers when a purchase is transferred.
struct PurchaseHandOver {
  let at: Instant
  /// What the new owner gets.
  let received: [Fact]
  /// What the old owner gives up.
  let given: [Fact]

  /// The number of the last transfer that either customer knows; 0 if there was none.
  static func lastTransfer(
    of purchase: PurchaseID, _ record: CustomerRecord, _ owner: CustomerRecord
  ) -> Int {
    max(
      record.customer.transfer(of: purchase)?.number ?? 0,
      owner.customer.transfer(of: purchase)?.number ?? 0)
  }
}

extension CustomerRecords {
  /// Determines what is recorded when a purchase is transferred.
  ///
  /// - Parameter record: The customer who gets it.
  /// - Returns: The facts of both.
  /// - Throws: `Problem` with code `clock_behind`.
  func handOver(
    of purchase: PurchaseID, from owner: CustomerRecord, to record: CustomerRecord,
    in app: ServedApp
  ) throws(Problem) -> PurchaseHandOver {
    let now = owner.customer.transferInstant(notBefore: try instant(for: record, owner))
    let spent = owner.customer.spentCredits(of: purchase, in: app.blueprint, at: now)
    let timeLeft = owner.customer.timeLeft(of: purchase, in: app.blueprint, at: now)
    let number = 1 + PurchaseHandOver.lastTransfer(of: purchase, record, owner)
    func transfer(isHeld: Bool) -> Fact {
      .transfer(
        PurchaseTransfer(
          purchase: purchase, isHeld: isHeld, number: number, spent: spent, timeLeft: timeLeft,
          at: now))
    }
    // An open reservation would still be counted whatever holds by then: what it set aside would be used twice.
    return PurchaseHandOver(
      at: now,
      received: app.facts(of: purchase, from: owner.customer, at: now) + [transfer(isHeld: true)],
      given: [transfer(isHeld: false)] + owner.customer.releasingReservations(at: now))
  }
}

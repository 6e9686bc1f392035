import Tollgate
import TollgateWire

extension TollgateClient {
  /// Adopts the customer that the server says the device acts for.
  func accept(_ answered: ServerCalls.Answered<SessionResponse>) {
    let before = session
    let session = Session(answered.answer)
    self.session = session
    let answer = answered.signed(.session)
    save(answer, as: .session)
    if known?.id != session.customer { known = nil }
    reassign(from: before?.customer, to: session.customer)
    accept(answered.answer.snapshot, answer)
  }

  /// Reassigns waiting reports to the customer that their own was merged into.
  private func reassign(from before: Customer.ID?, to customer: Customer.ID) {
    for index in outbox.indices where outbox[index].customer == customer {
      outbox[index].isHeld = nil
    }
    for index in outbox.indices
    where outbox[index].customer == nil || (before != nil && outbox[index].customer == before) {
      outbox[index].customer = customer
      outbox[index].isAnonymous = account == nil
    }
    saveOutbox()
    guard let before, before != customer, !intentions.isEmpty else { return }
    for index in intentions.indices where intentions[index].customer == before {
      intentions[index].customer = customer
    }
    save(intentions, as: .intentions)
  }

  /// Merges a whole snapshot.
  func accept(
    _ answered: ServerCalls.Answered<CustomerSnapshot>, _ kind: SignedAnswer.Kind
  ) {
    accept(answered.answer, answered.signed(kind))
  }

  /// Merges a whole snapshot, unless the device now acts for another customer.
  func accept(_ snapshot: CustomerSnapshot, _ answer: SignedAnswer) {
    learn(snapshot.serverTime)
    guard snapshot.id == session?.customer, answer.customer == snapshot.id else { return }
    if let account = snapshot.account { session?.account = account }
    if known == nil { known = KnownCustomer(snapshot, answer) }
    known?.learn(snapshot, answer)
    isStale = blueprintRevision.map { $0 != snapshot.blueprintRevision } ?? false
    connection = .confirmed(snapshot.serverTime)
    saveKnown()
    recompute()
  }

  /// Merges the facts of one write, unless the device now acts for another customer.
  func accept(_ change: ChangeResponse, _ answer: SignedAnswer) {
    learn(change.serverTime)
    guard answer.customer == session?.customer else { return }
    if known?.learn(change, answer) ?? true { isStale = true }
    if known?.isLong ?? false { isStale = true }
    saveKnown()
    recompute()
  }

  private func learn(_ serverTime: Instant) {
    let uptime = configuration.uptime()
    if clock == nil {
      clock = TrustedClock(server: serverTime, uptime: uptime)
    } else {
      clock?.learn(server: serverTime, uptime: uptime)
    }
    saveClock()
  }
}

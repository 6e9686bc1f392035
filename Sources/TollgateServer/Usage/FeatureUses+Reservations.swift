public import Tollgate
import TollgateLedger
public import TollgateWire

extension FeatureUses {
  /// Reserves a use of a feature: it counts immediately, and stays counted if the use is made before it lapses.
  ///
  /// The use that is made afterwards has the same key. Reserving again under a key whose reservation is open changes
  /// nothing.
  ///
  /// - Parameters:
  ///   - item: The item to hold, for a feature that holds items; nil means an item named by the key, or none under a rule
  ///     that neither limits items nor is unlimited.
  ///   - cost: The credits it costs or its size, if the blueprint leaves that to the use; nil means 1.
  ///   - parent: What the use belongs to, if a limit counts for each parent.
  /// - Returns: When the reservation lapses, and the access to the feature from now on.
  /// - Throws: `Problem` with code `denied` and the paywall to show, `unknown_feature` or `limit_reached`.
  public func reserve(
    _ feature: Feature.ID, item: Item.ID? = nil, cost: Int? = nil, parent: Parent.ID? = nil,
    key: Idempotency.Key, by caller: Caller
  ) async throws(Problem) -> ReservationResponse {
    try NameLength.check(item)
    try NameLength.check(parent)
    let app = caller.app
    let handle = try app.handle(of: feature)
    try app.check(cost: cost, of: feature)
    var after = Customer()
    let result = try await write(by: caller) { (state) throws(Problem) -> WriteDecision in
      var facts: [Fact]
      do throws(Denial) {
        facts = try app.blueprint.reserve(
          handle, by: state.customer, id: caller.customer, key: key, item: item, cost: cost,
          parent: parent, at: state.now
        ).facts
      } catch {
        throw Problem(.denied, "The blueprint does not allow this now.", denial: error)
      }
      facts = try RecordLimits.recorded(facts, for: state.customer, at: state.now)
      try state.shared.check(facts, at: state.now)
      after = Self.joining(facts, to: state.customer)
      return .appending(state.change(appending: facts, after: after))
    }
    return response(result, after, feature, handle, key, of: caller)
  }

  /// Releases the reservation of a use that was not made; nothing changes if none is open.
  ///
  /// - Returns: The access to the feature from now on.
  /// - Throws: `Problem` with code `unknown_feature`.
  public func releaseReservation(
    of feature: Feature.ID, key: Idempotency.Key, by caller: Caller
  ) async throws(Problem) -> ReservationResponse {
    let app = caller.app
    let handle = try app.handle(of: feature)
    var after = Customer()
    let result = try await write(by: caller) { (state) throws(Problem) -> WriteDecision in
      let facts = app.blueprint.releaseReservation(
        of: handle, key: key, by: state.customer, id: caller.customer, at: state.now
      ).facts
      after = Self.joining(facts, to: state.customer)
      return .appending(state.change(appending: facts, after: after))
    }
    return response(result, after, feature, handle, key, of: caller)
  }

  private func response(
    _ result: WriteResult, _ customer: Customer, _ feature: Feature.ID, _ handle: FeatureHandle,
    _ key: Idempotency.Key, of caller: Caller
  ) -> ReservationResponse {
    let terms = customer.reservation(of: feature, key: key, preferring: caller.customer)
    return ReservationResponse(
      feature: feature,
      access: AccessSummary(
        caller.app.blueprint.access(
          to: handle, of: customer, in: terms?.parent, at: result.at)),
      lapsesAt: terms.flatMap { $0.isOpen(at: result.at) ? $0.lapsesAt : nil },
      facts: result.facts, version: result.record.version, serverTime: result.at)
  }
}

extension Problem {
  /// Why a use was denied: by the rules, and after its reservation lapsed if it had one.
  init(
    denying denial: Denial, _ customer: Customer, _ feature: Feature.ID, _ key: Idempotency.Key,
    of caller: Caller
  ) {
    guard customer.reservation(of: feature, key: key, preferring: caller.customer) != nil else {
      self.init(.denied, "The blueprint does not allow this now.", denial: denial)
      return
    }
    self.init(
      .reservationLapsed,
      "The reservation lapsed before the use was made, and the blueprint does not allow it now.",
      denial: denial)
  }
}

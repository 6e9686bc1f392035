public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Uses a feature once, and counts it only if the work succeeds.
  ///
  /// The use is reserved first: while the work runs it counts, so that parallel work never exceeds an allowance. It is
  /// counted when the work returns, and given back when it throws. After a crash, the reservation lapses at the time
  /// the blueprint says, ten minutes unless it says otherwise. What was made is never lost: a use that is counted too
  /// late is returned with ``Performed/Count/notCounted(_:)``.
  ///
  /// If the feature is denied, its paywall shows, and the work is done after a purchase. If the server cannot be
  /// reached, the feature's `offline` setting decides: the work is refused, or done and reported later.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item to hold, for a feature that holds items.
  ///   - cost: The credits it costs, for a feature whose blueprint leaves that to the use; nil means 1.
  ///   - key: The idempotency key, so that a retry counts once; the identifier of what is made works well. If nil, a
  ///     new key is created.
  ///   - work: Makes what the feature gives.
  /// - Returns: What the work returned, and how it was counted.
  /// - Throws: `Denial` if the feature is denied, and still is after its paywall was closed; ``ClientError`` if the
  ///   server has to decide and cannot; or what the work throws. Nothing is counted then.
  @discardableResult
  public func perform<Value>(
    _ feature: Feature.ID, item: Item.ID? = nil, cost: Int? = nil, key: Idempotency.Key? = nil,
    _ work: @MainActor () async throws -> Value
  ) async throws -> Performed<Value> {
    let use = ReservedUse(
      feature: feature, item: item, cost: cost,
      key: key ?? Idempotency.Key(configuration.makeID()))
    let isCounted = try await begin(use)
    let performer = Performer(
      customer: customer, isAnonymous: session.isAnonymous, ticket: session.ticket)
    let value: Value
    do {
      value = try await work()
    } catch {
      if !isCounted { giveBack(use, of: performer) }
      throw error
    }
    guard !isCounted else {
      return Performed(value: value, count: .counted(access(to: feature).limit))
    }
    return Performed(value: value, count: await count(use, of: performer))
  }
}

extension TollgateClient {
  /// A use that is counted once it was made.
  private struct ReservedUse {
    let feature: Feature.ID
    let item: Item.ID?
    let cost: Int?
    let key: Idempotency.Key
  }

  /// Who was the customer when the work began.
  private struct Performer {
    let customer: Customer.ID?
    let isAnonymous: Bool
    let ticket: SessionLifecycle.Ticket
  }

  /// The answer to whether work may begin.
  private enum Start {
    /// It may, and is counted afterwards.
    case counts
    /// It may, and there is nothing to count: it is unlimited, or was counted before.
    case isCounted
    case denied(Denial)
  }

  /// Reserves a use, after a purchase if it is denied at first.
  ///
  /// - Returns: Whether there is nothing to count afterwards.
  private func begin(_ use: ReservedUse) async throws -> Bool {
    if outbox.writes.contains(where: { $0.key == use.key && $0.use != nil }) { return true }
    perform(update(\.outbox) { $0.keepReservation(use.key) })
    var hasOffered = false
    while true {
      switch try await reserve(use) {
      case .counts: return false
      case .isCounted: return true
      case .denied(let denial):
        guard !hasOffered, denial.paywall != nil else { throw denial }
        await offer(use.feature)
        hasOffered = true
        if case .denied(let denial) = access(to: use.feature) { throw denial }
      }
    }
  }

  private func reserve(_ use: ReservedUse) async throws(ClientError) -> Start {
    let ticket = session.ticket
    do throws(ServerCalls.Failure) {
      let response: ReservationResponse
      do throws(ServerCalls.Failure) {
        response = try await sendReservation(use)
      } catch let lost where lost.error.code == .network {
        guard session.standing(of: ticket) != .left else {
          throw ServerCalls.Failure(ClientError(.customerChanged))
        }
        response = try await sendReservation(use)
      }
      if cached.isStale { await refreshQuietly() }
      return response.lapsesAt == nil ? .isCounted : .counts
    } catch {
      if let denial = error.problem?.denial {
        if access(to: use.feature).isAllowed { await refreshQuietly() }
        return .denied(denial)
      }
      // A server of an earlier version knows no reservations: the use is counted afterwards all the same.
      if error.problem?.code == .notFound { return start(use) }
      guard error.error.isRetryable else { throw error.error }
      guard session.standing(of: ticket) != .left else { throw ClientError(.customerChanged) }
      return try reserveOffline(use, after: error.error)
    }
  }

  private func sendReservation(
    _ use: ReservedUse
  ) async throws(ServerCalls.Failure) -> ReservationResponse {
    let response: ServerCalls.Response<ReservationResponse> = try await authorized(
      .reserve(use.feature), key: use.key, body: UseRequest(item: use.item, cost: use.cost))
    let value = response.value
    merge(
      ChangeResponse(facts: value.facts, version: value.version, serverTime: value.serverTime),
      response.signed(.change))
    return value
  }

  /// Begins work without a reservation, unless the device knows that it is denied.
  private func start(_ use: ReservedUse) -> Start {
    switch access(to: use.feature) {
    case .denied(let denial): .denied(denial)
    case .allowed, .unknown: .counts
    }
  }

  /// Decides according to the blueprint whether work begins that the server could not reserve.
  ///
  /// The request may have arrived all the same, so what is not begun is given back.
  private func reserveOffline(
    _ use: ReservedUse, after error: ClientError
  ) throws(ClientError) -> Start {
    guard let confirmed = cached.customer, let now, let blueprint,
      let handle = blueprint.handle(of: use.feature)
    else { throw error }
    switch blueprint.feature(use.feature)?.offline ?? .refuse {
    case .refuse:
      release(use, of: confirmed.id)
      throw error
    case .wait: return start(use)
    case .allow(let limit):
      let facts: [Fact]
      do throws(Denial) {
        facts = try blueprint.reserve(
          handle, by: localCustomer.facts, id: confirmed.id, key: use.key, item: use.item,
          cost: use.cost, at: now
        ).facts
      } catch {
        return .denied(error)
      }
      guard case .reservation(let reservation)? = facts.first else {
        if access(to: use.feature) == .allowed(nil) { return .isCounted }
        throw error
      }
      guard outbox.allowedUses(of: use.feature) < limit,
        confirmed.facts.firstDevice(of: confirmed.id) == device
      else {
        release(use, of: confirmed.id)
        throw ClientError(.offlineUsesSpent)
      }
      perform(update(\.outbox) { $0.begin(reservation) })
      return .counts
    }
  }
}

extension TollgateClient {
  /// Counts a use that was made: it is stored on the device first, so that no crash loses it.
  private func count<Value>(
    _ use: ReservedUse, of performer: Performer
  ) async -> Performed<Value>.Count {
    let hasLeft = session.standing(of: performer.ticket) == .left
    if hasLeft && performer.isAnonymous {
      perform(update(\.outbox) { $0.notMade(use.key) })
      return .notCounted(nil)
    }
    let write = PendingWrite(
      key: use.key, customer: hasLeft ? performer.customer : customer,
      report: .use(
        PendingWrite.OfflineUse(
          feature: use.feature, item: use.item, cost: use.cost, isAllowed: true,
          facts: hasLeft ? [] : expectedFacts(of: use))), at: now,
      isAnonymous: hasLeft ? performer.isAnonymous : session.isAnonymous)
    perform(update(\.outbox) { $0.made(write) })
    guard !hasLeft else { return .waiting }
    do {
      let response = try await report(
        use.feature, UseRequest(item: use.item, cost: use.cost, isReport: true), use.key)
      perform(update(\.outbox) { $0.delivered(use.key) })
      if cached.isStale { await refreshQuietly() }
      // The last use of a trial ends it and makes the reminders of its end obsolete.
      if let planned = membership?.nudges, planned != cached.scheduledNudges {
        await reconcileNudges()
      }
      return .counted(response.access.limit)
    } catch {
      perform(update(\.outbox) { $0.failed(write, error) })
      guard outbox.contains(use.key) else { return .notCounted(error.problem?.denial) }
      perform([outbox.retry()])
      return .waiting
    }
  }

  /// The facts that the server is expected to append for a use that was made.
  private func expectedFacts(of use: ReservedUse) -> [Fact] {
    guard let customer, let now, let blueprint, let handle = blueprint.handle(of: use.feature)
    else { return [] }
    do {
      return try blueprint.use(
        handle, by: localCustomer.facts, id: customer, key: use.key, item: use.item,
        cost: use.cost, isReport: true, at: now
      ).facts
    } catch {
      return []
    }
  }

  /// Gives back a use that was not made.
  private func giveBack(_ use: ReservedUse, of performer: Performer) {
    perform(update(\.outbox) { $0.notMade(use.key) })
    // The reservation of a person who has signed out lapses by itself.
    guard session.standing(of: performer.ticket) != .left, let customer else { return }
    release(use, of: customer)
  }

  /// Has the server release a reservation, now or when it can be reached.
  private func release(_ use: ReservedUse, of customer: Customer.ID) {
    let write = PendingWrite(
      key: use.key, customer: customer,
      report: .reservationRelease(use.feature, origin: customer), at: now,
      isAnonymous: session.isAnonymous)
    perform(update(\.outbox) { $0.append(write) })
    Task { await flush() }
  }
}

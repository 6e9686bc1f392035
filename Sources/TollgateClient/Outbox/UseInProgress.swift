import Tollgate
import TollgateWire

/// A use of a feature that is reserved before the work, and counted once the work is done.
///
/// | when the app is killed | what the next launch finds |
/// |---|---|
/// | before or during the work | nothing: a reservation lapses by itself |
/// | after the work, before the server's answer | the use in the outbox, which is sent until it is answered |
/// | after a failure of the work | the release in the outbox; without it, the reservation lapses by itself |
@MainActor
struct UseInProgress {
  /// The client that counts it.
  let client: TollgateClient
  let feature: Feature.ID
  /// The item to hold, for a feature that holds items.
  let item: Item.ID?
  /// The credits it costs or its size, if the blueprint leaves that to the use.
  let cost: Int?
  /// What it belongs to, if a limit counts for each parent.
  let parent: Parent.ID?
  /// The idempotency key of the reservation and of the use.
  let key: Idempotency.Key

  /// Who was the customer when the work began.
  struct Performer {
    /// The customer; nil before the first one.
    let customer: Customer.ID?
    /// Whether nobody was signed in.
    let isAnonymous: Bool
    /// Returns whether the person has signed out since.
    let ticket: SessionLifecycle.Ticket
  }

  /// The answer to whether work may begin.
  private enum Start {
    /// It may, and is counted afterwards.
    case counts
    /// It may, and there is nothing to count: nothing depends on an unlimited use, or it was counted before.
    case isCounted
    /// It may not.
    case denied(Denial)
  }

  /// Who the customer is now.
  var performer: Performer {
    Performer(
      customer: client.customer, isAnonymous: client.session.isAnonymous,
      ticket: client.session.ticket)
  }

  /// Reserves a use, after a purchase if it is denied at first.
  ///
  /// - Returns: Whether there is nothing to count afterwards.
  func begin() async throws -> Bool {
    if client.outbox.writes.contains(where: { $0.key == key && $0.use != nil }) { return true }
    client.perform(client.update(\.outbox) { $0.keepReservation(key) })
    var hasOffered = false
    while true {
      switch try await reserve() {
      case .counts: return false
      case .isCounted: return true
      case .denied(let denial):
        guard !hasOffered, denial.paywall != nil else { throw denial }
        await client.offer(feature)
        hasOffered = true
        if case .denied(let denial) = access { throw denial }
      }
    }
  }

  /// Requests the reservation from the server, twice if the first response is lost; without a server the device
  /// decides.
  private func reserve() async throws(ClientError) -> Start {
    let ticket = client.session.ticket
    guard try await client.reportFirst(whatDecides: feature, ticket) else {
      return try reserveOffline(after: ClientError(.network))
    }
    do throws(ServerCalls.Failure) {
      let response: ReservationResponse
      do throws(ServerCalls.Failure) {
        response = try await sendReservation()
      } catch let lost where lost.error.code == .network {
        guard client.session.standing(of: ticket) != .left else {
          throw ServerCalls.Failure(ClientError(.customerChanged))
        }
        response = try await sendReservation()
      }
      if client.cached.isStale { await client.refreshQuietly() }
      return response.lapsesAt == nil && !changesItem ? .isCounted : .counts
    } catch {
      if let denial = error.problem?.denial {
        if access.isAllowed { await client.refreshQuietly() }
        return .denied(denial)
      }
      guard error.error.isRetryable else { throw error.error }
      guard client.session.standing(of: ticket) != .left else {
        throw ClientError(.customerChanged)
      }
      return try reserveOffline(after: error.error)
    }
  }

  /// Sends the reservation and merges the result.
  private func sendReservation() async throws(ServerCalls.Failure) -> ReservationResponse {
    let response: ServerCalls.Response<ReservationResponse> = try await client.authorized(
      .reserve(feature), key: key, body: UseRequest(item: item, cost: cost, parent: parent))
    let value = response.value
    client.merge(
      ChangeResponse(facts: value.facts, version: value.version, serverTime: value.serverTime),
      response.signed(.change))
    return value
  }

  /// Whether it gives an item that is held another size or parent, for which nothing is reserved.
  private var changesItem: Bool {
    guard let item, cost != nil || parent != nil, let now = client.now,
      let customer = client.customer,
      let written = client.blueprint?.feature(feature),
      written.parentKind != nil || written.itemsHaveSizes
    else { return false }
    return client.localCustomer.facts.holder(
      of: item, in: feature, preferring: customer, at: now) != nil
  }

  /// The access as the device knows it: to the item, or without one to another use.
  private var access: Access {
    item.map { client.access(to: feature, item: $0.rawValue) } ?? client.access(to: feature)
  }

  /// Starts work without a reservation, unless the device knows that it is denied.
  private func start() -> Start {
    // Whether an item may grow is what a further use may take.
    switch changesItem ? client.access(to: feature) : access {
    case .denied(let denial): .denied(denial)
    case .allowed, .unknown: .counts
    }
  }

  /// Decides according to the blueprint whether work may start without a reservation from the server.
  ///
  /// The request may have arrived anyway, so the reservation for work that does not start is released.
  private func reserveOffline(after error: ClientError) throws(ClientError) -> Start {
    guard let confirmed = client.cached.customer, let now = client.now,
      let blueprint = client.blueprint,
      let handle = blueprint.handle(of: feature)
    else { throw error }
    // A reservation from an earlier attempt is still valid.
    if client.localCustomer.facts.reservation(of: feature, key: key, preferring: confirmed.id)?
      .isOpen(at: now) ?? false
    {
      return .counts
    }
    switch blueprint.feature(feature)?.offline ?? .refuse {
    case .refuse:
      release(of: confirmed.id)
      throw error
    case .wait: return start()
    case .allow(let limit):
      let facts: [Fact]
      do throws(Denial) {
        facts = try blueprint.reserve(
          handle, by: client.localCustomer.facts, id: confirmed.id, key: key, item: item,
          cost: cost, parent: parent, at: now
        ).facts
      } catch let denial {
        if client.isAwaiting(feature) { throw error }
        return .denied(denial)
      }
      let reservation: Reservation? =
        if case .reservation(let made)? = facts.first { made } else { nil }
      guard reservation != nil || changesItem else {
        guard client.membership?.phase != .unknown else { throw error }
        return .isCounted
      }
      let isUnlimited = reservation?.terms.takesNothing ?? false
      let hasRoom =
        client.outbox.allowedUses(
          of: blueprint.sharers(of: feature), unlimited: isUnlimited) < limit
      // Without a limit it may be made, if not counted.
      if isUnlimited, !hasRoom { return .isCounted }
      guard hasRoom,
        isUnlimited || confirmed.facts.firstDevice(of: confirmed.id) == client.device
      else {
        release(of: confirmed.id)
        throw ClientError(.offlineUsesSpent)
      }
      if let reservation { client.perform(client.update(\.outbox) { $0.begin(reservation) }) }
      return .counts
    }
  }
}

extension UseInProgress {
  /// Counts a completed use: it is stored on the device first, so that no crash loses it.
  ///
  /// It is reported for the person who began it, even if they have signed out since.
  ///
  /// - Returns: How it was counted, as far as is known now.
  func count(of performer: Performer) async -> UseCount {
    let hasLeft = client.session.standing(of: performer.ticket) == .left
    if hasLeft && performer.isAnonymous {
      client.perform(client.update(\.outbox) { $0.notMade(key) })
      return .notCounted(nil)
    }
    let held = hasLeft ? item : heldItem
    let use = PendingWrite.OfflineUse(
      feature: feature, item: held, cost: cost, parent: parent, isAllowed: true,
      facts: hasLeft ? [] : expectedFacts(holding: held))
    let write = PendingWrite(
      key: key, customer: hasLeft ? performer.customer : client.customer, report: .use(use),
      at: client.now,
      isAnonymous: hasLeft ? performer.isAnonymous : client.session.isAnonymous)
    client.perform(client.update(\.outbox) { $0.made(write) })
    guard !hasLeft else { return .waiting }
    do {
      let response = try await client.report(feature, use.request, key)
      client.perform(client.update(\.outbox) { $0.delivered(key) })
      if client.cached.isStale { await client.refreshQuietly() }
      // The last use of a trial ends it and makes the reminders of its end obsolete.
      if client.membership != nil, client.plannedNudges != client.cached.scheduledNudges {
        await client.reconcileNudges()
      }
      return .counted(response.access.limit)
    } catch {
      client.perform(client.update(\.outbox) { $0.failed(write, error) })
      guard client.outbox.contains(key) else { return .notCounted(error.problem?.denial) }
      client.perform([client.outbox.retry()])
      return .waiting
    }
  }

  /// The item to hold: where none was named, what was reserved, or what a use without a reservation holds now.
  ///
  /// The report names it, since another rule may decide by the time the server learns of it.
  private var heldItem: Item.ID? {
    guard item == nil, let customer = client.customer, let now = client.now,
      let blueprint = client.blueprint, let handle = blueprint.handle(of: feature)
    else { return item }
    let local = client.localCustomer.facts
    if let reserved = local.reservation(of: feature, key: key, preferring: customer) {
      return reserved.item
    }
    return blueprint.unnamedItem(of: handle, by: local, key: key, at: now)
  }

  /// The facts that the server is expected to append for a use that was made.
  private func expectedFacts(holding item: Item.ID?) -> [Fact] {
    guard let customer = client.customer, let now = client.now, let blueprint = client.blueprint,
      let handle = blueprint.handle(of: feature)
    else { return [] }
    do {
      return try blueprint.use(
        handle, by: client.localCustomer.facts, id: customer, key: key, item: item,
        cost: cost, parent: parent, isReport: true, at: now
      ).facts
    } catch {
      return []
    }
  }

  /// How a use is counted if nothing is left to do.
  var known: UseCount {
    client.outbox.contains(key) ? .waiting : .counted(client.access(to: feature).limit)
  }

  /// Releases the reservation of a use that was not made.
  func giveBack(of performer: Performer) {
    client.perform(client.update(\.outbox) { $0.notMade(key) })
    // The reservation of a person who has signed out lapses by itself.
    guard client.session.standing(of: performer.ticket) != .left, let customer = client.customer
    else { return }
    release(of: customer)
  }

  /// Has the server release a reservation, now or when it can be reached.
  private func release(of customer: Customer.ID) {
    let write = PendingWrite(
      key: key, customer: customer,
      report: .reservationRelease(feature, origin: customer), at: client.now,
      isAnonymous: client.session.isAnonymous)
    client.perform(client.update(\.outbox) { $0.append(write) })
    Task { await client.flush() }
  }
}

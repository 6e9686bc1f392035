public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Performs an action that a feature allows; if access is denied, shows the paywall it names and checks again
  /// afterwards.
  ///
  /// Nothing is counted: counted uses go through ``perform(_:item:cost:parent:key:_:)`` or ``use(_:item:cost:parent:key:)``. While
  /// access is unknown the action is performed, because access is never removed on a guess.
  ///
  /// The action may call your own backend, which counts the use with its secret key. If the feature has an allowance, and
  /// the client has not learned of a use by the time the action returns, it fetches the customer again in the background.
  ///
  /// - Returns: The access with which the action was performed or denied.
  @discardableResult
  public func gate(
    _ feature: Feature.ID, _ action: @MainActor () async -> Void
  ) async -> Access {
    if case .denied(let denial) = access(to: feature), denial.paywall != nil {
      await offer(feature)
    }
    let access = access(to: feature)
    gateDecided(feature, access)
    switch access {
    case .allowed, .unknown:
      await action()
      refreshInBackground(afterUseOf: feature, allowed: access)
    case .denied: break
    }
    return access
  }

  /// Fetches the customer again if the app's own backend may have counted a use that the client does not know of.
  private func refreshInBackground(afterUseOf feature: Feature.ID, allowed access: Access) {
    guard access.limit != nil, access == self.access(to: feature) else { return }
    tasks.reports.start { [weak self] in await self?.refreshQuietly() }
  }

  /// Uses a feature once, and counts it only if the work succeeds.
  ///
  /// The use is reserved first, so that it counts while the work runs. It is counted when the work returns, released
  /// when it throws, and lapses after a crash. If the feature is denied, its paywall shows, and the work runs after a
  /// purchase. If the server cannot be reached, the feature's `offline` setting decides whether the work starts.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item to hold, for a feature that holds items; one that is held already gets the size in `cost`. Nil means
  ///     one that is named by the key, or none under a rule that neither limits items nor is unlimited.
  ///   - cost: The credits it costs or its size, for a feature whose blueprint says `cost: any` or `largest`; nil means 1.
  ///   - parent: What it belongs to, for a feature whose blueprint has a limit for `each`; all that name none share one.
  ///   - key: The idempotency key, so that a retry counts once; if nil, a new key is created.
  ///   - work: The work that counts as a use of the feature.
  /// - Returns: What the work returned, and how it was counted.
  /// - Throws: `Denial` with a message for the customer, ``ClientError`` if the server has to decide and cannot, or what the work throws.
  @discardableResult
  public func perform<Value>(
    _ feature: Feature.ID, item: String? = nil, cost: Int? = nil, parent: String? = nil,
    key: Idempotency.Key? = nil, _ work: @MainActor () async throws -> Value
  ) async throws -> Performed<Value> {
    expect(feature)
    let use = UseInProgress(
      client: self, feature: feature, item: item.map { Item.ID($0) }, cost: cost,
      parent: parent.map { Parent.ID($0) }, key: key ?? Idempotency.Key(configuration.makeID()))
    let isCounted: Bool
    do { isCounted = try await use.begin() } catch {
      guard let denial = error as? Denial else { throw error }
      useDecided(feature, use.key, .denied(denial))
      throw worded(denial, of: feature)
    }
    let performer = use.performer
    let value: Value
    do {
      value = try await work()
    } catch {
      if !isCounted { use.giveBack(of: performer) }
      throw error
    }
    let count = isCounted ? use.known : await use.count(of: performer)
    switch count {
    case .counted(let limit): useDecided(feature, use.key, .allowed(limit))
    // Their events come with the server's answer.
    case .waiting, .notCounted: break
    }
    return Performed(value: value, count: count)
  }

  /// Uses a feature once; the server decides, whatever the device believes.
  ///
  /// If the server cannot be reached, the feature's `offline` setting in the blueprint decides how the use is handled:
  /// it is refused, it waits and the answer comes in ``useChanges``, or the device allows it, up to a number, and
  /// reports it.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item to hold, for a feature that holds items; one that is held already gets the size in `cost`. Nil means
  ///     one that is named by the key, or none under a rule that neither limits items nor is unlimited.
  ///   - cost: The credits it costs or its size, for a feature whose blueprint says `cost: any` or `largest`; nil means 1.
  ///   - parent: What it belongs to, for a feature whose blueprint has a limit for `each`; all that name none share one.
  ///   - key: The idempotency key, so that a retry counts once; the identifier of what is created works well. If nil, a
  ///     new key is created.
  /// - Returns: `allowed` with the access from now on, `denied` with the paywall to show, or `unknown` if it waits for
  ///   the server.
  /// - Throws: ``ClientError`` if the answer could not be determined; whether or not the use was counted, a retry with
  ///   the same key does not count it twice. The code is `customerChanged` if the customer has signed out.
  @discardableResult
  public func use(
    _ feature: Feature.ID, item: String? = nil, cost: Int? = nil, parent: String? = nil,
    key: Idempotency.Key? = nil
  ) async throws(ClientError) -> Access {
    expect(feature)
    let key = key ?? Idempotency.Key(configuration.makeID())
    let request = UseRequest(
      item: item.map { Item.ID($0) }, cost: cost, parent: parent.map { Parent.ID($0) })
    let answer = try await use(feature, request, key)
    useDecided(feature, key, answer)
    guard case .denied(let denial) = answer else { return answer }
    return .denied(worded(denial, of: feature))
  }

  private func use(
    _ feature: Feature.ID, _ request: UseRequest, _ key: Idempotency.Key
  ) async throws(ClientError) -> Access {
    if outbox.contains(key) { await settle() }
    if let waiting = outbox.writes.first(where: { $0.key == key })?.use {
      return answer(to: waiting)
    }
    let ticket = session.ticket
    guard try await reportFirst(whatDecides: feature, ticket) else {
      return try await useOffline(feature, request, key, after: ClientError(.network))
    }
    do throws(ServerCalls.Failure) {
      let response: UseResponse
      do throws(ServerCalls.Failure) {
        response = try await report(feature, request, key)
      } catch let lost where lost.error.code == .network {
        // The use of a person who has signed out must not count for the next one.
        guard session.standing(of: ticket) != .left else {
          throw ServerCalls.Failure(ClientError(.customerChanged))
        }
        response = try await report(feature, request, key)
      }
      if cached.isStale { await refreshQuietly() }
      // The last use of a trial ends it and makes the reminders of its end obsolete.
      if membership != nil, plannedNudges != cached.scheduledNudges {
        await reconcileNudges()
      }
      return .allowed(response.access.limit)
    } catch {
      guard let denial = error.problem?.denial else {
        guard !error.error.isRetryable || session.standing(of: ticket) != .left else {
          throw ClientError(.customerChanged)
        }
        return try await useOffline(feature, request, key, after: error.error)
      }
      let known = request.item.map { access(to: feature, item: $0.rawValue) }
      if (known ?? access(to: feature)).isAllowed { await refreshQuietly() }
      return .denied(denial)
    }
  }

  /// Releases an item that a feature holds, and reports it in the background.
  ///
  /// It returns once the device has stored the report, without waiting for the network; the place is free on this device
  /// from then on. The report stays in order with the uses of the feature, and with its
  /// customer across a sign-out.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item; a later use can hold it again.
  /// - Throws: ``ClientError`` with code `unknownName` if the blueprint has no such feature, or `storageFailed` if the
  ///   report could not be stored; a retry is safe.
  public func release(_ feature: Feature.ID, item: String) async throws(ClientError) {
    let item = Item.ID(item)
    expect(feature)
    await prepare()
    if let blueprint, blueprint.feature(feature) == nil { throw ClientError(.unknownName) }
    let report = PendingWrite.Report.release(
      PendingWrite.ReleasedItem(
        feature: feature, item: item, facts: localCustomer.releasing(item, of: feature, at: now)))
    guard !deviceState.isLocked else { return wait(for: .report(report)) }
    try await store(
      PendingWrite(
        key: Idempotency.Key(configuration.makeID()), customer: customer, report: report, at: now,
        isAnonymous: session.isAnonymous))
    await reportInBackground()
  }
}

extension TollgateClient {
  /// Handles a use according to the blueprint when the server cannot be reached.
  ///
  /// Only the device on which the customer began allows uses on its own: at most as many as the blueprint permits until
  /// they are reported, and only those that the allowance still covers as far as the device knows. All devices together
  /// therefore never exceed the allowance by more than that number.
  private func useOffline(
    _ feature: Feature.ID, _ request: UseRequest, _ key: Idempotency.Key, after error: ClientError
  ) async throws(ClientError) -> Access {
    guard error.isRetryable, let confirmed = cached.customer, let now, let blueprint,
      let handle = blueprint.handle(of: feature)
    else { throw error }
    switch blueprint.feature(feature)?.offline ?? .refuse {
    case .refuse: throw error
    case .wait:
      let use = PendingWrite.OfflineUse(
        feature: feature, item: request.item, cost: request.cost, parent: request.parent,
        isAllowed: false, facts: [])
      try await store(use, key, of: confirmed.id, at: now)
      return .unknown
    case .allow(let limit):
      let facts: [Fact]
      do throws(Denial) {
        facts = try blueprint.use(
          handle, by: localCustomer.facts, id: confirmed.id, key: key, item: request.item,
          cost: request.cost, parent: request.parent, at: now
        ).facts
      } catch let denial {
        if isAwaiting(feature) { throw error }
        return .denied(denial)
      }
      guard membership?.phase != .unknown else { throw error }
      // There is nothing to count, or it names an item that is held; a use without a limit is allowed also where it is one
      // too many to count.
      let isUnlimited = facts.areUnlimitedUse
      let hasRoom =
        outbox.allowedUses(of: blueprint.sharers(of: feature), unlimited: isUnlimited) < limit
      if facts.isEmpty || isUnlimited && !hasRoom {
        return .allowed(access(to: feature, in: request.parent?.rawValue).limit)
      }
      guard hasRoom,
        isUnlimited || confirmed.facts.firstDevice(of: confirmed.id) == device
      else { throw ClientError(.offlineUsesSpent) }
      // Another rule may decide by the time the server learns of it.
      let held = blueprint.unnamedItem(of: handle, by: localCustomer.facts, key: key, at: now)
      let use = PendingWrite.OfflineUse(
        feature: feature, item: request.item ?? held, cost: request.cost, parent: request.parent,
        isAllowed: true, facts: facts)
      try await store(use, key, of: confirmed.id, at: now)
      return answer(to: use)
    }
  }

  /// The answer that a waiting use was given.
  private func answer(to use: PendingWrite.OfflineUse) -> Access {
    guard use.isAllowed else { return .unknown }
    switch access(to: use.feature, in: use.parent?.rawValue) {
    case .allowed(let limit): return .allowed(limit)
    case .denied(let denial): return .allowed(denial.limit)
    case .unknown: return .allowed(nil)
    }
  }

  /// Reports what the server must know before it decides on a use: waiting releases, a purchase that gives the feature,
  /// milestones, attributes and lists of items.
  ///
  /// - Parameter ticket: The customer's, when the use began.
  /// - Returns: Whether the server has recorded the releases and the purchase, without which its answer would be wrong.
  /// - Throws: ``ClientError`` with code `customerChanged`.
  func reportFirst(
    whatDecides feature: Feature.ID, _ ticket: SessionLifecycle.Ticket
  ) async throws(ClientError) -> Bool {
    let features = blueprint?.sharers(of: feature) ?? [feature]
    let isUnreported = {
      self.outbox.hasRelease(of: features, for: self.customer) || self.isAwaiting(feature)
    }
    guard isUnreported() || outbox.hasChange(of: customer) else { return true }
    await flush()
    guard session.standing(of: ticket) != .left else { throw ClientError(.customerChanged) }
    return !isUnreported()
  }

  /// Whether a feature is denied without a purchase that waits for the server, and not with it.
  func isAwaiting(_ feature: Feature.ID) -> Bool {
    isAwaitingPurchase && access(to: feature) == .unknown
  }

  /// Stores a use on the device; a use that cannot be stored does not count.
  private func store(
    _ use: PendingWrite.OfflineUse, _ key: Idempotency.Key, of customer: Customer.ID,
    at now: Instant
  ) async throws(ClientError) {
    try await store(
      PendingWrite(
        key: key, customer: customer, report: .use(use), at: now, isAnonymous: session.isAnonymous))
  }

  /// Stores a report on the device, and waits until it is safe there; one that cannot be stored is discarded.
  private func store(_ write: PendingWrite) async throws(ClientError) {
    let first = tasks.storage.nextRequest
    perform(update(\.outbox) { $0.append(write) })
    let requests = first..<tasks.storage.nextRequest
    await settle()
    guard !tasks.storage.hasFailed(requests) else {
      perform(update(\.outbox) { $0.discard(write.key) })
      throw ClientError(.storageFailed)
    }
    perform([outbox.retry()])
  }
}

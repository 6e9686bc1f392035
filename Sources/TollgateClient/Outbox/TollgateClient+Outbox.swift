public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Uses a feature once; the server decides, whatever the device believes.
  ///
  /// If the server cannot be reached, the feature's `offline` setting in the blueprint decides how the use is handled:
  /// it is refused, it waits and the answer comes in ``useChanges``, or the device allows it, up to a number, and
  /// reports it.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item to hold, for a feature that holds items.
  ///   - cost: The credits it costs, for a feature whose blueprint leaves that to the use; nil means 1.
  ///   - key: The idempotency key, so that a retry counts once; the identifier of what is created works well. If nil, a
  ///     new key is created.
  /// - Returns: `allowed` with the access from now on, `denied` with the paywall to show, or `unknown` if it waits for
  ///   the server.
  /// - Throws: ``ClientError`` if the answer could not be determined; whether or not the use was counted, a retry with
  ///   the same key does not count it twice. The code is `customerChanged` if the customer signed out meanwhile.
  @discardableResult
  public func use(
    _ feature: Feature.ID, item: Item.ID? = nil, cost: Int? = nil, key: Idempotency.Key? = nil
  ) async throws(ClientError) -> Access {
    let key = key ?? Idempotency.Key(configuration.makeID())
    if let waiting = outbox.writes.first(where: { $0.key == key })?.use {
      return answer(to: waiting)
    }
    let request = UseRequest(item: item, cost: cost)
    let ticket = session.ticket
    // The server must know of the room that was made before it decides.
    if outbox.hasRelease(of: feature, for: customer) {
      await flush()
      guard session.standing(of: ticket) != .left else { throw ClientError(.customerChanged) }
      guard !outbox.hasRelease(of: feature, for: customer) else {
        return try useOffline(feature, request, key, after: ClientError(.network))
      }
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
      if let planned = membership?.nudges, planned != cached.scheduledNudges {
        await reconcileNudges()
      }
      return .allowed(response.access.limit)
    } catch {
      guard let denial = error.problem?.denial else {
        guard !error.error.isRetryable || session.standing(of: ticket) != .left else {
          throw ClientError(.customerChanged)
        }
        return try useOffline(feature, request, key, after: error.error)
      }
      if access(to: feature).isAllowed { await refreshQuietly() }
      return .denied(denial)
    }
  }

  /// Releases an item that a feature holds; without a network the report waits on the device.
  ///
  /// The room is free on this device at once. The report keeps its place among the uses of the feature, and stays with
  /// its customer across a sign-out.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item; it is never held again under the same name.
  /// - Throws: ``ClientError`` with code `unknownName` if the blueprint has no such feature, or `storageFailed` if the
  ///   report could not be stored; a retry is safe.
  public func release(_ feature: Feature.ID, item: Item.ID) async throws(ClientError) {
    await prepare()
    if let blueprint, blueprint.feature(feature) == nil { throw ClientError(.unknownName) }
    let report = PendingWrite.ReleasedItem(
      feature: feature, item: item, facts: localCustomer.releasing(item, of: feature, at: now))
    guard enqueue(.release(report)) else { throw ClientError(.storageFailed) }
    await flush()
  }

  /// Reports that a milestone was reached; without a network the report waits on the device.
  ///
  /// - Parameter milestone: The milestone; reporting it again changes nothing.
  public func reach(_ milestone: Milestone.ID) async {
    enqueue(.milestone(milestone))
    await flush()
    await reconcileNudges()
  }

  /// Reports that a prompt was dismissed; without a network the report waits on the device, and the prompt disappears
  /// at once if its patience is exhausted.
  public func dismiss(_ prompt: Prompt.ID) async {
    enqueue(.dismissal(prompt))
    await flush()
  }

  /// The server's answers to uses that waited for the network, from now on.
  public var useChanges: AsyncStream<UseChange> { streams.uses.stream() }
}

extension TollgateClient {
  /// Handles a use according to the blueprint when the server cannot be reached.
  ///
  /// Only the device on which the customer began allows uses on its own: at most as many as the blueprint permits until
  /// they are reported, and only those that the allowance still covers as far as the device knows. All devices together
  /// therefore never exceed the allowance by more than that number.
  private func useOffline(
    _ feature: Feature.ID, _ request: UseRequest, _ key: Idempotency.Key, after error: ClientError
  ) throws(ClientError) -> Access {
    guard error.isRetryable, let confirmed = cached.customer, let now, let blueprint,
      let handle = blueprint.handle(of: feature)
    else { throw error }
    switch blueprint.feature(feature)?.offline ?? .refuse {
    case .refuse: throw error
    case .wait:
      let use = PendingWrite.OfflineUse(
        feature: feature, item: request.item, cost: request.cost, isAllowed: false, facts: [])
      try store(use, key, of: confirmed.id, at: now)
      return .unknown
    case .allow(let limit):
      let facts: [Fact]
      do throws(Denial) {
        facts = try blueprint.use(
          handle, by: localCustomer.facts, id: confirmed.id, key: key, item: request.item,
          cost: request.cost, at: now
        ).facts
      } catch {
        return .denied(error)
      }
      if facts.isEmpty, access(to: feature) == .allowed(nil) { return .allowed(nil) }
      guard membership?.phase != .unknown else { throw error }
      guard outbox.allowedUses(of: feature) < limit,
        confirmed.facts.firstDevice(of: confirmed.id) == device
      else { throw ClientError(.offlineUsesSpent) }
      let use = PendingWrite.OfflineUse(
        feature: feature, item: request.item, cost: request.cost, isAllowed: true, facts: facts)
      try store(use, key, of: confirmed.id, at: now)
      return answer(to: use)
    }
  }

  /// The answer that a waiting use was given.
  private func answer(to use: PendingWrite.OfflineUse) -> Access {
    guard use.isAllowed else { return .unknown }
    switch access(to: use.feature) {
    case .allowed(let limit): return .allowed(limit)
    case .denied(let denial): return .allowed(denial.limit)
    case .unknown: return .allowed(nil)
    }
  }

  /// Stores a use on the device; a use that cannot be stored is not made.
  private func store(
    _ use: PendingWrite.OfflineUse, _ key: Idempotency.Key, of customer: Customer.ID,
    at now: Instant
  ) throws(ClientError) {
    let write = PendingWrite(
      key: key, customer: customer, report: .use(use), at: now, isAnonymous: session.isAnonymous)
    guard perform(update(\.outbox) { $0.append(write) }) else {
      perform(update(\.outbox) { $0.discard(key) })
      throw ClientError(.storageFailed)
    }
    perform([outbox.retry()])
  }
}

extension TollgateClient {
  /// Stores a report on the device, to be sent as soon as the network allows.
  ///
  /// - Returns: Whether it is safe on the device, or will be when protected data is available.
  @discardableResult
  func enqueue(_ report: PendingWrite.Report) -> Bool {
    guard !deviceState.isLocked else {
      wait(for: .report(report))
      return true
    }
    let write = PendingWrite(
      key: Idempotency.Key(configuration.makeID()), customer: customer, report: report, at: now,
      isAnonymous: session.isAnonymous)
    return perform(update(\.outbox) { $0.append(write) })
  }

  /// Sends the session customer's waiting reports, oldest first, and stops if the server cannot be reached now.
  ///
  /// It continues if the caller is cancelled.
  ///
  /// - Returns: The first error; nil if everything was sent.
  @discardableResult
  func flush() async -> ClientError? {
    guard await prepare() else { return ClientError(.storageUnavailable) }
    return await tasks.delivery.run { await self.sendReports() }
  }

  private func sendReports() async -> ClientError? {
    update(\.outbox) { $0.startPass(for: customer) }
    while let write = outbox.next(for: customer) {
      do {
        try await send(write)
        perform(update(\.outbox) { $0.delivered(write.key) })
      } catch {
        await finish(write.purchase, refusedBecauseOf: error.problem?.code)
        perform(update(\.outbox) { $0.failed(write, error) })
      }
    }
    let (failure, actions) = update(\.outbox) { $0.endPass() }
    perform(actions)
    if let failure { return failure.error }
    await reportEndedSessions()
    guard cached.isStale, session.current != nil else { return nil }
    do { try await fetchCustomer() } catch {
      connection = .failed(error.error)
      return error.error
    }
    return nil
  }

  private func send(_ write: PendingWrite) async throws(ServerCalls.Failure) {
    let change: ServerCalls.Response<ChangeResponse>
    switch write.report {
    case .purchase(let purchase): return try await send(purchase, write.key)
    case .use(let use):
      let request = UseRequest(
        item: use.item, cost: use.cost, isReport: use.isAllowed ? true : nil)
      let limit = try await report(use.feature, request, write.key).access.limit
      streams.uses.send(UseChange(feature: use.feature, key: write.key, answer: .allowed(limit)))
      return
    case .milestone(let id):
      let snapshot: ServerCalls.Response<CustomerSnapshot> = try await authorized(.milestone(id))
      return merge(snapshot.value, snapshot.signed(.snapshot))
    case .dismissal(let id): change = try await authorized(.dismissal(id), key: write.key)
    case .paywall(let report):
      change = try await authorized(
        report.endpoint, key: write.key,
        body: PaywallReportRequest(feature: report.feature, placement: report.placement))
    case .release(let release):
      let response: ServerCalls.Response<UseResponse> = try await authorized(
        .release(release.feature), body: ReleaseRequest(item: release.item))
      return merge(ChangeResponse(response.value), response.signed(.use))
    case .nudge(let id, let occurrence):
      guard let device else { throw ServerCalls.Failure(ClientError(.storageUnavailable)) }
      change = try await authorized(
        .nudgeDelivered(id), body: NudgeDeliveredRequest(occurrence: occurrence, device: device))
    }
    merge(change.value, change.signed(.change))
  }

  /// Reports a use and merges the result.
  private func report(
    _ feature: Feature.ID, _ request: UseRequest, _ key: Idempotency.Key
  ) async throws(ServerCalls.Failure) -> UseResponse {
    let response: ServerCalls.Response<UseResponse> = try await authorized(
      .use(feature), key: key, body: request)
    merge(ChangeResponse(response.value), response.signed(.use))
    return response.value
  }

  /// Performs the outbox's actions, and returns whether everything is safe on the device.
  @discardableResult
  func perform(_ actions: [Outbox.Action]) -> Bool {
    var isSafe = true
    for action in actions {
      switch action {
      case .save: isSafe = save(outbox.writes, as: .outbox) && isSafe
      case .removeSaved: remove(.outbox)
      case .saveAttempts:
        if outbox.attempts.isEmpty {
          remove(.attempts)
        } else {
          save(outbox.attempts, as: .attempts)
        }
      case .evaluate: evaluate()
      case .retry(let failures, let requested): retry(after: failures, requested)
      case .markStale: cached.isStale = true
      case .notifyPurchase(let purchase, let state):
        streams.purchases.send(PurchaseChange(purchase, state))
      case .notifyUse(let change): streams.uses.send(change)
      case .note(let error): note(error)
      }
    }
    return isSafe
  }

  /// Sends the outbox after a delay, if the configuration can wait.
  private func retry(after failures: Int, _ requested: Duration?) {
    guard let sleep = configuration.sleep else { return }
    let delay = Backoff.delay(
      after: failures, random: configuration.random(), requested: requested)
    tasks.retry.start(after: delay, sleep: sleep) { [weak self] in
      await self?.flush()
      await self?.reconcileNudges()
    }
  }
}

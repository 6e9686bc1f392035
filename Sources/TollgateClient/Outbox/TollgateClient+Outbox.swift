import Tollgate
import TollgateWire

extension TollgateClient {
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
      let limit = try await report(use.feature, use.request, write.key).access.limit
      notify(UseChange(feature: use.feature, key: write.key, answer: .allowed(limit)))
      return
    case .held(let held):
      let response: ServerCalls.Response<UseResponse> = try await authorized(
        .heldItems(held.feature),
        body: HeldItemsRequest(items: held.items, sizes: held.sizes, listedAt: write.at))
      return merge(ChangeResponse(response.value), response.signed(.use))
    case .milestone(let id):
      let snapshot: ServerCalls.Response<DeviceSnapshot> = try await authorized(.milestone(id))
      return merge(snapshot.value, snapshot.signed(.snapshot))
    case .reservationRelease(let feature, _):
      change = try await authorized(.releaseReservation(feature, write.key))
    case .dismissal(let id): change = try await authorized(.dismissal(id), key: write.key)
    case .paywall(let report):
      change = try await authorized(
        report.endpoint, key: write.key,
        body: PaywallReportRequest(
          feature: report.feature, placement: report.placement, variants: report.variants))
    case .release(let release):
      let response: ServerCalls.Response<UseResponse> = try await authorized(
        .release(release.feature), body: release.request)
      return merge(ChangeResponse(response.value), response.signed(.use))
    case .attributes(let report):
      change = try await authorized(.setAttributes, body: report.request)
    case .nudge(let id, let occurrence):
      guard let device else { throw ServerCalls.Failure(ClientError(.storageUnavailable)) }
      change = try await authorized(
        .nudgeDelivered(id), body: NudgeDeliveredRequest(occurrence: occurrence, device: device))
    }
    merge(change.value, change.signed(.change))
  }

  /// Reports a use and merges the result.
  func report(
    _ feature: Feature.ID, _ request: UseRequest, _ key: Idempotency.Key
  ) async throws(ServerCalls.Failure) -> UseResponse {
    let response: ServerCalls.Response<UseResponse> = try await authorized(
      .use(feature), key: key, body: request)
    merge(ChangeResponse(response.value), response.signed(.use))
    return response.value
  }

  func perform(_ actions: [Outbox.Action]) {
    for action in actions {
      switch action {
      case .save:
        if !deviceState.isLocked { store(DeviceCache.Part.outbox.rewriting(outbox.writes)) }
      case .saveReport(let key):
        if let write = outbox.writes.last(where: { $0.key == key }) { store(.put(write)) }
      case .saveRemoval(let key): store(.remove(key))
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
      case .notifyPurchase(let purchase, let state): notify(PurchaseChange(purchase, state))
      case .notifyUse(let change): notify(change)
      case .note(let error): note(error)
      }
    }
  }

  /// Adds a record to the outbox's journal.
  private func store(_ record: OutboxJournal.Record) {
    guard !deviceState.isLocked else { return }
    store(DeviceCache.Part.outbox.adding(record, to: outbox.writes))
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

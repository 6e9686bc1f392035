import Foundation
public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Records that a milestone was reached, and reports it in the background.
  ///
  /// It returns once the device has stored the report, without waiting for the network; ``phase`` and access follow at
  /// once.
  ///
  /// - Parameter milestone: The milestone; reporting it again changes nothing.
  public func reach(_ milestone: Milestone.ID) async {
    expect(milestone, "milestone") { $0.milestones }
    enqueue(.milestone(milestone))
    await reportInBackground()
  }

  /// Records that a prompt was dismissed, and reports it in the background; the prompt disappears at once if its
  /// patience is exhausted.
  ///
  /// It returns once the device has stored the report, without waiting for the network.
  public func dismiss(_ prompt: Prompt.ID) async {
    expect(prompt, "prompt") { $0.prompts.map(\.id) }
    enqueue(.dismissal(prompt))
    await reportInBackground()
  }

  /// The server's answers to uses that waited for the network, from now on.
  public var useChanges: AsyncStream<UseChange> { streams.uses.stream() }
}

extension TollgateClient {
  /// Waits until what was just recorded is stored on the device, and sends it without being waited for.
  func reportInBackground() async {
    await settle()
    tasks.reports.start { [weak self] in
      await self?.flush()
      await self?.reconcileNudges()
    }
  }

  /// Waits until every report that was sent in the background has arrived or failed.
  package func reported() async { await tasks.reports.finish() }

  /// Stores a report on the device, to be sent as soon as the network allows.
  func enqueue(_ report: PendingWrite.Report) {
    guard !deviceState.isLocked else { return wait(for: .report(report)) }
    let write = PendingWrite(
      key: Idempotency.Key(configuration.makeID()), customer: customer, report: report, at: now,
      isAnonymous: session.isAnonymous)
    perform(update(\.outbox) { $0.append(write) })
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
      notify(UseChange(feature: use.feature, key: write.key, answer: .allowed(limit)))
      return
    case .held(let held):
      let response: ServerCalls.Response<UseResponse> = try await authorized(
        .heldItems(held.feature), body: HeldItemsRequest(items: held.items, listedAt: write.at))
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

  /// Performs the outbox's actions.
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

extension TollgateClient {
  /// Sets an attribute of the customer, which takes effect on the device at once, and reports it in the background.
  ///
  /// It returns once the device has stored the report, without waiting for the network.
  /// Setting the current value sends nothing, so you can call it at every launch. If several values wait, only the last
  /// one is sent.
  ///
  /// - Parameters:
  ///   - attribute: The attribute, which the blueprint declares with `setBy: app`.
  ///   - value: A text, a whole number or a Boolean, as the blueprint declares it; nil removes the value.
  /// - Throws: ``ClientError`` with code `unknownName` if the blueprint does not let the app set such an attribute, or
  ///   `invalidValue` if the attribute cannot have this value; in both cases nothing changes.
  public func setAttribute(
    _ attribute: Attribute.ID, to value: Attribute.Value?
  ) async throws(ClientError) {
    try await keep(attribute, to: value)
    await reportInBackground()
  }

  /// Sets an attribute on the device; ``flush()`` sends it.
  func keep(
    _ attribute: Attribute.ID, to value: Attribute.Value?
  ) async throws(ClientError) {
    await prepare()
    if let blueprint {
      expect(attribute, "attribute") {
        $0.attributes.filter { $0.setBy == .app }.map(\.id)
      }
      guard let declared = blueprint.attribute(attribute), declared.setBy == .app else {
        throw ClientError(.unknownName)
      }
      if let value, declared.requirement(against: value) != nil {
        throw ClientError(.invalidValue)
      }
    }
    enqueue([attribute: value], by: .app)
  }

  /// Stores values to be sent, unless they are current.
  private func enqueue(
    _ values: [Attribute.ID: Attribute.Value?], by setter: Attribute.Setter
  ) {
    var facts: [Fact] = []
    if let blueprint, let customer = cached.customer, let now {
      facts = blueprint.set(values, by: setter, for: localCustomer.facts, at: now).facts
      let isWaiting = outbox.writes.contains {
        $0.attributes != nil && $0.customer == customer.id
      }
      if facts.isEmpty, !isWaiting { return }
    }
    var report = AttributeReport(facts: facts)
    for (name, value) in values {
      switch setter {
      case .device: report.device[name.rawValue] = value?.string
      case .app, .backend: report.values[name.rawValue] = .some(value)
      }
    }
    enqueue(.attributes(report))
  }
}

extension TollgateClient {
  /// Reports the device properties on which the blueprint depends and which the server does not know yet.
  ///
  /// The store may take a while to return the country, so nothing waits for the report.
  func reportDevice() {
    guard let blueprint, customer != nil, !blueprint.reportedProperties.isEmpty else { return }
    Task { [weak self, configuration] in
      var properties = await configuration.store.deviceProperties()
      properties[.language] = configuration.locale.identifier
      properties[.timeZone] = configuration.timeZoneName
      await self?.report(properties)
    }
  }

  /// Sends properties on which the blueprint depends, unless the server knows them.
  private func report(_ properties: [DeviceProperty: String]) async {
    guard let blueprint, customer != nil, cached.customer != nil else { return }
    var values: [Attribute.ID: Attribute.Value?] = [:]
    for property in blueprint.reportedProperties {
      guard let value = properties[property].flatMap(property.normalized),
        localCustomer.facts.value(of: property) != value
      else { continue }
      values[property.attribute] = .some(.string(value))
    }
    if values.isEmpty { return }
    enqueue(values, by: .device)
    await flush()
  }
}

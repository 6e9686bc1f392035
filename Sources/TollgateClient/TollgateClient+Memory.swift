import Tollgate
import TollgateWire

extension TollgateClient {
  /// The device's identifier, made on the first launch ever.
  static func device(
    in cache: DeviceCache, makeID: @Sendable () -> String, _ notices: inout [ClientError]
  ) -> Device.ID {
    do {
      if let known = try cache.load(.device) { return known }
    } catch {
      notices.append(error)
    }
    let device = Device.ID(makeID())
    do { try cache.save(device, as: .device) } catch { notices.append(error) }
    return device
  }

  /// Reads everything the device remembers; what cannot be read starts clean and is noted.
  func remember() {
    if load(.installation) == nil {
      forget(.session)
      save(true, as: .installation)
    }
    session = load(.session)
    if let saved = load(.clock) {
      clock = saved
      clock?.settle(uptime: configuration.uptime())
    }
    outbox = load(.outbox) ?? []
    scheduledNudges = load(.nudges) ?? []
    if let customer = load(.customer), customer.id == session?.customer { known = customer }
    if let saved = load(.blueprint) { adopt(saved) }
    recompute()
  }

  /// Takes a blueprint in; one that cannot be used is noted and leaves the present one in place.
  func adopt(_ known: KnownBlueprint) {
    do {
      blueprint = try Blueprint(known.response.definition)
      blueprintTag = known.tag
      blueprintRevision = known.response.revision
    } catch {
      note(ClientError(.badBlueprint))
    }
  }

  /// Decides anew what holds now.
  func recompute() {
    defer { setAlarm() }
    guard let blueprint else {
      membership = nil
      return
    }
    guard let known, let now else {
      membership = Membership(unknownIn: blueprint, at: now ?? Instant(milliseconds: 0))
      return settlePresentation()
    }
    var customer = known.facts
    for write in outbox where write.customer == known.id {
      if let fact = write.expectedFact { customer.join(fact) }
    }
    membership = Membership(of: customer, in: blueprint, at: now)
    settlePresentation()
  }

  /// Takes in whom the server says the device acts for.
  func accept(_ response: SessionResponse) {
    let before = session
    let session = Session(response)
    self.session = session
    save(session, as: .session)
    if known?.id != session.customer { known = nil }
    for index in outbox.indices
    where outbox[index].customer == nil
      || (before != nil && outbox[index].customer == before?.customer)
    {
      outbox[index].customer = session.customer
    }
    saveOutbox()
    accept(response.snapshot)
  }

  /// Takes in a whole snapshot, unless the device acts for somebody else by now.
  func accept(_ snapshot: CustomerSnapshot) {
    learn(snapshot.serverTime)
    guard snapshot.id == session?.customer else { return }
    if let account = snapshot.account, session?.account != account {
      session?.account = account
      if let session { save(session, as: .session) }
    }
    if known == nil { known = KnownCustomer(snapshot) } else { known?.learn(snapshot) }
    isStale = false
    connection = .confirmed(snapshot.serverTime)
    saveKnown()
    recompute()
  }

  /// Takes in the facts of one write, unless the device acts for somebody else by now.
  func accept(_ facts: [Fact], version: Int, serverTime: Instant, of customer: Customer.ID) {
    learn(serverTime)
    guard customer == session?.customer else { return }
    if known?.learn(facts, version: version) ?? true { isStale = true }
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

  func saveClock() {
    if let clock { save(clock, as: .clock) }
  }

  private func saveKnown() {
    if let known { save(known, as: .customer) }
  }

  func saveOutbox() { save(outbox, as: .outbox) }

  func load<Value>(_ part: DeviceCache.Part<Value>) -> Value? {
    do { return try cache.load(part) } catch {
      note(error)
      return nil
    }
  }

  func save<Value>(_ value: Value, as part: DeviceCache.Part<Value>) {
    do { try cache.save(value, as: part) } catch { note(error) }
  }

  func forget<Value>(_ part: DeviceCache.Part<Value>) {
    do { try cache.clear(part) } catch { note(error) }
  }
}

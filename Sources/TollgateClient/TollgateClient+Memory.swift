import Foundation
import Tollgate
import TollgateWire

extension TollgateClient {
  /// The device's identifier, created on the first launch ever.
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

  /// Loads the device's cache; parts that cannot be read are reset and noted.
  func remember() {
    if load(.installation) == nil {
      forget(.session)
      save(true, as: .installation)
    }
    hasSeenOnboarding = load(.onboarding) ?? false
    endedSessions = load(.endedSessions) ?? []
    rememberCustomer()
    rememberClock()
    outbox = load(.outbox) ?? []
    if session == nil, !outbox.isEmpty { releaseOutbox() }
    intentions = load(.intentions) ?? []
    lastShown = load(.shown) ?? [:]
    scheduledNudges = load(.nudges) ?? []
    if let saved = load(.blueprint), !adopt(saved) { forget(.blueprint) }
    recompute()
  }

  /// Loads the session and the responses since, as far as the server signed them.
  private func rememberCustomer() {
    guard let opening = load(.session) else { return forget(.customer) }
    guard let response: SessionResponse = reading(opening) else { return forget(.session) }
    let session = Session(response)
    // Completes a sign-out that was interrupted.
    guard !endedSessions.contains(EndedSession(token: session.token)) else {
      forget(.session)
      return forget(.customer)
    }
    self.session = session
    // The response that opened the session does not cover what came after.
    guard let answers = load(.customer) else { return }
    var known = KnownCustomer(response.snapshot, opening)
    for answer in answers where answer.customer == known.id {
      guard server.signatures.cover(answer.body, answer.signature, answer.customer) else {
        note(ClientError(.badSignature))
        return forget(.customer)
      }
      do {
        switch try answer.lesson() {
        case .snapshot(let snapshot): known.learn(snapshot, answer)
        case .change(let change): if known.learn(change, answer) { isStale = true }
        case nil: break
        }
      } catch {
        note(ClientError(.cacheCorrupt))
        return forget(.customer)
      }
    }
    if let account = known.facts.account { self.session?.account = account }
    self.known = known
  }

  private func reading<Value: Decodable>(_ answer: SignedAnswer) -> Value? {
    guard server.signatures.cover(answer.body, answer.signature, answer.customer) else {
      note(ClientError(.badSignature))
      return nil
    }
    do { return try JSONDecoder().decode(Value.self, from: answer.body) } catch {
      note(ClientError(.cacheCorrupt))
      return nil
    }
  }

  /// Loads the clock; it is never behind what the server has signed.
  private func rememberClock() {
    let uptime = configuration.uptime()
    clock = load(.clock)
    clock?.settle(uptime: uptime)
    if let known {
      if clock == nil { clock = TrustedClock(server: known.serverTime, uptime: uptime) }
      clock?.learn(server: known.serverTime, uptime: uptime)
    }
    // A time that was shown must not come back after a restart.
    saveClock()
  }

  /// Adopts a blueprint; an unusable one is noted and leaves the current one in place.
  func adopt(_ known: KnownBlueprint) -> Bool {
    guard server.signatures.cover(known.body, known.signature, nil) else {
      note(ClientError(.badSignature))
      return false
    }
    do {
      let response = try JSONDecoder().decode(
        BlueprintResponse.self, from: known.body)
      blueprint = try Blueprint(response.definition)
      blueprintTag = known.tag
      blueprintRevision = response.revision
      return true
    } catch {
      note(ClientError(.badBlueprint))
      return false
    }
  }

  /// Evaluates the membership for the current time.
  func recompute() {
    defer { setAlarm() }
    guard let blueprint else {
      membership = nil
      facts = known?.facts ?? Customer()
      return
    }
    guard let known, let now else {
      isProvisional = false
      facts = Customer()
      membership = Membership(unknownIn: blueprint, at: now ?? Instant(milliseconds: 0))
      return settlePresentation()
    }
    var customer = known.facts
    for write in outbox where write.customer == known.id {
      for fact in write.expectedFacts { customer.join(fact) }
    }
    isProvisional = decideProvisionally(&customer, known.id, in: blueprint, at: now)
    facts = customer
    membership = Membership(of: customer, in: blueprint, at: now)
    settlePresentation()
  }

  /// Adds the purchases for which the server was unreachable too long, with the facts that follow from them.
  private func decideProvisionally(
    _ customer: inout Customer, _ id: Customer.ID, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    var facts: [Fact] = []
    for write in outbox where write.customer == id {
      guard let purchase = write.purchase, let from = write.decidesAt, from <= now,
        let signed = SignedTransaction(purchase.transaction)
      else { continue }
      let isKnown = customer.storeTransactions.contains {
        $0.id == signed.transaction.id && $0.signedAt >= signed.transaction.signedAt
      }
      if !isKnown { facts.append(.transaction(signed.transaction.begun(by: now))) }
    }
    guard !facts.isEmpty else { return false }
    for fact in blueprint.record(facts, for: customer, at: now, history: []).facts {
      customer.join(fact)
    }
    return true
  }

  func saveClock() {
    if let clock { save(clock, as: .clock) }
  }

  func saveKnown() {
    if let known { save(known.answers.filter { $0.kind != .session }, as: .customer) }
  }

  @discardableResult
  func saveOutbox() -> Bool { save(outbox, as: .outbox) }

  func load<Value>(_ part: DeviceCache.Part<Value>) -> Value? {
    do { return try cache.load(part) } catch {
      note(error)
      return nil
    }
  }

  @discardableResult
  func save<Value>(_ value: Value, as part: DeviceCache.Part<Value>) -> Bool {
    do {
      try cache.save(value, as: part)
      return true
    } catch {
      note(error)
      return false
    }
  }

  func forget<Value>(_ part: DeviceCache.Part<Value>) {
    do { try cache.clear(part) } catch { note(error) }
  }
}
